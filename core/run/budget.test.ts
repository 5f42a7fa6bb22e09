import { expect, test } from 'vitest';
import { aPlan } from '#core/testing/build-plan.ts';
import { ana, answers, crashes, failsWith, given, prepares, START } from '#core/testing/given.ts';
import { overLimit, spendLimits } from './budget.ts';
import { nextActions } from './schedule.ts';
import { waitingReasons } from './views.ts';

const cost = (costMicroUsd: number) => ({ costMicroUsd, tokens: 10, toolCalls: 1 });
const plan = (budget: object, more = {}) => aPlan('a, b, c', { limits: { budget }, ...more });

test('[case 105] [B1] money is whole micro-USD, and an absent member is no limit', () => {
  expect(spendLimits({ costUsd: 0.1 })).toEqual({ costMicroUsd: 100_000 });
  expect(overLimit({ tokens: 10 }, cost(0), { costMicroUsd: 9, tokens: 1, toolCalls: 0 })).toBe('tokens');
  expect(overLimit({ tokens: 10 }, cost(0), { costMicroUsd: 9, tokens: 0, toolCalls: 9 })).toBeUndefined();
});

test('[case 103] [B1] reserved plus spent stays within the limit, also with parallel steps', () => {
  const run = given(plan({ costUsd: 0.0001 })).and(prepares('a', { estimate: cost(60) }));
  expect(run.state.reserved).toEqual(cost(60));
  run
    .when(prepares('b', { estimate: cost(60) }))
    .isRefused('resource-busy', { resource: 'budget:costMicroUsd' });
  run.and(answers('a', { spent: cost(20) }));
  expect([run.state.reserved.costMicroUsd, run.state.spent.costMicroUsd]).toEqual([0, 20]);
  run.when(prepares('b', { estimate: cost(60) })).records('attempt-dispatched');
});

test('[B4] at a limit the run waits and says so', () => {
  const run = given(plan({ toolCalls: 1 })).and(prepares('a'), answers('a'));
  run.when(prepares('b')).records('budget-exhausted');
  expect(run.state.status).toBe('running');
  expect(nextActions(run.state, run.now)).toEqual({ actions: [], wakeAt: null });
  expect(waitingReasons(run.state, run.now)).toMatchObject([{ code: 'budget', limit: 'toolCalls' }]);
  run.when(prepares('c')).isRefused('run-not-running', { waitsFor: 'budget' });
  run.when({ type: 'request-replan', reason: 'Less work.', actor: ana }).records('replan-requested');
});

test("[B1] a step has its own budget within the plan's", () => {
  const document = aPlan('a', { steps: { a: { budget: { toolCalls: 1 } } } });
  const run = given(document).and(prepares('a'), failsWith('a', 'transient')).later(1_000);
  expect(run.when(prepares('a')).event('budget-exhausted').limit).toBe('a.toolCalls');
});

test('[B2] a failed call costs what it cost; what was not reported is unknown, not 0', () => {
  const run = given(aPlan('a'))
    .and(prepares('a', { estimate: cost(50) }), failsWith('a', 'transient', { spent: cost(30) }))
    .later(1_000);
  expect([run.state.spent.costMicroUsd, run.state.spentUnknown]).toEqual([30, false]);
  run.and(prepares('a', { estimate: cost(50) }), crashes('a'));
  expect([run.state.spent.costMicroUsd, run.state.reserved.costMicroUsd, run.state.spentUnknown]).toEqual([
    80,
    0,
    true,
  ]);
});

test('[B1] time is a budget: at the deadline the run waits and says so, once', () => {
  const run = given(plan({ durationMs: 60_000 }));
  expect(nextActions(run.state, run.now).wakeAt).toBe(START + 60_000);
  run.later(60_000).when({ type: 'fire-timers' }).records('budget-exhausted');
  run.when({ type: 'fire-timers' }).records();
});
