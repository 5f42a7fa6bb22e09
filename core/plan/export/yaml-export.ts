import { Document, Scalar, visit } from 'yaml';
import type { PlanDocument } from '../schema.ts';
import { escapeHidden, hasHidden } from './visible-text.ts';

/**
 * The document as YAML 1.2, every value with the type it has: text that another reader could take for a number, a date
 * or a boolean is quoted. Text with characters that cannot be seen stands in double quotes, where they are escapes.
 */
export function exportYaml(document: PlanDocument): string {
  const yaml = new Document(document, { aliasDuplicateObjects: false, version: '1.2' });
  visit(yaml, {
    Scalar(_, scalar) {
      if (typeof scalar.value !== 'string') return;
      if (hasHidden(scalar.value.replaceAll('\n', '')) || isAmbiguous(scalar.value))
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeHidden(
    yaml.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }),
  );
}

/** What YAML 1.1 reads as something else than text, and lines that a block would change. */
function isAmbiguous(text: string): boolean {
  return (
    /^(y|n|yes|no|on|off|true|false|null|~|nan|\.nan|[-+]?\.inf)$/i.test(text) ||
    /^[-+]?[\d.][\d_.:eExXoOa-fA-F+-]*$/.test(text) ||
    text !== text.trim() ||
    text.includes('\r')
  );
}
