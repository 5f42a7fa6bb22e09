import { describe, expect, test } from 'vitest';
import { aPlan, aStep } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  crashes,
  driver,
  failsWith,
  given,
  postconditions,
  prepares,
  START,
} from '#core/testing/given.ts';
import { FailureClass, type Failure } from './events.ts';
import { chooseRecovery, RECOVERIES, retryDelayMs, triggerOf, type Recovery } from './failure.ts';
import { nextActions } from './schedule.ts';

const failure = (failureClass: FailureClass, more: Partial<Failure> = {}): Failure => ({
  class: failureClass,
  code: 'x',
  message: 'It failed.',
  ...more,
});

describe('[F6] the choice is a pure table', () => {
  const expected: Record<FailureClass, [all: Recovery, noRetries: Recovery, none: Recovery]> = {
    transient: ['retry', 'replan', 'escalate'],
    permanent: ['replan', 'replan', 'escalate'],
    precondition: ['replan', 'replan', 'escalate'],
    postcondition: ['replan', 'replan', 'escalate'],
    denied: ['replan', 'replan', 'escalate'],
    rejected: ['replan', 'replan', 'escalate'],
    'could-not': ['replan', 'replan', 'escalate'],
    'over-budget': ['escalate', 'escalate', 'escalate'],
    'timed-out': ['replan', 'replan', 'escalate'],
    cancelled: ['escalate', 'escalate', 'escalate'],
  };
  test.each(FailureClass.options)('%s', (failureClass) => {
    const [all, noRetries, none] = expected[failureClass];
    expect(chooseRecovery(failure(failureClass), { retries: 2, replans: 2 })).toBe(all);
    expect(chooseRecovery(failure(failureClass), { retries: 0, replans: 1 })).toBe(noRetries);
    expect(chooseRecovery(failure(failureClass), { retries: 0, replans: 0 })).toBe(none);
  });
  test('every class has a way out', () => {
    for (const recoveries of Object.values(RECOVERIES)) expect(recoveries.at(-1)).toBe('escalate');
  });
});

describe('retry', () => {
  test('[F2] transient failures are retried with backoff, as often as the step says, then replanned', () => {
    const run = given(aPlan('a', { steps: { a: { retry: { attempts: 3, backoffMs: 1_000 } } } })).and(
      prepares('a'),
    );
    expect(run.when(failsWith('a', 'transient')).event('retry-scheduled')).toMatchObject({
      attempt: 2,
      at: START + 1_000,
    });
    run.when(prepares('a')).isRefused('step-not-ready');
    expect(nextActions(run.state, run.now)).toEqual({ actions: [], wakeAt: START + 1_000 });
    run.later(1_000).and(prepares('a'));
    expect(run.when(failsWith('a', 'transient')).event('retry-scheduled')).toMatchObject({
      attempt: 3,
      at: START + 3_000,
    });
    run.later(2_000).and(prepares('a'));
    expect(run.when(failsWith('a', 'transient')).event('replan-requested').trigger.kind).toBe(
      'dependency-unavailable',
    );
  });

  test('[F2] backoff doubles up to its cap, jitter shortens it, Retry-After is a floor', () => {
    const step = { ...aStep('a'), retry: { backoffMs: 1_000, maxBackoffMs: 5_000 } };
    const delays = [0, 1, 2, 3, 100].map((tries) => retryDelayMs(step, tries, failure('transient'), 0));
    expect(delays).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(retryDelayMs(step, 0, failure('transient'), 1)).toBe(500);
    expect(retryDelayMs(step, 0, failure('transient', { retryAfterMs: 90_000 }), 1)).toBe(90_000);
  });

  test('[F2] nothing but transient is retried without a person; a person may', () => {
    const run = given(aPlan('a', { limits: { replans: 0 } })).and(prepares('a'));
    run.when(failsWith('a', 'permanent')).records('attempt-finished', 'step-failed', 'run-escalated');
    run.when({ type: 'retry-step', address: { stepId: 'a' }, actor: driver }).isRefused('not-allowed');
    run.when({ type: 'retry-step', address: { stepId: 'x' }, actor: ana }).isRefused('step-not-found');
    run.when({ type: 'retry-step', address: { stepId: 'a' }, actor: ana }).records('retry-scheduled');
    expect(run.state.escalation).toBeUndefined();
    run.and(prepares('a'), answers('a'));
    expect(run.step('a').attempt).toBe(2);
  });

  test('[F2] failures to prepare count as well, so they end', () => {
    const run = given(aPlan('a', { limits: { replans: 0 } }));
    const fail = {
      type: 'fail-preparation',
      address: { stepId: 'a' },
      failure: failure('transient'),
    } as const;
    run.when(fail).records('retry-scheduled');
    run.later(60_000).when(fail).records('retry-scheduled');
    run.later(60_000).when(fail).records('step-failed', 'run-escalated');
  });
});

describe('classes', () => {
  test('[F1] a step that kills its worker three times is poison', () => {
    const run = given(aPlan('a'));
    for (const _ of [1, 2])
      run.and(prepares('a')).when(crashes('a')).records('attempt-finished', 'retry-scheduled');
    expect(run.and(prepares('a')).when(crashes('a')).event('step-failed').failure).toMatchObject({
      class: 'permanent',
      code: 'poison',
    });
  });

  test('[F1] the word "error" in an output means nothing', () => {
    given(aPlan('a'))
      .and(prepares('a'))
      .when(answers('a', { observation: { inline: 'error: failed' } }))
      .records('attempt-finished', 'step-succeeded');
  });

  test('[F1] an output that does not fit its schema fails for good', () => {
    const { failure: found } = given(aPlan('a'))
      .and(prepares('a'))
      .when(answers('a', { outputProblem: 'rows is missing' }))
      .event('step-failed');
    expect(found).toMatchObject({ class: 'permanent', code: 'output-invalid' });
  });

  test('[F7] "could not" goes to the planner with its suggestion', () => {
    const run = given(aPlan('a')).and(prepares('a'));
    const answer = failsWith('a', 'could-not', {
      failure: { class: 'could-not', code: 'x', message: 'Could not. Suggest reading the replica.' },
    });
    expect(run.when(answer).event('replan-requested').trigger).toMatchObject({
      kind: 'step-failed',
      stepId: 'a',
      message: 'Could not. Suggest reading the replica.',
    });
  });

  test('a failed precondition, assumption and postcondition are triggers with their evidence', () => {
    const check = (kind: 'precondition' | 'assumption', holds: boolean) => ({
      id: 'c',
      kind,
      expr: 'false',
      holds,
      message: 'No.',
      at: START,
    });
    const precondition = given(aPlan('a')).when(prepares('a', { checks: [check('precondition', false)] }));
    precondition.records('step-failed', 'replan-requested');
    expect(precondition.event('replan-requested').trigger).toMatchObject({
      kind: 'precondition-failed',
      checks: [{ id: 'c' }],
    });
    const assumption = given(aPlan('a')).when(
      prepares('a', { checks: [check('precondition', true), check('assumption', false)] }),
    );
    expect(assumption.event('replan-requested').trigger.kind).toBe('assumption-contradicted');
    const document = aPlan('a', {
      steps: { a: { postconditions: [{ id: 'p', expr: 'false', message: 'Not there.' }] } },
    });
    const post = given(document).and(prepares('a'), answers('a')).when(postconditions('a', false));
    expect(post.event('step-failed').failure).toMatchObject({
      class: 'postcondition',
      code: 'check:p',
      message: 'Not there.',
    });
    expect(triggerOf(failure('over-budget'), 'a').kind).toBe('over-budget');
  });

  test('what policy denies fails its step', () => {
    const outcome = given(aPlan('a')).when(
      prepares('a', { policy: { verdict: 'deny', rules: ['no-reads'], reason: 'Not here.' } }),
    );
    expect(outcome.event('step-failed').failure).toMatchObject({
      class: 'denied',
      code: 'policy:no-reads',
      message: 'Not here.',
    });
  });
});
