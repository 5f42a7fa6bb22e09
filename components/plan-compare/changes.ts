import type { RouterOutputs } from '#components/trpc.tsx';

export type Comparison = RouterOutputs['plans']['compare'];
export type StepChange = Comparison['diff']['steps'][number];
export type FieldChange = StepChange['fields'][number];

/** Order of reading (ux 7.2): what must be approved again, what happens differently, wording; unchanged apart. */
export type ChangeGroups = { A: StepChange[]; B: StepChange[]; C: StepChange[]; unchanged: StepChange[] };

export function groupChanges(changes: readonly StepChange[]): ChangeGroups {
  const groups: ChangeGroups = { A: [], B: [], C: [], unchanged: [] };
  for (const change of changes) {
    if (change.kind === 'unchanged' || change.class === undefined) groups.unchanged.push(change);
    else groups[change.class].push(change);
  }
  return groups;
}
export function titleOf(change: StepChange): string {
  return change.toStep?.title ?? change.fromStep?.title ?? change.stepId;
}
