import type { PlanEdit } from '#core/plan/edit.ts';
import { labelOf } from '#components/json/schema-field.ts';
import { messages } from '#components/ui/messages-editor.ts';

const words = messages.editor.conflict.edits;

/** An edit in one sentence. */
export function editText(edit: PlanEdit): string {
  switch (edit.type) {
    case 'add-step':
      return words[edit.type](edit.step.title);
    case 'remove-step':
    case 'replace-step':
    case 'move-step':
      return words[edit.type](edit.stepId);
    case 'rename-step':
      return words[edit.type](edit.stepId, edit.to);
    case 'set-step-field':
      return words[edit.type](edit.stepId, labelOf(edit.field).toLowerCase());
    case 'add-dependency':
    case 'remove-dependency':
      return words[edit.type](edit.stepId, edit.needs);
    case 'set-plan-field':
      return words[edit.type](labelOf(edit.field).toLowerCase());
  }
}
