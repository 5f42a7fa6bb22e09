/**
 * The difference of two versions, for people: what was added, removed, changed and moved, ordered by what it asks of
 * them. Class A needs approval again, B changes what happens, C is wording. Positions on the canvas are no content and
 * never appear here.
 */
import type { ReviewReason } from '../run/events.ts';
import { type AuthorityChange, authorityChanges } from './authority.ts';
import { matchSteps, type StepMatch } from './diff-match.ts';
import { renameSteps } from './expressions.ts';
import { normalizePlan, planDefaults } from './normal-form.ts';
import type { PlanDocument, Step } from './schema.ts';
import {
  byKey,
  type ChangeClass,
  checkChanges,
  type FieldChange,
  stepFieldChanges,
  whole,
} from './step-fields.ts';
import type { Catalog } from './tool-contract.ts';

export type { ChangeClass, FieldChange };
export type StepChange = {
  kind: 'added' | 'removed' | 'changed' | 'moved' | 'unchanged';
  /** Of the later version; of the earlier one for a removed step. */
  stepId: string;
  fromStep?: Step;
  toStep?: Step;
  /** Absent for unchanged steps. */
  class?: ChangeClass;
  fields: FieldChange[];
  matchedBy?: 'id' | 'likeness';
  likeness?: number;
};
export type PlanDiff = {
  steps: StepChange[];
  plan: FieldChange[];
  summary: {
    added: number;
    removed: number;
    changed: number;
    needsApprovalAgain: number;
    moved: number;
    unchanged: number;
    text: string;
  };
};

/** Without a catalog every tool is taken for one that changes things. */
export function diffPlans(from: PlanDocument, to: PlanDocument, catalog: Catalog = { tools: {} }): PlanDiff {
  const [before, after] = [normalizePlan(from), normalizePlan(to)];
  const matches = matchSteps(before, after);
  const reasons = groupByStep(authorityChanges(before, after, catalog));
  const renamed = inTermsOf(before, matches);
  const moved = movedSteps(matches, before, after);
  const byToId = new Map(matches.map((match) => [match.to.id, match]));
  const steps: StepChange[] = after.steps.map((step) => {
    const match = byToId.get(step.id);
    return match
      ? changeOf(
          match,
          renamed.get(match.to.id) ?? match.from,
          reasons.get(step.id) ?? [],
          moved.has(step.id),
        )
      : addedStep(step, reasons.get(step.id) ?? []);
  });
  const matched = new Set(matches.map((match) => match.from.id));
  for (const step of before.steps)
    if (!matched.has(step.id))
      steps.push({ kind: 'removed', stepId: step.id, fromStep: step, class: 'B', fields: [] });
  const plan = planFieldChanges(before, after, reasons.get(undefined) ?? [], matches);
  return { steps, plan, summary: summarize(steps, plan) };
}

/** Why a revision may not be adopted without a person (N4): exactly class A of the diff, for steps not finished. */
export function reviewReasons(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  finishedStepIds: Iterable<string> = [],
): ReviewReason[] {
  const changes = authorityChanges(normalizePlan(from), normalizePlan(to), catalog, new Set(finishedStepIds));
  return changes.map(({ code, stepId, message }) => ({
    code,
    ...(stepId !== undefined && { stepId }),
    message,
  }));
}

export function isEmptyDiff(diff: PlanDiff): boolean {
  return diff.plan.length === 0 && diff.steps.every(({ kind }) => kind === 'unchanged');
}

function changeOf(match: StepMatch, from: Step, reasons: AuthorityChange[], isMoved: boolean): StepChange {
  const fields = [
    ...whole(match.from.id, match.to.id, ['id'], 'C'),
    ...stepFieldChanges(from, match.to),
    ...(isMoved ? [{ path: '/order', class: 'C' as const, why: 'Stands at another place in the list' }] : []),
  ];
  const marked = markAuthority(fields, reasons);
  const base = {
    stepId: match.to.id,
    fromStep: match.from,
    toStep: match.to,
    fields: marked,
    matchedBy: match.matchedBy,
    ...(match.likeness !== undefined && { likeness: match.likeness }),
  };
  if (marked.length === 0) return { kind: 'unchanged', ...base };
  const strongest = strongestClass(marked);
  const onlyOrder = strongest !== 'A' && marked.every(({ path }) => path === '/needs' || path === '/order');
  return { kind: onlyOrder ? 'moved' : 'changed', class: strongest, ...base };
}

function addedStep(step: Step, reasons: AuthorityChange[]): StepChange {
  return {
    kind: 'added',
    stepId: step.id,
    toStep: step,
    class: reasons.length > 0 ? 'A' : 'B',
    fields: markAuthority([], reasons),
  };
}

/** Fields named by a reason become class A; a reason about no changed field gets a line of its own. */
function markAuthority(fields: FieldChange[], reasons: AuthorityChange[]): FieldChange[] {
  const marked = fields.map((field) => {
    const reason = reasons.find(({ path }) => isAbout(path, field));
    return reason ? { ...field, class: 'A' as const, why: reason.message } : field;
  });
  const others = reasons.filter(({ path }) => !fields.some((field) => isAbout(path, field)));
  return [...marked, ...others.map(({ path, message }): FieldChange => ({ path, class: 'A', why: message }))];
}

function isAbout(path: string, field: FieldChange): boolean {
  return path !== '' && (field.path === path || field.path.startsWith(`${path}/`));
}

function planFieldChanges(
  from: PlanDocument,
  to: PlanDocument,
  reasons: AuthorityChange[],
  matches: StepMatch[],
): FieldChange[] {
  const [a, b] = [planDefaults(renamedPlan(from, matches)), planDefaults(to)];
  const fields = [
    ...whole(from.objective, to.objective, ['objective'], 'B', 'Changes what the plan is for'),
    ...byKey(a.inputs, b.inputs, ['inputs'], 'B', 'Changes what the steps read'),
    ...byKey(
      byId(a.constraints),
      byId(b.constraints),
      ['constraints'],
      'B',
      'Changes what must be respected',
    ),
    ...byKey(
      byId(a.assumptions),
      byId(b.assumptions),
      ['assumptions'],
      'B',
      'Changes what is taken for granted',
    ),
    ...checkChanges(a.success, b.success, ['success'], 'Changes what counts as success'),
    ...checkChanges(a.stop, b.stop, ['stop'], 'Changes what stops the run'),
    ...byKey(a.limits.budget, b.limits.budget, ['limits', 'budget'], 'B', 'Changes what the plan may spend'),
    ...byKey(
      { ...a.limits, budget: undefined },
      { ...b.limits, budget: undefined },
      ['limits'],
      'B',
      'Changes how the run behaves',
    ),
  ];
  return markAuthority(fields, reasons);
}

/** Steps of the earlier version by the id they have in the later one, with every name in the later terms. */
function inTermsOf(from: PlanDocument, matches: StepMatch[]): Map<string, Step> {
  return new Map(renamedPlan(from, matches).steps.map((step) => [step.id, step]));
}

function renamedPlan(document: PlanDocument, matches: StepMatch[]): PlanDocument {
  const names = new Map(
    matches.filter((match) => match.from.id !== match.to.id).map((match) => [match.from.id, match.to.id]),
  );
  return names.size > 0 ? normalizePlan(renameSteps(document, (id) => names.get(id) ?? id)) : document;
}

/** Matched steps outside the longest run that kept its order: the fewest that must have been moved. */
function movedSteps(matches: StepMatch[], from: PlanDocument, to: PlanDocument): Set<string> {
  const place = new Map(from.steps.map((step, index) => [step.id, index]));
  const fromId = new Map(matches.map((match) => [match.to.id, match.from.id]));
  const ids = to.steps.map(({ id }) => id).filter((id) => fromId.has(id));
  const places = ids.map((id) => place.get(fromId.get(id) ?? '') ?? 0);
  const kept = longestIncreasing(places);
  return new Set(ids.filter((_, index) => !kept.has(index)));
}

/** Indices of one longest increasing subsequence. */
function longestIncreasing(values: number[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index !== -1; index = previous[index] as number) kept.add(index);
  return kept;
}

function summarize(steps: StepChange[], plan: FieldChange[]): PlanDiff['summary'] {
  const count = (kind: StepChange['kind']) => steps.filter((step) => step.kind === kind).length;
  const numbers = {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    needsApprovalAgain: steps.filter((step) => step.kind === 'changed' && step.class === 'A').length,
    moved: count('moved'),
    unchanged: count('unchanged'),
  };
  return { ...numbers, text: summaryText(numbers, steps, plan) };
}

/** The one sentence that screen, audit and API show. */
function summaryText(
  numbers: Omit<PlanDiff['summary'], 'text'>,
  steps: StepChange[],
  plan: FieldChange[],
): string {
  const fields = [...plan, ...steps.flatMap((step) => step.fields)];
  const touched = numbers.added + numbers.removed > 0 || fields.length > 0;
  if (!touched) return 'No changes to the plan.';
  if (numbers.added + numbers.removed === 0 && strongestClass(fields) === 'C') {
    const [order, wording] = [
      fields.filter(({ path }) => path === '/order').length,
      fields.filter(({ path }) => path !== '/order').length,
    ];
    return [
      'No change in behaviour.',
      wording > 0 && `${plural(wording, 'wording change')}.`,
      order > 0 && `${plural(order, 'step')} listed elsewhere.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
  const parts = [
    numbers.added > 0 && `${numbers.added} added`,
    numbers.removed > 0 && `${numbers.removed} removed`,
    numbers.changed > 0 &&
      `${numbers.changed} changed${numbers.needsApprovalAgain > 0 ? ` (${numbers.needsApprovalAgain} ${numbers.needsApprovalAgain === 1 ? 'needs' : 'need'} approval again)` : ''}`,
    numbers.moved > 0 && `${numbers.moved} moved`,
    plan.length > 0 && `${plural(plan.length, 'change')} to the plan itself`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function strongestClass(fields: FieldChange[]): ChangeClass {
  return fields.some((field) => field.class === 'A')
    ? 'A'
    : fields.some((field) => field.class === 'B')
      ? 'B'
      : 'C';
}

function groupByStep(changes: AuthorityChange[]): Map<string | undefined, AuthorityChange[]> {
  return Map.groupBy(changes, ({ stepId }) => stepId);
}

function byId<T extends { id: string }>(items: readonly T[]): Record<string, T> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}
