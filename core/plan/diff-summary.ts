/** The counts of a diff and the one sentence made from them, the same on the screen, in the API and in exports. */
import type { StepChange } from './diff.ts';
import type { ChangeClass, FieldChange } from './step-fields.ts';

export type DiffSummary = {
  added: number;
  removed: number;
  changed: number;
  needsApprovalAgain: number;
  moved: number;
  unchanged: number;
  /** Finished steps of a run that the later version keeps. */
  kept: number;
  /** Less than 30 % of the larger version's steps have a counterpart: a list says more than a picture. */
  mostlyNew: boolean;
  text: string;
};

const MOSTLY_NEW_BELOW = 0.3;

export function summarize(steps: StepChange[], plan: FieldChange[], kept: number): DiffSummary {
  const count = (kind: StepChange['kind']) => steps.filter((step) => step.kind === kind).length;
  const numbers = {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    needsApprovalAgain: steps.filter((step) => step.kind === 'changed' && step.class === 'A').length,
    moved: count('moved'),
    unchanged: count('unchanged'),
  };
  const matched = numbers.changed + numbers.moved + numbers.unchanged;
  const larger = matched + Math.max(numbers.added, numbers.removed);
  const finished = kept > 0 ? ` ${plural(kept, 'finished step')} kept.` : '';
  return {
    ...numbers,
    kept,
    mostlyNew: larger > 0 && matched < MOSTLY_NEW_BELOW * larger,
    text: changesText(numbers, steps, plan) + finished,
  };
}

function changesText(
  numbers: Pick<DiffSummary, 'added' | 'removed' | 'changed' | 'needsApprovalAgain' | 'moved'>,
  steps: StepChange[],
  plan: FieldChange[],
): string {
  const fields = [...plan, ...steps.flatMap((step) => step.fields)];
  const touched = numbers.added + numbers.removed > 0 || fields.length > 0;
  if (!touched) return 'No changes to the plan.';
  if (numbers.added + numbers.removed === 0 && strongestClass(fields) === 'C') {
    const isOrder = ({ path }: FieldChange) => path === '/order';
    const order = fields.filter(isOrder).length;
    const wording = fields.length - order;
    return [
      'No change in behaviour.',
      wording > 0 && `${plural(wording, 'wording change')}.`,
      order > 0 && `${plural(order, 'step')} listed elsewhere.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
  const again = numbers.needsApprovalAgain;
  const parts = [
    numbers.added > 0 && `${numbers.added} added`,
    numbers.removed > 0 && `${numbers.removed} removed`,
    numbers.changed > 0 &&
      `${numbers.changed} changed${again > 0 ? ` (${again} ${again === 1 ? 'needs' : 'need'} approval again)` : ''}`,
    numbers.moved > 0 && `${numbers.moved} moved`,
    plan.length > 0 && `${plural(plan.length, 'change')} to the plan itself`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

export function strongestClass(fields: FieldChange[]): ChangeClass {
  return fields.some((field) => field.class === 'A')
    ? 'A'
    : fields.some((field) => field.class === 'B')
      ? 'B'
      : 'C';
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
