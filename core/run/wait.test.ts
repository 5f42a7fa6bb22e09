import { expect, test } from 'vitest';
import { aPlan } from '#core/testing/build-plan.ts';
import { ana, answers, failsWith, given, prepares, START } from '#core/testing/given.ts';
import { nextActions } from './schedule.ts';
import { stepView, waitingReasons } from './views.ts';

const notYet = (againAt: number) =>
  answers('a', {
    outcome: 'not-applied',
    failure: { class: 'transient', code: 'not-yet', message: 'It is not there yet.' },
    againAt,
  });
const waiting = (looks: number) => {
  let run = given(
    aPlan('a', {
      limits: { replans: 0, escalateMs: 60_000 },
      steps: { a: { retry: { attempts: 2, backoffMs: 1_000 } } },
    }),
  );
  for (let look = 0; look < looks; look += 1) {
    run = run.and(prepares('a', { with: { effect: 'read' } })).and(notYet(run.now + 60_000));
    if (look < looks - 1) run = run.later(60_000);
  }
  return run;
};

test('[R8] a wait looks again when it said, uses up no retry, and keeps when it began', () => {
  const run = waiting(5);
  expect(run.step('a')).toMatchObject({
    status: 'retry-wait',
    tries: 0,
    attempt: 5,
    waitingSince: START,
    retryAt: run.now + 60_000,
  });
  expect(nextActions(run.state, run.now)).toEqual({ actions: [], wakeAt: run.now + 60_000 });
  expect(nextActions(run.state, run.now + 60_000).actions).toMatchObject([{ type: 'prepare' }]);
  expect(waitingReasons(run.state, run.now)).toMatchObject([
    { code: 'look-again', message: 'It is not there yet.', at: run.now + 60_000 },
  ]);
  expect(stepView(run.state, 'a')?.shown).toBe('waiting');
});

test('[F2] a real failure while it waits is counted as any other', () => {
  const run = waiting(3)
    .later(60_000)
    .and(prepares('a', { with: { effect: 'read' } }))
    .and(failsWith('a', 'transient'));
  expect(run.step('a')).toMatchObject({ status: 'retry-wait', tries: 1, waitingSince: START });
  expect(stepView(run.state, 'a')?.shown).toBe('retrying');
});

test('[F2] after a person asks for a retry the wait begins anew', () => {
  const run = waiting(2)
    .later(60_000)
    .and(prepares('a', { with: { effect: 'read' } }))
    .and(failsWith('a', 'permanent'))
    .and({ type: 'retry-step', address: { stepId: 'a' }, actor: ana });
  expect(run.step('a').waitingSince).toBeUndefined();
});

test('[R5] a run that stops does not wait', () => {
  const run = given(aPlan('a'))
    .and(prepares('a', { with: { effect: 'read' } }))
    .and({ type: 'stop-run', mode: 'after-running', actor: ana })
    .and(notYet(START + 60_000));
  expect(run.step('a').status).toBe('cancelled');
  expect(run.state.status).toBe('cancelled');
});

test('a write that says "not yet" is a write that failed', () => {
  const run = given(aPlan('a'))
    .and(prepares('a', { with: { effect: 'write' } }))
    .and(notYet(START + 60_000));
  expect(run.step('a')).toMatchObject({ tries: 1 });
  expect(run.step('a').waitingSince).toBeUndefined();
});
