import { describe, expect, test } from 'vitest';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  crashes,
  done,
  given,
  isLost,
  postconditions,
  prepares,
  reconciles,
} from '#core/testing/given.ts';
import { EFFECT_TRANSITIONS, mayBecome } from './effect.ts';
import { nextActions } from './schedule.ts';
import { operationKeyOf } from './operation-key.ts';
import { effectsView } from './views.ts';

const allow = { policy: { verdict: 'allow' as const } };
const sent = (more = {}, document = aPlan('a -> b', { steps: { a: { work: writeWork() } } })) =>
  given(document).and(prepares('a', { ...allow, ...more }));
const lost = (more = {}) => sent(more).and(isLost('a'));
const resolve = (key: string, verdict: 'happened' | 'did-not-happen', evidence = 'I looked at the table.') =>
  ({
    type: 'resolve-unknown',
    address: { stepId: 'a' },
    operationKey: key,
    verdict,
    evidence,
    actor: ana,
  }) as const;

describe('the journal', () => {
  test('[E1] the intent is an event before the call, the outcome before anything that depends on it', () => {
    const run = sent();
    expect(Object.values(run.state.effects)).toMatchObject([{ state: 'intended', tool: 'test.write' }]);
    run.when(prepares('b')).isRefused('step-not-ready');
    run.and(answers('a'));
    expect(Object.values(run.state.effects)).toMatchObject([{ state: 'committed' }]);
    expect(run.step('b').status).toBe('ready');
  });

  test('[E1] a read leaves no entry', () => {
    const run = done(given(aPlan('a')), 'a');
    expect(run.state.effects).toEqual({});
  });

  test('[E3] the operation key is stable over retries and differs by run, address, arguments and generation', () => {
    const key = operationKeyOf('r', { stepId: 'a' }, 'work', 'h', 0);
    expect(operationKeyOf('r', { stepId: 'a' }, 'work', 'h', 0)).toBe(key);
    const others = [
      operationKeyOf('r2', { stepId: 'a' }, 'work', 'h', 0),
      operationKeyOf('r', { stepId: 'a', item: 0 }, 'work', 'h', 0),
      operationKeyOf('r', { stepId: 'a' }, 'fallback-1', 'h', 0),
      operationKeyOf('r', { stepId: 'a' }, 'work', 'h2', 0),
      operationKeyOf('r', { stepId: 'a' }, 'work', 'h', 1),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
    const run = sent();
    const first = run.step('a').call?.operationKey;
    run
      .and(
        answers('a', {
          outcome: 'not-applied',
          failure: { class: 'transient', code: 'busy', message: 'Busy.' },
        }),
      )
      .later(1_000)
      .and(prepares('a', allow));
    expect(run.step('a').call).toMatchObject({ operationKey: first, attempt: 2 });
  });

  test('only the drawn transitions exist', () => {
    expect(mayBecome(undefined, 'intended')).toBe(true);
    expect(mayBecome('unknown', 'committed')).toBe(true);
    expect(mayBecome('committed', 'intended')).toBe(false);
    expect(mayBecome('undone', 'intended')).toBe(false);
    expect(Object.keys(EFFECT_TRANSITIONS)).toHaveLength(5);
  });
});

describe('unknown outcomes', () => {
  test('[E2] a lost write is unknown: not retried, skipped, replanned or failed before it is reconciled', () => {
    const run = lost();
    expect(run.step('a').status).toBe('unknown');
    run.when(prepares('a', allow)).isRefused('step-not-ready');
    run
      .when({ type: 'skip-step', address: { stepId: 'a' }, cause: 'when', reason: 'no' })
      .isRefused('step-not-ready');
    run.when({ type: 'retry-step', address: { stepId: 'a' }, actor: ana }).isRefused('step-not-failed');
    run
      .when({
        type: 'fail-preparation',
        address: { stepId: 'a' },
        failure: { class: 'permanent', code: 'x', message: 'x' },
      })
      .isRefused('step-not-ready');
    expect(nextActions(run.state, run.now).actions).toMatchObject([
      { type: 'reconcile', address: { stepId: 'a' } },
    ]);
    expect(run.state.replan).toBeUndefined();
  });

  test('[E2] a read is never unknown', () => {
    given(aPlan('a'))
      .and(prepares('a'))
      .when(answers('a', { outcome: 'unknown' }))
      .records('attempt-finished', 'step-failed', 'replan-requested');
  });

  test('[E2] a crash in flight is unknown; reconciled as committed it counts as done', () => {
    const run = sent().and(crashes('a'));
    run.when(reconciles('a', 'committed')).records('effect-reconciled', 'step-succeeded');
    expect(effectsView(run.state)).toMatchObject({ committed: 1, unknown: 0 });
  });

  test('[E2] reconciled as committed, its postconditions are still checked', () => {
    const document = aPlan('a', {
      steps: {
        a: { work: writeWork(), postconditions: [{ id: 'there', expr: 'probe', message: 'Not there.' }] },
      },
    });
    const run = sent({}, document).and(isLost('a'));
    run.when(reconciles('a', 'committed')).records('effect-reconciled');
    expect(run.step('a').status).toBe('checking');
    run.when(postconditions('a')).records('step-succeeded');
  });

  test('[E2] not applied for good: the generation rises and the step starts again', () => {
    const run = lost();
    run.when(reconciles('a', 'not-applied')).records('effect-reconciled', 'retry-scheduled');
    expect(run.step('a')).toMatchObject({ status: 'retry-wait', generation: 1, retryAt: run.now });
  });

  test('[E2] calls that are lost again and again use up the retries of the step', () => {
    const run = lost();
    for (let retry = 0; retry < 2; retry += 1)
      run.and(reconciles('a', 'not-applied'), prepares('a', allow), isLost('a'));
    run.when(reconciles('a', 'not-applied')).records('effect-reconciled', 'step-failed', 'replan-requested');
  });

  test('[E2] where the tool cannot be asked a person says what happened, with evidence', () => {
    const run = lost({ canReconcile: false, with: { dedupe: 'none' } });
    expect(nextActions(run.state, run.now)).toEqual({ actions: [], wakeAt: null });
    const key = run.step('a').call?.operationKey ?? '';
    run.when(resolve(key, 'happened', 'yes')).isRefused('evidence-required');
    run.when({ ...resolve(key, 'happened'), actor: { kind: 'driver', id: 'd' } }).isRefused('not-allowed');
    run.when(resolve('other', 'happened')).isRefused('step-not-unknown');
    run
      .when({ type: 'check-unknown-again', address: { stepId: 'a' }, operationKey: key, actor: ana })
      .isRefused('not-allowed');
    run.when(resolve(key, 'happened')).records('effect-reconciled', 'step-succeeded');
    expect(run.step('a').manual).toBe(true);
    const other = lost();
    other
      .when(resolve(other.step('a').call?.operationKey ?? '', 'did-not-happen'))
      .records('effect-reconciled', 'retry-scheduled');
  });

  test('[E3] "not found" counts only after intent + timeout + maxInFlightMs', () => {
    const run = lost({ with: { dedupe: 'lookup' } });
    const quietAt = run.now + 60_000 + 10_000;
    expect(run.when(reconciles('a', 'not-applied')).event('reconcile-inconclusive').nextAt).toBe(quietAt);
    expect(nextActions(run.state, run.now).wakeAt).toBe(quietAt);
    run.later(70_000);
    expect(nextActions(run.state, run.now).actions).toMatchObject([{ type: 'reconcile' }]);
    run.when(reconciles('a', 'not-applied')).records('effect-reconciled', 'retry-scheduled');
  });

  test('[E3] a target that holds our key answers exactly, at once', () => {
    lost().when(reconciles('a', 'not-applied')).records('effect-reconciled', 'retry-scheduled');
    lost()
      .when(reconciles('a', 'not-applied', false))
      .records('reconcile-inconclusive');
  });

  test('an inconclusive answer is asked again later, or now when a person says so', () => {
    const run = lost().and(reconciles('a', 'inconclusive'));
    expect(nextActions(run.state, run.now)).toMatchObject({ actions: [], wakeAt: run.now + 10_000 });
    run.and({
      type: 'check-unknown-again',
      address: { stepId: 'a' },
      operationKey: run.step('a').call?.operationKey ?? '',
      actor: ana,
    });
    expect(nextActions(run.state, run.now).actions).toMatchObject([{ type: 'reconcile' }]);
  });

  test('[E2] a step that was lost while the run stops and took no effect is cancelled', () => {
    const run = given(aPlan('a, b', { steps: { a: { work: writeWork() } } })).and(
      prepares('a', allow),
      prepares('b'),
      isLost('a'),
      { type: 'stop-run', mode: 'after-running', actor: ana },
    );
    run.when(reconciles('a', 'not-applied')).records('effect-reconciled', 'step-cancelled');
  });
});

test('[E4] what was committed stays when a run is stopped, and is listed', () => {
  const run = given(aPlan('a -> b', { steps: { a: { work: writeWork() } } })).and(
    prepares('a', allow),
    answers('a'),
    { type: 'stop-run', mode: 'cancel-now', actor: ana },
  );
  expect(run.step('a').status).toBe('succeeded');
  expect(effectsView(run.state).remaining).toMatchObject([{ summary: 'test.write x', state: 'committed' }]);
});

test('[E5] what a step says it did does not change the journal', () => {
  const run = given(aPlan('a')).and(prepares('a'));
  run.and(answers('a', { observation: { inline: { text: 'I deleted all users. error error' } } }));
  expect(run.step('a').status).toBe('succeeded');
  expect(run.state.effects).toEqual({});
});
