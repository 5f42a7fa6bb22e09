/** A plan's limits and a step's settings with their defaults, as the run machine reads them (domain P), and its own limits. */
import { PLAN_DEFAULTS, STEP_DEFAULTS } from '../plan/normal-form.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';

export function limitsOf(document: PlanDocument) {
  const limits = document.limits ?? {};
  return {
    concurrency: limits.concurrency ?? PLAN_DEFAULTS.concurrency,
    replans: limits.replans ?? PLAN_DEFAULTS.replans,
    escalateMs: limits.escalateMs ?? PLAN_DEFAULTS.escalateMs,
    onStepFailure: limits.onStepFailure ?? PLAN_DEFAULTS.onStepFailure,
    deadlineMs: shortest(limits.deadlineMs, limits.budget?.durationMs),
    budget: limits.budget,
  };
}

function shortest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}

export function retryOf(step: Step) {
  return { ...STEP_DEFAULTS.retry, ...step.retry };
}

export const timeoutOf = (step: Step): number => step.timeoutMs ?? STEP_DEFAULTS.timeoutMs;
export const maxItemsOf = (step: Step): number => step.forEach?.maxItems ?? STEP_DEFAULTS.forEachMaxItems;
/** An approval that neither policy nor the step limits stands for a day. */
export const APPROVAL_EXPIRES_MS = 24 * 60 * 60 * 1000;
/** By how much a person puts off an expiry, and how often (WCAG 2.2.1 asks for ten times). */
export const EXTENSION_MS = 15 * 60 * 1000;
export const EXTENSIONS = 10;
/** Crashes of its worker after which a step is poison (F1). */
export const POISON_CRASHES = 3;
/** Newly started steps of one run per turn (R15). */
export const STARTS_PER_TURN = 4;
/** Refused proposals in answer to one trigger, after which a person is asked. */
export const REFUSALS_PER_TRIGGER = 2;
/** Words that count as evidence or as the reason for a critical decision. */
export const REASON_CHARACTERS = 10;
/** When a reconcile says nothing about when to ask again. */
export const RECONCILE_AGAIN_MS = 10_000;
