import { mapTools } from '#core/plan/import/map-tools.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { messages } from '#components/ui/messages-editor.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

/** Every use of these tools becomes one of the tools named for them. */
export function mapToolsOf(document: PlanDocument, tools: Readonly<Record<string, string>>): IntentOutcome {
  const edits = mapTools(document, tools);
  return edits.length === 0
    ? refused(messages.editor.mapTools.nothing)
    : intent(messages.editor.mapTools.label(Object.keys(tools)), edits);
}
