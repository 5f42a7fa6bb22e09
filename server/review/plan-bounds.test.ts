import { expect, test } from 'vitest';
import { aPlan } from '#core/testing/build-plan.ts';
import { planBounds } from './plan-bounds.ts';

test('cost and time are the plan’s limits, or what all steps say together; nothing is guessed', () => {
  const plan = aPlan('a -> b, a -> c');
  expect(planBounds(plan)).toEqual({
    costUsd: null,
    durationMs: null,
    longestChain: { steps: 2, ms: 120_000 },
  });
  const priced = plan.steps.map((step) => ({ ...step, budget: { costUsd: 0.25 }, timeoutMs: 5_000 }));
  expect(planBounds({ ...plan, steps: priced })).toMatchObject({
    costUsd: 0.75,
    longestChain: { steps: 2, ms: 10_000 },
  });
  expect(planBounds({ ...plan, steps: [...priced.slice(1), ...plan.steps.slice(0, 1)] }).costUsd).toBeNull();
  const limits = { budget: { costUsd: 0.5, durationMs: 60_000 }, deadlineMs: 30_000 };
  expect(planBounds({ ...plan, steps: priced, limits })).toMatchObject({ costUsd: 0.5, durationMs: 30_000 });
  expect(planBounds({ ...plan, steps: [] })).toMatchObject({
    costUsd: null,
    longestChain: { steps: 0, ms: 0 },
  });
});

test('a cycle does not stop the summary', () => {
  const plan = aPlan('a -> b, b -> a');
  expect(planBounds(plan).longestChain.steps).toBeGreaterThanOrEqual(0);
});
