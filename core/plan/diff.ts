/**
 * The difference of two versions, for people: what was added, removed, changed and moved, ordered by what it asks of
 * them. Class A needs approval again, B changes what happens, C is wording. Positions on the canvas are no content and
 * never appear here.
 */
import { contentHash } from '../hash.ts';
import type { Hash } from '../ids.ts';
import type { ReviewReason } from '../run/events.ts';
import { type AuthorityChange, authorityChanges, type RunFacts } from './authority.ts';
import { type ApartPair, matchSteps, type StepMatch } from './diff-match.ts';
import { type DiffSummary, summarize, strongestClass } from './diff-summary.ts';
import { renameSteps } from './expressions.ts';
import { normalizePlan, planDefaults } from './normal-form.ts';
import type { PlanDocument, Step } from './schema.ts';
import {
  byKey,
  type ChangeClass,
  checkChanges,
  type FieldChange,
  itemChanges,
  stepFieldChanges,
  whole,
} from './step-fields.ts';
import type { Catalog } from './tool-contract.ts';

export type { ChangeClass, DiffSummary, FieldChange, RunFacts };
export type StepChange = {
  kind: 'added' | 'removed' | 'changed' | 'moved' | 'unchanged';
  /** Of the later version; of the earlier one for a removed step. */
  stepId: string;
  fromStep?: Step;
  toStep?: Step;
  /** Place in the list of each version, from 0. */
  fromAt?: number;
  toAt?: number;
  /** Absent for unchanged steps. */
  class?: ChangeClass;
  fields: FieldChange[];
  matchedBy?: 'id' | 'likeness';
  likeness?: number;
  /** Of everything that is said about the change: whoever has seen it has seen exactly this. Absent for unchanged steps. */
  hash?: Hash;
};
export type PlanDiff = {
  steps: StepChange[];
  plan: FieldChange[];
  /** Of `plan`; absent when it is empty. */
  planHash?: Hash;
  summary: DiffSummary;
};
export type DiffOptions = { facts?: RunFacts; apart?: readonly ApartPair[] };

/** Without a catalog every tool is taken for one that changes things. */
export function diffPlans(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog = { tools: {} },
  { facts = {}, apart = [] }: DiffOptions = {},
): PlanDiff {
  const [before, after] = [normalizePlan(from), normalizePlan(to)];
  const matches = matchSteps(before, after, apart);
  const reasons = groupByStep(authorityChanges(before, after, catalog, facts));
  const renamed = inTermsOf(before, matches);
  const moved = movedSteps(matches, before, after);
  const byToId = new Map(matches.map((match) => [match.to.id, match]));
  const placeBefore = new Map(before.steps.map((step, index) => [step.id, index]));
  const placeOf = (id: string) => {
    const fromAt = placeBefore.get(id);
    return fromAt === undefined ? {} : { fromAt };
  };
  const steps = after.steps.map((step, toAt): StepChange => {
    const match = byToId.get(step.id);
    const change = match
      ? changeOf(
          match,
          renamed.get(match.to.id) ?? match.from,
          reasons.get(step.id) ?? [],
          moved.has(step.id),
        )
      : addedStep(step, reasons.get(step.id) ?? []);
    return { ...change, ...(match && placeOf(match.from.id)), toAt };
  });
  const matched = new Set(matches.map((match) => match.from.id));
  for (const step of before.steps)
    if (!matched.has(step.id))
      steps.push({
        kind: 'removed',
        stepId: step.id,
        fromStep: step,
        ...placeOf(step.id),
        class: 'B',
        fields: [],
      });
  const plan = planFieldChanges(before, after, reasons.get(undefined) ?? [], matches);
  const finished = new Set(facts.finished);
  return {
    steps: steps.map(hashed),
    plan,
    ...(plan.length > 0 && { planHash: contentHash(plan.map(withoutWhy)) }),
    summary: summarize(steps, plan, after.steps.filter(({ id }) => finished.has(id)).length),
  };
}

/** Without reasons, whose words may be improved. Places in the list count only through the field that says so: another step's insertion is no news of this one. */
function hashed(change: StepChange): StepChange {
  if (change.kind === 'unchanged') return change;
  const { kind, stepId, class: strongest, fields, fromStep, toStep, matchedBy } = change;
  const whole = kind === 'added' ? toStep : kind === 'removed' ? fromStep : fromStep?.id;
  return {
    ...change,
    hash: contentHash({
      kind,
      stepId,
      class: strongest,
      fields: fields.map(withoutWhy),
      whole,
      matchedBy: matchedBy ?? null,
    }),
  };
}

function withoutWhy({ why: _why, ...field }: FieldChange) {
  return field;
}

/** Why a revision may not be adopted without a person (N4): exactly class A of the diff, for steps not finished. */
export function reviewReasons(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  facts: RunFacts = {},
): ReviewReason[] {
  const changes = authorityChanges(normalizePlan(from), normalizePlan(to), catalog, facts);
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

/**
 * Fields named by a reason become class A, and say the reason that is most about them. No reason is lost: one that no
 * field says gets a line of its own.
 */
function markAuthority(fields: FieldChange[], reasons: AuthorityChange[]): FieldChange[] {
  const said = new Set<AuthorityChange>();
  const marked = fields.map((field) => {
    const about = reasons.filter(({ path }) => isAbout(path, field));
    if (about.length === 0) return field;
    const nearest = Math.max(...about.map(({ path }) => path.length));
    const mine = about.filter(({ path }) => path.length === nearest);
    for (const reason of mine) said.add(reason);
    return { ...field, class: 'A' as const, why: mine.map(({ message }) => message).join('. ') };
  });
  const others = reasons.filter((reason) => !said.has(reason));
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
    ...itemChanges(a.constraints, b.constraints, ['constraints'], () => ({
      class: 'B',
      why: 'Changes what must be respected',
    })),
    ...itemChanges(a.assumptions, b.assumptions, ['assumptions'], () => ({
      class: 'B',
      why: 'Changes what is taken for granted',
    })),
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

function groupByStep(changes: AuthorityChange[]): Map<string | undefined, AuthorityChange[]> {
  return Map.groupBy(changes, ({ stepId }) => stepId);
}
