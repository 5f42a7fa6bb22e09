import { describe, expect, test } from 'vitest';
import { aPlan, aStep, readWork, testCatalog, writeWork } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  approver,
  approves,
  ben,
  done,
  edits,
  failsWith,
  given,
  isLost,
  planner,
  prepares,
  reconciles,
  successChecks,
  type Ask,
  type TestRun,
} from '#core/testing/given.ts';
import { planHash } from '../plan/normal-form.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';
import { nextActions } from './schedule.ts';

const provenance = { role: 'recovery', kind: 'playbook', ref: 'test@1' } as const;
const proposes =
  (
    document: PlanDocument,
    more: { planVersion?: number; earlierHashes?: string[]; planHash?: string } = {},
  ) =>
  (run: TestRun): Ask => ({
    type: 'propose-revision',
    actor: planner,
    planVersion: run.state.planVersion + 1,
    document,
    planHash: planHash(document),
    note: 'Another way.',
    provenance,
    catalog: testCatalog,
    earlierHashes: [],
    ...more,
  });
const decidesRevision =
  (verdict: 'approve' | 'reject', more: object = {}) =>
  (run: TestRun): Ask => {
    if (run.state.replan?.phase !== 'review') throw new Error('nothing to review');
    const { planVersion, planHash: hash } = run.state.replan;
    return {
      type: 'decide-revision',
      actor: ben,
      decider: approver(ben),
      planVersion,
      planHash: hash,
      verdict,
      reason: 'I have read it.',
      ...more,
    };
  };
const withStep = (document: PlanDocument, id: string, change: Partial<Step>): PlanDocument => ({
  ...document,
  steps: document.steps.map((step) => (step.id === id ? { ...step, ...change } : step)),
});
/** Drops `b` for reading step `b2`, which `c` then needs. */
const document = aPlan('a -> b -> c', { constraints: [{ id: 'safe', text: 'Do not touch orders.' }] });
const revised: PlanDocument = {
  ...document,
  steps: [
    document.steps[0],
    { ...aStep('b2', ['a']), work: readWork('b'), retry: { attempts: 5 } },
    { ...aStep('c', ['b2']) },
  ].filter((step) => step !== undefined),
};
const failed = (of = document) =>
  done(given(of, { planHash: planHash(of) }), 'a').and(prepares('b'), failsWith('b'));
const write = { work: writeWork('users') };

describe('a revision', () => {
  test('[N7] until it is decided nothing new starts', () => {
    const run = failed(aPlan('a -> b -> c, d'));
    expect(nextActions(run.state, run.now).actions).toMatchObject([
      { type: 'revise', trigger: { kind: 'step-failed', stepId: 'b' } },
    ]);
    run.when(prepares('d')).isRefused('replan-pending');
    run.when(proposes(withStep(run.state.document, 'b', write))).records('revision-proposed');
    run.when(prepares('d')).isRefused('replan-pending', { phase: 'review' });
    expect(nextActions(run.state, run.now).actions).toEqual([]);
  });

  test('[N4] what gains no authority is adopted without asking: steps are swapped, what was done stays', () => {
    const run = failed();
    run.when(proposes(revised)).records('revision-proposed', 'revision-adopted', 'step-dropped');
    expect(run.state).toMatchObject({ planVersion: 2, replans: 1, status: 'running' });
    expect([run.step('a').status, run.step('b').status, run.step('b2').status, run.step('c').status]).toEqual(
      ['succeeded', 'dropped', 'ready', 'waiting'],
    );
    expect(run.step('b').droppedBy).toBe(2);
    done(run, 'b2', 'c').when(successChecks()).records('success-checked', 'run-finished');
  });

  test('[N4] what gains authority is reviewed with its reasons', () => {
    const run = failed();
    const proposed = run.when(proposes(withStep(document, 'b', write))).event('revision-proposed');
    expect(proposed.reviewReasons.length).toBeGreaterThan(0);
    run.when(decidesRevision('approve', { planHash: 'other' })).isRefused('revision-changed');
    run.when(decidesRevision('approve', { planVersion: 7 })).isRefused('revision-changed');
    run
      .when(decidesRevision('approve', { decider: approver(ben, ['operator']) }))
      .isRefused('approver-lacks-role');
    run.when(decidesRevision('approve')).records('revision-approved', 'revision-adopted');
    expect(run.step('b')).toMatchObject({ status: 'ready', tries: 0 });
    run.when(prepares('b')).records('approval-requested');
  });

  test('[N7] a rejected revision leaves the decision to a person', () => {
    const run = failed().and(proposes(withStep(document, 'b', write)));
    run.when(decidesRevision('reject', { reason: '' })).isRefused('reason-required');
    run.when(decidesRevision('reject')).records('revision-rejected', 'run-escalated');
    run.when({ type: 'retry-step', address: { stepId: 'b' }, actor: ana }).records('retry-scheduled');
    run.when({ type: 'adopt-revision' }).isRefused('nothing-to-adopt');
  });

  test('[N7] when nobody has a revision a person is asked', () => {
    failed()
      .when({ type: 'decline-revision', reason: 'No playbook fits.' })
      .records('revision-declined', 'run-escalated');
  });

  test('[N7] it is adopted once no changed step is in flight', () => {
    const plan = aPlan('a -> b, a -> c');
    const run = done(given(plan), 'a').and(prepares('b'), prepares('c'), failsWith('b'));
    const next = withStep(withStep(plan, 'b', { retry: { attempts: 5 } }), 'c', { retry: { attempts: 5 } });
    run.when(proposes(next)).records('revision-proposed');
    expect(run.state.replan?.phase).toBe('approved');
    run.when({ type: 'adopt-revision' }).isRefused('in-flight-changed', { steps: ['c'] });
    run.and(failsWith('c'));
    expect(nextActions(run.state, run.now).actions).toEqual([{ type: 'adopt-revision' }]);
    run.when({ type: 'adopt-revision' }).records('revision-adopted');
    expect([run.step('b').status, run.step('c').status]).toEqual(['ready', 'ready']);
  });

  test('[N2] what a changed step did meanwhile is kept: the revision is refused', () => {
    const plan = aPlan('a -> b, a -> c');
    const run = done(given(plan), 'a').and(prepares('b'), prepares('c'), failsWith('b'));
    run.and(
      proposes(withStep(withStep(plan, 'b', { retry: { attempts: 5 } }), 'c', { retry: { attempts: 5 } })),
      answers('c'),
    );
    run.when({ type: 'adopt-revision' }).records('revision-refused');
    expect(run.state.replan?.phase).toBe('asked');
  });
});

describe('what is kept', () => {
  test('[case 86] [N2] finished steps stay byte-equal, constraints stay word for word', () => {
    const reasons = (next: PlanDocument) =>
      failed().when(proposes(next)).event('revision-refused').reasons.join(' ');
    expect(reasons(withStep(revised, 'a', { title: 'Other words' }))).toContain(
      'Step "a" is finished and may not change.',
    );
    expect(
      reasons({
        ...revised,
        steps: revised.steps.filter((step) => step.id !== 'a').map((step) => ({ ...step, needs: [] })),
      }),
    ).toContain('Step "a" is finished and may not be removed.');
    expect(reasons({ ...revised, constraints: [] })).toContain('Constraint "safe"');
    expect(reasons({ ...revised, constraints: [{ id: 'safe', text: 'Do as you like.' }] })).toContain(
      'Constraint "safe"',
    );
  });

  test('[N2] a default written out is no change', () => {
    failed()
      .when(proposes(withStep(revised, 'a', { timeoutMs: 60_000, needs: [] })))
      .records('revision-proposed', 'revision-adopted', 'step-dropped');
  });

  test('[N2] a step with an unknown outcome is kept', () => {
    const plan = aPlan('a, b', {
      steps: { a: write },
      success: [{ id: 'done', expr: 'true', message: 'No.' }],
    });
    const run = given(plan).and(
      prepares('a', { policy: { verdict: 'allow' } }),
      isLost('a'),
      prepares('b'),
      failsWith('b'),
    );
    run
      .when(
        proposes(
          withStep(withStep(plan, 'b', { retry: { attempts: 5 } }), 'a', { work: writeWork('orders') }),
        ),
      )
      .records('revision-refused');
    run
      .when(proposes({ ...plan, steps: [{ ...aStep('b'), retry: { attempts: 5 } }] }))
      .records('revision-refused', 'run-escalated');
  });

  test('[case 63] [A13] an approval whose seal is equal carries over a replan', () => {
    const plan = aPlan('a, b, c', { steps: { a: write, c: write } });
    const run = given(plan).and(
      prepares('a'),
      prepares('c'),
      approves('c', ben),
      prepares('b'),
      failsWith('b'),
    );
    const card = run.approval('a').request.approvalId;
    run.and(proposes(withStep(plan, 'b', { retry: { attempts: 5 } })));
    expect(run.state.planVersion).toBe(2);
    run.when(prepares('a')).records('approval-carried');
    expect(run.approval('a')).toMatchObject({ status: 'pending', request: { approvalId: card } });
    run.when(prepares('c')).records('attempt-dispatched');
    run.and(approves('a', ana));
    run.when(prepares('a')).isRefused('resource-busy');
  });

  test('[A4] an approval whose call changed with the replan is void', () => {
    const plan = aPlan('a, b', { steps: { a: write } });
    const run = given(plan).and(prepares('a'), prepares('b'), failsWith('b'));
    run.and(
      proposes(
        withStep(withStep(plan, 'b', { retry: { attempts: 5 } }), 'a', { work: writeWork('users', 2) }),
      ),
      decidesRevision('approve'),
    );
    expect(run.when(prepares('a')).event('approval-voided').members).toEqual(['args']);
  });

  test('[A6] edited arguments outlive a replan that leaves the call alone, and are dropped in sight by one that changes it', () => {
    const plan = aPlan('a, b', { steps: { a: write } });
    const waiting = () =>
      given(plan).and(
        prepares('a'),
        edits('a', ben, { key: 'users', value: 6 }),
        prepares('a'),
        prepares('b'),
        failsWith('b'),
      );
    const kept = waiting();
    kept.and(
      proposes(withStep(withStep(plan, 'b', { retry: { attempts: 5 } }), 'a', { title: 'Other words' })),
    );
    expect(kept.step('a').edit?.args).toEqual({ inline: { key: 'users', value: 6 } });
    kept.when(prepares('a')).records('approval-carried');
    const changed = waiting();
    changed.and(
      proposes(
        withStep(withStep(plan, 'b', { retry: { attempts: 5 } }), 'a', { work: writeWork('users', 2) }),
      ),
    );
    const outcome = changed.when(decidesRevision('approve'));
    expect(outcome.event('edit-dropped')).toEqual({ address: { stepId: 'a' }, planVersion: 2 });
    expect(changed.when(prepares('a')).event('approval-requested').approval.callText).toContain('"value":2');
  });

  test('[case 87] [N2] what was spent and counted stays', () => {
    const run = failed();
    const { spent } = run.state;
    run.and(proposes(revised));
    expect(run.state).toMatchObject({ spent, replans: 1 });
  });
});

describe('limits', () => {
  test('[N3] a revision with errors is refused with reasons, and counted; then a person is asked', () => {
    const run = failed();
    const broken = { ...revised, steps: [...revised.steps, aStep('d', ['nowhere'])] };
    const refused = run.when(proposes(broken)).event('revision-refused');
    expect(refused.problems.length).toBeGreaterThan(0);
    expect(run.state.replanRefusals).toBe(1);
    run.when(proposes(broken)).records('revision-refused', 'run-escalated');
    run.when(proposes(revised)).isRefused('revision-not-pending');
  });

  test('[N3] a document that is not what its hash says is refused', () => {
    failed()
      .when(proposes(revised, { planHash: 'other' }))
      .isRefused('revision-changed');
  });

  test('[case 84] [N5] at most as many replans as the plan allows, then a person', () => {
    const run = failed({ ...document, limits: { replans: 1 } });
    run.and(proposes({ ...revised, limits: { replans: 1 } })).and(prepares('b2'));
    run.when(failsWith('b2')).records('attempt-finished', 'step-failed', 'run-escalated');
    run
      .when({ type: 'request-replan', reason: 'Try again.', actor: ana })
      .isRefused('replans-exhausted', { limit: 1 });
  });

  test('[case 85] [N5] a version whose remaining work equals an earlier one is refused, so A-B-A too', () => {
    const run = failed();
    run
      .when(
        proposes(
          withStep(document, 'b', { title: 'The same in other words', intent: 'Learn it otherwise.' }),
        ),
      )
      .records('revision-refused');
    run.and(proposes(revised), prepares('b2'), failsWith('b2'));
    const back = run.when(proposes(document)).event('revision-refused');
    expect(back.reasons.join(' ')).toContain('equals v1');
    run.when(proposes(withStep(revised, 'c', { title: 'C' }))).records('revision-refused', 'run-escalated');
  });

  test('[N5] a hash that the run has had is refused', () => {
    failed()
      .when(proposes(revised, { earlierHashes: [planHash(revised)] }))
      .records('revision-refused');
  });

  test('[case 87] [N6] the counters are part of the state', () => {
    const run = failed().and(proposes(revised));
    expect(JSON.parse(JSON.stringify(run.state))).toMatchObject({
      replans: 1,
      replanRefusals: 0,
      versionsSeen: [{ planVersion: 1 }, { planVersion: 2 }],
    });
  });

  test('[N1] history is never rewritten: the events of a revision follow those before', () => {
    const run = failed();
    const before = structuredClone(run.log);
    const proposed = run.when(proposes(revised)).event('revision-proposed');
    expect(run.log.slice(0, before.length)).toEqual(before);
    expect(proposed).toMatchObject({
      planVersion: 2,
      parentVersion: 1,
      trigger: { kind: 'step-failed', stepId: 'b' },
      provenance,
    });
  });

  test('[F5] an operator may ask for a replan, once at a time', () => {
    const run = given(document);
    run.when({ type: 'request-replan', reason: 'The goal changed.', actor: ana }).records('replan-requested');
    run.when({ type: 'request-replan', reason: 'The goal changed.', actor: ana }).isRefused('replan-pending');
  });

  test('[B3] replans draw from the same pot', () => {
    const plan = { ...document, limits: { budget: { toolCalls: 2 } } };
    const run = failed(plan).and(proposes({ ...revised, limits: plan.limits }));
    run.when(prepares('b2')).records('budget-exhausted');
  });
});

test('[N2] items that had been given up start again with an adopted revision, and are counted again', () => {
  const plan = aPlan('copy -> end, other', {
    limits: { onStepFailure: 'finish-independent' },
    steps: { copy: { forEach: { items: '[1, 2]' } } },
  });
  const run = given(plan).and(
    {
      type: 'expand-for-each',
      address: { stepId: 'copy' },
      count: 2,
      items: { inline: [1, 2] },
      itemsHash: 'i',
    },
    prepares('copy[0]'),
    failsWith('copy[0]'),
  );
  run.and(
    { type: 'request-replan', reason: 'Try more often.', actor: ana },
    proposes(withStep(plan, 'copy', { forEach: { items: '[1, 2]' }, retry: { attempts: 5 } })),
  );
  expect(run.step('copy').forEach).toMatchObject({ count: 2, settled: 0, failed: 0 });
  run.and(prepares('copy[0]'), answers('copy[0]'), prepares('copy[1]'), answers('copy[1]'));
  expect([run.step('copy').status, run.step('end').status]).toEqual(['succeeded', 'ready']);
});

test('[E2] a reconcile that comes after the replan was asked for is still recorded', () => {
  const plan = aPlan('a, b', { steps: { a: write } });
  const run = given(plan).and(
    prepares('a', { policy: { verdict: 'allow' } }),
    isLost('a'),
    prepares('b'),
    failsWith('b'),
  );
  run.when(reconciles('a', 'committed')).records('effect-reconciled', 'step-succeeded');
});

test('[R13] a step that went on without a failed need is not sent again while a revision tries that need once more', () => {
  const document = aPlan('a -> d, b -> d', {
    limits: { onStepFailure: 'finish-independent' },
    steps: { d: { join: 'any' } },
  });
  const run = done(given(document, { planHash: planHash(document) }), 'a').and(
    prepares('b'),
    failsWith('b', 'permanent'),
    prepares('d'),
  );
  run.and({ type: 'request-replan', reason: 'Try b again.', actor: ana });
  run.and(proposes(withStep(document, 'b', { retry: { attempts: 5 } })));
  expect([run.step('b').status, run.step('d').status]).toEqual(['ready', 'running']);
  run.and(failsWith('d', 'transient'));
  expect(run.step('d').status).toBe('retry-wait');
  run.now = run.step('d').retryAt ?? run.now;
  expect(nextActions(run.state, run.now).actions).toMatchObject([
    { type: 'prepare', address: { stepId: 'b' } },
  ]);
  run.when(prepares('d')).isRefused('step-not-ready', { why: 'needs-open' });
  done(run, 'b').when(prepares('d')).records('attempt-dispatched');
});
