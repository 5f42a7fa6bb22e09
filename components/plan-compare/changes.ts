import type { DiffKind } from '#components/marks/diff-tab.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';

export type Comparison = RouterOutputs['comparisons']['get'];
export type StepChange = Comparison['diff']['steps'][number];
export type FieldChange = StepChange['fields'][number];
export type ChangeClass = FieldChange['class'];

/** The plan itself as a change: no step may have this id. */
export const PLAN = '~plan';

/** One thing to read, and to have seen: a step, or the plan itself. */
export type Change = {
  id: string;
  class: ChangeClass;
  kind: Exclude<DiffKind, 'unchanged'>;
  title: string;
  hash: string;
  fields: readonly FieldChange[];
  /** Absent for the plan itself. */
  step?: StepChange;
};

const order: Record<ChangeClass, number> = { A: 0, B: 1, C: 2 };

/** Order of reading: what must be approved again, what happens differently, wording. Within each, the plan's order. */
export function changesOf({ diff }: Pick<Comparison, 'diff'>): Change[] {
  const steps = diff.steps.flatMap((step): Change[] => {
    const { stepId, hash, kind, class: strongest, fields } = step;
    if (kind === 'unchanged' || strongest === undefined || hash === undefined) return [];
    const marked = kind === 'changed' && strongest === 'A' ? 'again' : kind;
    return [{ id: stepId, class: strongest, kind: marked, title: titleOf(step), hash, fields, step }];
  });
  return [...planChange(diff), ...steps].sort((a, b) => order[a.class] - order[b.class]);
}

function planChange({ plan, planHash }: Comparison['diff']): Change[] {
  const first = byClass(plan)[0];
  if (!first || planHash === undefined) return [];
  return [
    {
      id: PLAN,
      class: first.class,
      kind: first.class === 'A' ? 'again' : 'changed',
      title: messages.compare.planFields,
      hash: planHash,
      fields: plan,
    },
  ];
}

export function byClass(fields: readonly FieldChange[]): FieldChange[] {
  return fields.toSorted((a, b) => order[a.class] - order[b.class]);
}

export function titleOf({ toStep, fromStep, stepId }: StepChange): string {
  return toStep?.title ?? fromStep?.title ?? stepId;
}

/** The change after (1) or before (-1) `current` that is not seen; when all are seen, the next one. Goes round. */
export function stepThrough(
  changes: readonly Change[],
  current: string | undefined,
  direction: 1 | -1,
  isSeen: (change: Change) => boolean,
): Change | undefined {
  const count = changes.length;
  const at = changes.findIndex(({ id }) => id === current);
  const start = at === -1 ? (direction === 1 ? -1 : count) : at;
  const around = Array.from(
    { length: at === -1 ? count : count - 1 },
    (_, index) => changes[(start + direction * (index + 1) + count * 2) % count],
  ).filter((change) => change !== undefined);
  return around.find((change) => !isSeen(change)) ?? around[0];
}

/** Ids for "the list says all that the graph says": each fact has one name, wherever it is shown. */
export const fact = {
  step: ({ kind, id }: Pick<Change, 'kind' | 'id'>) => `step ${kind} ${id}`,
  edge: (kind: 'added' | 'removed', from: string, to: string) => `edge ${kind} ${from} ${to}`,
  field: (id: string, path: string) => `field ${id} ${path}`,
  kept: (stepId: string) => `kept ${stepId}`,
};
