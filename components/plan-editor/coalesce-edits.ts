import type { PlanEdit } from '#core/plan/edit.ts';

/** Typing a title is one edit: of neighbours that write the same place the last one stays. */
export function coalesceEdits(edits: readonly PlanEdit[]): PlanEdit[] {
  return edits.filter((edit, at) => {
    const next = edits[at + 1];
    return !next || !overwrites(next, edit);
  });
}

function overwrites(next: PlanEdit, edit: PlanEdit): boolean {
  switch (next.type) {
    case 'set-plan-field':
      return edit.type === next.type && edit.field === next.field;
    case 'set-step-field':
      return edit.type === next.type && edit.stepId === next.stepId && edit.field === next.field;
    case 'replace-step':
      return (edit.type === next.type || edit.type === 'set-step-field') && edit.stepId === next.stepId;
    case 'move-step':
      return edit.type === next.type && edit.stepId === next.stepId;
    default:
      return false;
  }
}
