import { describe, expect, test } from 'vitest';
import { aPlan, aStep, irreversibleWork, writeWork } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  ben,
  crashes,
  done,
  failsWith,
  given,
  isLost,
  postconditions,
  prepares,
  reconciles,
  successChecks,
  approves,
  type Ask,
} from '#core/testing/given.ts';
import { decide } from './decide.ts';
import { fold } from './evolve.ts';
import { initialState } from './initial-state.ts';
import { nextActions } from './schedule.ts';
import { progress } from './views.ts';

const check = { id: 'done', expr: 'true', message: 'Not done.' };
const stop = { type: 'stop-run', mode: 'after-running', actor: ana } as const;
const started = (document = aPlan('a')) => ({
  type: 'start-run' as const,
  at: 1,
  actor: ana,
  workspaceId: 'w',
  runId: 'r',
  planId: 'p',
  planVersion: 1,
  planHash: 'h',
  document,
  identity: 'service',
  solo: false,
});

describe('start', () => {
  test('[R9] an empty plan cannot run', () => {
    expect(decide(initialState(), started({ ...aPlan('a'), steps: [] }))).toEqual({
      ok: false,
      rejection: { code: 'plan-empty' },
    });
  });

  test('a plan that needs what is not available is refused, naming each', () => {
    const document = aPlan('a, b, c', {
      steps: {
        a: { work: { kind: 'model', prompt: 'Think.', outputSchema: {} } },
        b: { fallbacks: [writeWork()] },
        c: { work: { kind: 'checkpoint', question: 'Go on?' } },
      },
    });
    expect(decide(initialState(), started(document))).toMatchObject({
      ok: false,
      rejection: {
        code: 'feature-not-available',
        features: [
          { stepId: 'a', feature: 'model' },
          { stepId: 'b', feature: 'fallbacks' },
          { stepId: 'c', feature: 'checkpoint' },
        ],
      },
    });
  });

  test('a run starts once', () => {
    given(aPlan('a')).when(started()).isRefused('run-already-started');
  });

  test('ids such as __proto__ and constructor are ordinary', () => {
    const run = given(aPlan('__proto__ -> constructor'));
    done(run, '__proto__', 'constructor').when(successChecks()).records('success-checked', 'run-finished');
    expect(run.state.status).toBe('succeeded');
  });
});

describe('concurrency', () => {
  test('[R1] no more attempts than the limit are in flight', () => {
    const run = given(aPlan('a, b, c', { limits: { concurrency: 2 } })).and(prepares('a'), prepares('b'));
    run.when(prepares('c')).isRefused('concurrency-full', { limit: 2 });
    run.and(answers('a')).when(prepares('c')).records('attempt-dispatched');
  });

  test('[case 76] [R2] steps that finish in another order leave the same state', () => {
    const finish = (order: string[]) => {
      const run = given(aPlan('a -> d, b -> d, c -> d')).and(prepares('a'), prepares('b'), prepares('c'));
      run.and(...order.map((key) => answers(key)));
      return {
        d: run.step('d'),
        a: run.step('a').status,
        b: run.step('b').status,
        c: run.step('c').status,
        open: run.state.openSteps,
        spent: run.state.spent,
      };
    };
    expect(finish(['c', 'a', 'b'])).toEqual(finish(['a', 'b', 'c']));
    expect(finish(['b', 'c', 'a']).d.status).toBe('ready');
  });

  test('[R12] two writes of one resource are not in flight together', () => {
    const write = { work: writeWork('users') };
    const run = given(aPlan('a, b', { steps: { a: write, b: write } }));
    const allow = { policy: { verdict: 'allow' as const } };
    run
      .and(prepares('a', allow))
      .when(prepares('b', { ...allow, with: { args: { key: 'users', value: 2 } }, argsHash: 'x' }))
      .isRefused('seal-mismatch');
    const other = given(aPlan('a, b', { steps: { a: write, b: { work: writeWork('users', 2) } } })).and(
      prepares('a', allow),
    );
    other
      .when(prepares('b', allow))
      .isRefused('resource-busy', { resource: 'users', heldBy: { stepId: 'a' } });
    other.and(isLost('a')).when(prepares('b', allow)).isRefused('resource-busy');
    other.and(reconciles('a', 'committed')).when(prepares('b', allow)).records('attempt-dispatched');
  });

  test('[R15] at most four steps are newly started per turn', () => {
    const run = given(aPlan('a, b, c, d, e, f', { limits: { concurrency: 10 } }));
    expect(nextActions(run.state, run.now).actions).toHaveLength(4);
  });
});

describe('end', () => {
  test('[case 19] two islands: the run ends when the last step of both has ended', () => {
    const run = given(aPlan('a -> b, c -> d -> e -> f -> g'));
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      done(run, id);
      expect(nextActions(run.state, run.now).actions).not.toContainEqual({ type: 'check-success' });
    }
    done(run, 'g');
    expect(progress(run.state)).toEqual({ done: 7, total: 7 });
    run.when(successChecks(true)).records('success-checked', 'run-finished');
  });

  test('[R7] a run succeeds when every success check holds on fresh evidence', () => {
    const run = done(given(aPlan('a')), 'a');
    expect(nextActions(run.state, run.now).actions).toEqual([{ type: 'check-success' }]);
    run.when(successChecks(true)).records('success-checked', 'run-finished');
    expect(run.state.end).toMatchObject({ status: 'succeeded', end: 'goal-met' });
  });

  test('[R7] a success check that was not evaluated does not hold', () => {
    const run = done(given(aPlan('a', { success: [check, { ...check, id: 'more' }] })), 'a');
    run
      .when({
        type: 'record-success-checks',
        checks: [{ id: 'done', kind: 'success', expr: 'true', holds: true, at: run.now }],
      })
      .records('success-checked', 'replan-requested');
  });

  test('[R7] all steps done with a failing check asks for a replan, then for a person', () => {
    const run = done(given(aPlan('a')), 'a');
    run.when(successChecks(false)).records('success-checked', 'replan-requested');
    const exhausted = done(given(aPlan('a', { limits: { replans: 0 } })), 'a');
    exhausted.when(successChecks(false)).records('success-checked', 'run-escalated');
    expect(nextActions(exhausted.state, exhausted.now).actions).toEqual([]);
  });

  test('[R7] without success checks only a run that wrote nothing succeeds', () => {
    const reads = given(aPlan('a', { success: [] })).and(prepares('a'));
    reads.when(answers('a')).records('attempt-finished', 'step-succeeded', 'run-finished');
    const writes = given(aPlan('a', { success: [], steps: { a: { work: writeWork() } } })).and(
      prepares('a', { policy: { verdict: 'allow' } }),
    );
    writes.when(answers('a')).records('attempt-finished', 'step-succeeded', 'run-escalated');
  });

  test('[R3] a step that has ended takes no other ending', () => {
    const run = done(given(aPlan('a -> b')), 'a');
    run.when(prepares('a')).isRefused('step-not-ready');
    run.when(postconditions('a')).isRefused('step-not-ready');
    run.when({ type: 'retry-step', address: { stepId: 'a' }, actor: ana }).isRefused('step-not-failed');
    run
      .when({ type: 'skip-step', address: { stepId: 'a' }, cause: 'when', reason: 'no' })
      .isRefused('step-not-ready');
  });

  test('[R3] a failed step may be retried until the run ends', () => {
    const run = given(aPlan('a', { limits: { replans: 0 } })).and(prepares('a'), failsWith('a'));
    run.when({ type: 'retry-step', address: { stepId: 'a' }, actor: ana }).records('retry-scheduled');
    run
      .and(prepares('a'), failsWith('a'), stop)
      .when({ type: 'retry-step', address: { stepId: 'a' }, actor: ana })
      .isRefused('run-ended');
  });
});

describe('a step fails', () => {
  test('[case 80] a retry sends the failed step alone; what was read before it stays', () => {
    const run = done(given(aPlan('a -> b -> c', { limits: { replans: 0 } })), 'a');
    const before = run.step('a');
    run.and(prepares('b'), failsWith('b'));
    run.when({ type: 'retry-step', address: { stepId: 'b' }, actor: ana }).records('retry-scheduled');
    run.when(prepares('a')).isRefused('step-not-ready');
    done(done(run, 'b'), 'c');
    expect(run.step('a')).toEqual(before);
    run.when(successChecks(true)).records('success-checked', 'run-finished');
  });

  test('[R4] with no recovery left a person is asked, and the run fails when nobody answers in time', () => {
    const run = given(aPlan('a -> b, c', { limits: { replans: 0, escalateMs: 60_000 } })).and(prepares('a'));
    expect(run.when(failsWith('a')).event('run-escalated')).toMatchObject({
      stepId: 'a',
      untilAt: run.now + 60_000,
    });
    run.when(prepares('c')).isRefused('run-not-running');
    expect(nextActions(run.state, run.now)).toEqual({ actions: [], wakeAt: run.now + 60_000 });
    run.later(59_999).when({ type: 'fire-timers' }).records();
    run.later(1).when({ type: 'fire-timers' }).records('run-stop-requested', 'run-finished');
    expect(run.state.end).toMatchObject({ status: 'failed', end: 'gave-up' });
    expect(run.step('c').status).toBe('skipped');
  });

  test('[R4] an escalation of 0 ms ends the run failed once nothing is in flight', () => {
    const run = given(aPlan('a, b', { limits: { replans: 0, escalateMs: 0 } })).and(
      prepares('a'),
      prepares('b'),
    );
    run.when(failsWith('a')).records('attempt-finished', 'step-failed', 'run-stop-requested');
    run.when(answers('b')).records('attempt-finished', 'step-succeeded', 'run-finished');
    expect(run.state.status).toBe('failed');
  });

  test('[case 74] [R4] finish-independent goes on with what does not need the failed step, then fails', () => {
    const run = given(aPlan('a -> b -> c, d', { limits: { onStepFailure: 'finish-independent' } })).and(
      prepares('a'),
    );
    run.when(failsWith('a')).records('attempt-finished', 'step-failed', 'step-skipped', 'step-skipped');
    expect([run.step('b').skippedBy, run.step('c').skippedBy]).toEqual(['join', 'join']);
    run.and(prepares('d')).when(answers('d')).records('attempt-finished', 'step-succeeded', 'run-finished');
    expect(run.state.status).toBe('failed');
  });

  test('[R4] cancel-running cancels what is in flight and ends failed', () => {
    const run = given(aPlan('a, b', { limits: { replans: 0, onStepFailure: 'cancel-running' } })).and(
      prepares('a'),
      prepares('b'),
    );
    run.when(failsWith('a')).records('attempt-finished', 'step-failed', 'run-stop-requested');
    expect(run.state.stopMode).toBe('cancel-now');
    run.when(failsWith('b', 'cancelled')).records('attempt-finished', 'step-cancelled', 'run-finished');
    expect(run.state.status).toBe('failed');
  });
});

describe('stop and pause', () => {
  test('[R5] a stop lets attempts in flight end, and starts nothing', () => {
    const run = given(aPlan('a, b -> c')).and(prepares('a'));
    run.when(stop).records('run-stop-requested');
    run.when(prepares('b')).isRefused('run-stopping');
    run.when(answers('a')).records('attempt-finished', 'step-succeeded', 'run-finished');
    expect([run.step('a').status, run.step('b').status, run.step('c').status]).toEqual([
      'succeeded',
      'cancelled',
      'cancelled',
    ]);
    expect(run.state.end).toMatchObject({ status: 'cancelled', end: 'stopped' });
  });

  test('[case 73] [R5] a write that is cancelled in flight ends as unknown, never as silently cancelled', () => {
    const run = given(aPlan('a', { steps: { a: { work: writeWork() } } })).and(
      prepares('a', { policy: { verdict: 'allow' } }),
      { ...stop, mode: 'cancel-now' },
    );
    run.when(isLost('a')).records('attempt-finished', 'run-finished');
    expect([run.state.status, run.step('a').status]).toEqual(['cancelled', 'unknown']);
    run
      .when({
        type: 'resolve-unknown',
        address: { stepId: 'a' },
        operationKey: run.step('a').call?.operationKey ?? '',
        verdict: 'happened',
        evidence: 'The row is there.',
        actor: ana,
      })
      .records('effect-reconciled');
    expect([run.state.status, run.step('a').status]).toEqual(['cancelled', 'succeeded']);
  });

  test('[R5] a run can be stopped while it waits, is in backoff, paused, escalated or replanning', () => {
    const document = aPlan('a', { steps: { a: { work: writeWork() } }, limits: { replans: 1 } });
    const states = {
      waiting: given(document).and(prepares('a')),
      backoff: given(aPlan('a')).and(prepares('a'), failsWith('a', 'transient')),
      paused: given(document).and({ type: 'pause-run', actor: ana }),
      replanning: given(aPlan('a')).and(prepares('a'), failsWith('a')),
      escalated: given(aPlan('a', { limits: { replans: 0 } })).and(prepares('a'), failsWith('a')),
    };
    for (const run of Object.values(states)) {
      run.and(stop);
      expect(run.state.status).toBe('cancelled');
    }
    expect(Object.values(states.waiting.state.approvals).map((approval) => approval.status)).toEqual([
      'voided',
    ]);
  });

  test('[R5] a gentle stop may be turned into a cancel, not the other way round', () => {
    const run = given(aPlan('a')).and(prepares('a'), stop);
    run.when({ ...stop, mode: 'cancel-now' }).records('run-stop-requested');
    run.when(stop).isRefused('run-stopping');
  });

  test('[R6] pause starts nothing new and lets running attempts finish', () => {
    const run = given(aPlan('a, b')).and(prepares('a'), { type: 'pause-run', actor: ana });
    run.when(prepares('b')).isRefused('run-not-running');
    expect(nextActions(run.state, run.now).actions).toMatchObject([{ type: 'attend' }]);
    run.when(answers('a')).records('attempt-finished', 'step-succeeded');
    expect(nextActions(run.state, run.now).actions).toEqual([]);
    run.when({ type: 'pause-run', actor: ana }).isRefused('already-paused');
    run.and({ type: 'resume-run', actor: ana }).when(prepares('b')).records('attempt-dispatched');
    run.when({ type: 'resume-run', actor: ana }).isRefused('not-paused');
  });
});

describe('a worker dies', () => {
  test('[R8] a read starts again, a write is unknown, and a late outcome changes nothing', () => {
    const run = given(aPlan('a, b', { steps: { b: { work: writeWork() } } })).and(
      prepares('a'),
      prepares('b', { policy: { verdict: 'allow' } }),
    );
    const late = answers('a')(run);
    run.when(crashes('a')).records('attempt-finished', 'retry-scheduled');
    run.when(crashes('b')).records('attempt-finished');
    expect([run.step('a').status, run.step('b').status]).toEqual(['retry-wait', 'unknown']);
    run.when(late).isRefused('attempt-not-current');
    run.when(crashes('a')).isRefused('attempt-not-current');
    run.and(prepares('a')).when(late).isRefused('attempt-not-current');
  });

  test('[R8] the state at any event is the fold of the events until there', () => {
    const run = done(given(aPlan('a -> b', { steps: { b: { work: writeWork() } } })), 'a', 'b');
    for (let length = 1; length <= run.log.length; length += 1) {
      const half = fold(run.log.slice(0, length));
      expect(fold(run.log.slice(length), half)).toEqual(fold(run.log));
    }
  });
});

describe('joins', () => {
  test('[case 75] [R13] a when-skip cascades through joins of all, a person-skip does not', () => {
    const run = given(aPlan('a -> b -> c', { steps: { a: { when: 'false' } } }));
    run
      .when({ type: 'skip-step', address: { stepId: 'a' }, cause: 'when', reason: 'The condition is false.' })
      .records('step-skipped', 'step-skipped', 'step-skipped');
    const skippable = given(aPlan('a -> b', { steps: { a: { work: writeWork(), skippable: true } } })).and(
      prepares('a'),
    );
    skippable.and((r) => ({
      type: 'decide-approvals',
      actor: ben,
      decider: { actor: ben, roles: ['approver'] },
      verdict: 'reject',
      reason: 'Not needed.',
      next: 'skip',
      decisions: [{ approvalId: r.approval('a').request.approvalId, seal: r.approval('a').request.seal }],
      planVersion: 1,
      policyRevision: 1,
    }));
    expect(skippable.step('b').status).toBe('ready');
  });

  test('[R13] any and atLeast are decided when every need is settled, so timing does not matter', () => {
    const limits = { onStepFailure: 'finish-independent' as const };
    const finish = (order: string[], join: 'any' | { atLeast: number }) => {
      const run = given(aPlan('a -> d, b -> d, c -> d', { limits, steps: { d: { join } } })).and(
        prepares('a'),
        prepares('b'),
        prepares('c'),
      );
      for (const [index, key] of order.entries()) {
        if (index < 2) expect(run.step('d').status).toBe('waiting');
        run.and(key === 'a' ? answers('a') : failsWith(key));
      }
      return run.step('d').status;
    };
    expect(finish(['a', 'b', 'c'], 'any')).toBe('ready');
    expect(finish(['c', 'b', 'a'], 'any')).toBe('ready');
    expect(finish(['a', 'b', 'c'], { atLeast: 2 })).toBe('skipped');
    expect(finish(['b', 'a', 'c'], { atLeast: 2 })).toBe('skipped');
  });
});

describe('forEach', () => {
  const each = (more = {}) =>
    aPlan('list -> copy -> end', {
      steps: { copy: { forEach: { items: 'steps["list"].output', ...more } } },
    });
  const expand = (count: number): Ask => ({
    type: 'expand-for-each',
    address: { stepId: 'copy' },
    count,
    items: { inline: [] },
    itemsHash: 'i',
  });

  test('[R14] one event freezes the items, each child is an address of its own, and the parent follows', () => {
    const run = done(given(each()), 'list');
    expect(nextActions(run.state, run.now).actions).toEqual([
      { type: 'expand-for-each', address: { stepId: 'copy' } },
    ]);
    run.when(expand(2)).records('for-each-expanded');
    run.when(expand(3)).isRefused('step-not-ready');
    run.and(prepares('copy[1]'), prepares('copy[0]'), answers('copy[1]'));
    expect(run.step('copy').status).toBe('running');
    run.when(answers('copy[0]')).records('attempt-finished', 'step-succeeded', 'step-succeeded');
    expect(run.step('end').status).toBe('ready');
  });

  test('[R14] an empty list succeeds, too many items fail', () => {
    const run = done(given(each()), 'list');
    run.when(expand(0)).records('for-each-expanded', 'step-succeeded');
    const many = done(given(each({ maxItems: 2 })), 'list');
    expect(many.when(expand(3)).event('step-failed').failure.code).toBe('too-many-items');
  });

  test('[R14] its own concurrency holds too, and a failed child can be retried', () => {
    const run = done(given({ ...each({ concurrency: 1 }), limits: { replans: 0 } }), 'list').and(
      expand(2),
      prepares('copy[0]'),
    );
    run.when(prepares('copy[1]')).isRefused('concurrency-full', { limit: 1, stepId: 'copy' });
    run.and(failsWith('copy[0]'));
    expect(run.step('copy').status).toBe('running');
    run.and({ type: 'retry-step', address: { stepId: 'copy', item: 0 }, actor: ana });
    run.and(prepares('copy[0]'), answers('copy[0]'), prepares('copy[1]'), answers('copy[1]'));
    expect(run.step('copy').status).toBe('succeeded');
  });

  test('[R14] with finish-independent a failed child fails its step once all children are settled', () => {
    const run = done(given({ ...each(), limits: { onStepFailure: 'finish-independent' } }), 'list').and(
      expand(2),
      prepares('copy[0]'),
      prepares('copy[1]'),
      failsWith('copy[0]'),
    );
    run
      .when(answers('copy[1]'))
      .records('attempt-finished', 'step-succeeded', 'step-failed', 'step-skipped', 'run-finished');
  });
});

describe('person work', () => {
  const document = aPlan('a -> b', { steps: { a: { work: { kind: 'person', prompt: 'Which one?' } } } });

  test('[case 60] [A9] a person who is asked holds no slot', () => {
    const run = given({ ...document, limits: { concurrency: 1 }, steps: [...document.steps, aStep('c')] });
    run.when({ type: 'ask-person', address: { stepId: 'a' }, prompt: 'Which one?' }).records('person-asked');
    run.when(prepares('c')).records('attempt-dispatched');
    const answer = {
      type: 'answer-person-step',
      address: { stepId: 'a' },
      output: { inline: 'this' },
    } as const;
    run.when(answer).isRefused('not-allowed');
    run.when({ ...answer, actor: ana }).records('person-answered', 'step-succeeded');
    expect(run.step('a').manual).toBe(true);
    run.when({ ...answer, actor: ana }).isRefused('step-not-asked');
  });
});

test('an approved irreversible call needs two people', () => {
  const run = given(aPlan('a', { steps: { a: { work: irreversibleWork() } } })).and(
    prepares('a'),
    approves('a', ana),
  );
  expect(run.step('a').status).toBe('needs-approval');
  run.and(approves('a', ben)).when(prepares('a')).records('attempt-dispatched');
});
