/**
 * The normal form of a plan (P9): what is hashed, compared and stored. Members that say no more than the default are
 * absent, sets are sorted, empty optional members are absent. A default of plan/v1 never changes.
 */
import { contentHash } from '../hash.ts';
import type { Hash } from '../ids.ts';
import type { Budget, Check, Limits, PlanDocument, Step, Work } from './schema.ts';

export const STEP_DEFAULTS = {
  join: 'all',
  timeoutMs: 60_000,
  retry: { attempts: 3, backoffMs: 1_000, maxBackoffMs: 60_000 },
  forEachMaxItems: 1_000,
  agentMaxTurns: 20,
  skippable: false,
} as const;

export const PLAN_DEFAULTS = {
  concurrency: 4,
  replans: 2,
  escalateMs: 24 * 3_600_000,
  onStepFailure: 'stop',
} as const;

/** A step whose optional members with a default are filled in. */
export type ResolvedStep = Omit<
  Step,
  | 'needs'
  | 'join'
  | 'timeoutMs'
  | 'retry'
  | 'fallbacks'
  | 'skippable'
  | 'preconditions'
  | 'postconditions'
  | 'forEach'
  | 'approval'
> & {
  needs: string[];
  join: NonNullable<Step['join']>;
  timeoutMs: number;
  retry: { attempts: number; backoffMs: number; maxBackoffMs: number };
  fallbacks: Work[];
  skippable: boolean;
  preconditions: Check[];
  postconditions: Check[];
  /** Without `concurrency` only the plan's own limit holds. */
  forEach?: { items: string; maxItems: number; concurrency?: number };
  /** Present and without `required` means required: a number of approvers is no idle wish. */
  approval?: { required: boolean; approvers?: number; expiresAfterMs?: number };
};

export type ResolvedLimits = {
  concurrency: number;
  replans: number;
  escalateMs: number;
  onStepFailure: NonNullable<Limits['onStepFailure']>;
  budget?: Budget;
  deadlineMs?: number;
};

export type PlanDefaults = Required<
  Pick<PlanDocument, 'inputs' | 'constraints' | 'assumptions' | 'success' | 'stop'>
> & {
  limits: ResolvedLimits;
};

export function withDefaults(step: Step): ResolvedStep {
  const { forEach, approval, ...rest } = step;
  const resolved: ResolvedStep = {
    ...rest,
    needs: step.needs ?? [],
    join: step.join ?? STEP_DEFAULTS.join,
    timeoutMs: step.timeoutMs ?? STEP_DEFAULTS.timeoutMs,
    retry: {
      attempts: step.retry?.attempts ?? STEP_DEFAULTS.retry.attempts,
      backoffMs: step.retry?.backoffMs ?? STEP_DEFAULTS.retry.backoffMs,
      maxBackoffMs: step.retry?.maxBackoffMs ?? STEP_DEFAULTS.retry.maxBackoffMs,
    },
    fallbacks: step.fallbacks ?? [],
    skippable: step.skippable ?? STEP_DEFAULTS.skippable,
    preconditions: step.preconditions ?? [],
    postconditions: step.postconditions ?? [],
  };
  if (forEach) resolved.forEach = { ...forEach, maxItems: forEach.maxItems ?? STEP_DEFAULTS.forEachMaxItems };
  const asked = normalApproval(approval);
  if (asked) resolved.approval = { ...asked, required: asked.required ?? true };
  return resolved;
}

export function planDefaults(document: PlanDocument): PlanDefaults {
  const limits = document.limits ?? {};
  return {
    inputs: document.inputs ?? {},
    constraints: document.constraints ?? [],
    assumptions: document.assumptions ?? [],
    success: document.success ?? [],
    stop: document.stop ?? [],
    limits: {
      concurrency: limits.concurrency ?? PLAN_DEFAULTS.concurrency,
      replans: limits.replans ?? PLAN_DEFAULTS.replans,
      escalateMs: limits.escalateMs ?? PLAN_DEFAULTS.escalateMs,
      onStepFailure: limits.onStepFailure ?? PLAN_DEFAULTS.onStepFailure,
      ...(limits.budget && { budget: limits.budget }),
      ...(limits.deadlineMs !== undefined && { deadlineMs: limits.deadlineMs }),
    },
  };
}

export function normalizePlan(document: PlanDocument): PlanDocument {
  return compact<PlanDocument>({
    artifact: document.artifact,
    objective: document.objective,
    inputs: nonEmpty(document.inputs),
    constraints: nonEmpty(document.constraints),
    assumptions: nonEmpty(
      document.assumptions?.map((assumption) =>
        compact({
          ...assumption,
          steps: sortedSet(assumption.steps),
          check: assumption.check && normalCheck(assumption.check),
        }),
      ),
    ),
    steps: document.steps.map(normalizeStep),
    success: normalChecks(document.success),
    stop: normalChecks(document.stop),
    limits: normalLimits(document.limits),
  });
}

export function normalizeStep(step: Step): Step {
  const { retry, forEach } = step;
  return compact<Step>({
    id: step.id,
    title: step.title,
    intent: step.intent,
    success: step.success,
    rationale: step.rationale,
    work: normalWork(step.work),
    needs: sortedSet(step.needs),
    when: step.when,
    forEach:
      forEach && compact({ ...forEach, maxItems: unless(forEach.maxItems, STEP_DEFAULTS.forEachMaxItems) }),
    join: unless(step.join, STEP_DEFAULTS.join),
    preconditions: normalChecks(step.preconditions),
    postconditions: normalChecks(step.postconditions),
    outputs: nonEmpty(step.outputs),
    risk: step.risk,
    approval: normalApproval(step.approval),
    budget: nonEmpty(step.budget && compact(step.budget)),
    timeoutMs: unless(step.timeoutMs, STEP_DEFAULTS.timeoutMs),
    retry: nonEmpty(
      retry &&
        compact({
          attempts: unless(retry.attempts, STEP_DEFAULTS.retry.attempts),
          backoffMs: unless(retry.backoffMs, STEP_DEFAULTS.retry.backoffMs),
          maxBackoffMs: unless(retry.maxBackoffMs, STEP_DEFAULTS.retry.maxBackoffMs),
        }),
    ),
    fallbacks: nonEmpty(step.fallbacks?.map(normalWork)),
    skippable: unless(step.skippable, STEP_DEFAULTS.skippable),
    compensation: step.compensation && normalWork(step.compensation),
    undoes: step.undoes && compact(step.undoes),
  });
}

/** Equal content gives equal hashes, whatever the order of keys or the defaults written out. */
export function planHash(document: PlanDocument): Hash {
  return contentHash(normalizePlan(document));
}

function normalWork(work: Work): Work {
  switch (work.kind) {
    case 'tool':
    case 'checkpoint':
      return work;
    case 'model':
      return compact({ ...work, inputs: nonEmpty(work.inputs) });
    case 'agent':
      return compact({
        ...work,
        inputs: nonEmpty(work.inputs),
        tools: sortedSet(work.tools) ?? [],
        maxTurns: unless(work.maxTurns, STEP_DEFAULTS.agentMaxTurns),
      });
    case 'person':
      return compact({ ...work, inputs: nonEmpty(work.inputs), form: nonEmpty(work.form) });
  }
}

function normalCheck(check: Check): Check {
  return compact({ ...check });
}

function normalChecks(checks: Check[] | undefined): Check[] | undefined {
  return nonEmpty(checks?.map(normalCheck));
}

/** `{required: false}` alone asks for nothing; `required: true` beside another member is the default. */
function normalApproval(approval: Step['approval']): Step['approval'] {
  if (!approval) return undefined;
  const { required, ...rest } = compact({ ...approval });
  const others = nonEmpty(rest);
  if (!others) return required ? { required } : undefined;
  return required === false ? { ...others, required } : others;
}

function normalLimits(limits: Limits | undefined): Limits | undefined {
  if (!limits) return undefined;
  return nonEmpty(
    compact<Limits>({
      concurrency: unless(limits.concurrency, PLAN_DEFAULTS.concurrency),
      budget: nonEmpty(limits.budget && compact(limits.budget)),
      replans: unless(limits.replans, PLAN_DEFAULTS.replans),
      deadlineMs: limits.deadlineMs,
      escalateMs: unless(limits.escalateMs, PLAN_DEFAULTS.escalateMs),
      onStepFailure: unless(limits.onStepFailure, PLAN_DEFAULTS.onStepFailure),
    }),
  );
}

function unless<T>(value: T | undefined, fallback: T): T | undefined {
  return value === fallback ? undefined : value;
}

function nonEmpty<T extends object>(value: T | undefined): T | undefined {
  return value && Object.keys(value).length > 0 ? value : undefined;
}

function sortedSet(ids: readonly string[] | undefined): string[] | undefined {
  return ids && ids.length > 0 ? [...new Set(ids)].sort() : undefined;
}

/** Without members whose value is undefined. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
