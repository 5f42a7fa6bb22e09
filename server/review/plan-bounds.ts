import { criticalPath } from '#core/plan/graph.ts';
import { STEP_DEFAULTS } from '#core/plan/normal-form.ts';
import type { PlanDocument } from '#core/plan/schema.ts';

export type PlanBounds = {
  /** What a run may cost at most; null when neither the plan nor all of its steps say. */
  costUsd: number | null;
  /** What a run may take at most; null when the plan does not say. */
  durationMs: number | null;
  /** The steps that cannot run side by side, with one try each up to its time limit. */
  longestChain: { steps: number; ms: number };
};

/** What the plan itself says of cost and time: limits that stop a run, not guesses. */
export function planBounds({ limits, ...document }: PlanDocument): PlanBounds {
  const stepCosts = document.steps.map((step) => step.budget?.costUsd);
  const sum =
    stepCosts.length > 0 && stepCosts.every((cost) => cost !== undefined)
      ? stepCosts.reduce((total, cost) => total + cost, 0)
      : undefined;
  const byId = new Map(document.steps.map((step) => [step.id, step]));
  const timeOf = (step: { timeoutMs?: number | undefined } | undefined) =>
    step?.timeoutMs ?? STEP_DEFAULTS.timeoutMs;
  const chain = criticalPath(document, timeOf);
  return {
    costUsd: least(limits?.budget?.costUsd, sum),
    durationMs: least(limits?.deadlineMs, limits?.budget?.durationMs),
    longestChain: {
      steps: chain.length,
      ms: chain.reduce((total, id) => total + timeOf(byId.get(id)), 0),
    },
  };
}

function least(...values: (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}
