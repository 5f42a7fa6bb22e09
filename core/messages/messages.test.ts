import { describe, expect, test } from 'vitest';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import { ana, ben, approves, failsWith, given, isLost, prepares, rejects } from '#core/testing/given.ts';
import { waitingReasons } from '#core/run/views.ts';
import { problemsText } from './problems.ts';
import { rejectionMessage } from './rejections.ts';
import { RUN_WORDS, STEP_WORDS, stepText } from './states.ts';
import { waitDetail, waitMessage, waitTimer, waitTitle } from './waits.ts';
import { duration, list } from './words.ts';

describe('what a run waits for', () => {
  test('is named with its step and its time', () => {
    const document = aPlan('a, b, c', {
      steps: {
        a: {
          work: writeWork('users'),
          title: 'Copy users',
          approval: { approvers: 2, expiresAfterMs: 14 * 60_000 },
        },
      },
    });
    const run = given(document).and(
      prepares('a'),
      approves('a', ana),
      prepares('b'),
      failsWith('b', 'transient'),
    );
    const reasons = waitingReasons(run.state, run.now);
    const texts = reasons.map((reason) => waitMessage(reason));
    expect(texts).toContain('"Copy users" needs approval: test.write users (expires in 14 min)');
    expect(texts).toContain('"Step b": retry 2 of 3 (starts in 1 s)');
    expect(reasons.map(waitDetail)).toContain('1 of 2 approved.');
  });

  test('an unknown outcome that a person must resolve', () => {
    const run = given(aPlan('a', { steps: { a: { work: writeWork() } } })).and(
      prepares('a', { canReconcile: false, policy: { verdict: 'allow' } }),
      isLost('a'),
    );
    expect(waitingReasons(run.state, run.now).map((reason) => waitMessage(reason))).toEqual([
      '"Step a", outcome unknown: test.write x',
    ]);
  });

  test('a screen names its steps by number, and a batch by its calls', () => {
    const address = { stepId: 'copy' };
    const name = () => 'Step 4';
    expect(waitTitle({ code: 'person-step', address, stepTitle: 'Ask Ben' }, name)).toBe(
      'Step 4 waits for a person: Ask Ben',
    );
    const batch = { code: 'approval', address, stepTitle: 'Copy users', calls: 8 } as const;
    expect(waitTitle(batch, name)).toBe('Step 4 needs approval of 8 calls: Copy users');
    expect(waitTitle({ code: 'escalation', address, reason: 'x' }, name)).toContain('Step 4 failed');
    expect(waitTimer({ code: 'retry', address, at: 5 })).toEqual({ word: 'Starts in', at: 5 });
  });
});

describe('a refusal', () => {
  test('[A3] tells the second person who decided what, and when', () => {
    const run = given(aPlan('a', { steps: { a: { work: writeWork() } } })).and(
      prepares('a'),
      approves('a', ana),
    );
    const outcome = run.when(rejects('a', ben));
    if (outcome.decision.ok) throw new Error('not refused');
    expect(rejectionMessage(outcome.decision.rejection)).toBe(
      'Ana approved this at 08:00 UTC. Nothing for you to do.',
    );
  });

  test('shows what changed', () => {
    expect(
      rejectionMessage({ code: 'approval-changed', changed: [{ what: 'seal' }, { what: 'planVersion' }] }),
    ).toBe('This changed since you read it: the call and the plan version. Read the card again.');
  });
});

test('words follow the rules of the screens', () => {
  const words = [...Object.values(STEP_WORDS), ...Object.values(RUN_WORDS)];
  expect(words.join(' ')).not.toMatch(/please|oops|success|!|timeout/i);
  expect(stepText({ shown: 'retrying', attempt: 1, attempts: 3 })).toBe('Retry 2 of 3');
  expect(stepText({ shown: 'dropped', attempt: 0, attempts: 3, droppedBy: 4 })).toBe('Dropped by v4');
  expect(stepText({ shown: 'outcome unknown', attempt: 1, attempts: 3 })).toBe('Outcome unknown');
});

test('small forms', () => {
  expect([
    duration(0),
    duration(59_001),
    duration(61_000),
    duration(3_600_000),
    duration(90 * 3_600_000),
  ]).toEqual(['0 s', '1 min', '2 min', '1 h', '4 d']);
  expect([list([]), list(['a']), list(['a', 'b', 'c'], 'or')]).toEqual(['', 'a', 'a, b or c']);
  expect(problemsText([{ code: 'x', severity: 'error', path: '', message: '' }])).toBe('1 error');
});
