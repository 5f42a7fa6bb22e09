import type { PlanDocument } from '../schema.ts';
import { escapeHidden } from './visible-text.ts';

/** The document as it is stored; characters that cannot be seen are written as escapes, which read back the same. */
export function exportJson(document: PlanDocument): string {
  return `${escapeHidden(JSON.stringify(document, null, 2))}\n`;
}
