import { describe, expect, test } from 'vitest';
import { aPlan, irreversibleWork, writeWork, type PlanOverrides } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  approver,
  approves,
  ben,
  decides,
  done,
  driver,
  edits,
  failsWith,
  given,
  isLost,
  prepares,
  reconciles,
  rejects,
  START,
  type RunOptions,
  type TestRun,
} from '#core/testing/given.ts';
import { canonicalJson } from '../json.ts';
import { contentHash } from '../hash.ts';
import { tierOf } from './approval.ts';
import type { Call } from './call.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';
import { nextActions } from './schedule.ts';

const write = (more: Omit<PlanOverrides, 'steps'> = {}, step: Partial<Step> = {}): PlanDocument =>
  aPlan('a -> b', { steps: { a: { work: writeWork('users'), ...step } }, ...more });
const asked = (options: RunOptions = {}, document = write()) => given(document, options).and(prepares('a'));

describe('one sealed operation', () => {
  test('[A1] an approval is consumed by the intent of exactly its call, and the step starts again at resolving', () => {
    const run = asked().and(approves('a', ben));
    expect(run.step('a').status).toBe('ready');
    expect(run.when(prepares('a')).event('attempt-dispatched').consumes).toEqual([
      run.approval('a').request.approvalId,
    ]);
    expect(run.approval('a').status).toBe('consumed');
  });

  test('[case 42] [A1] bytes that differ from what was sealed are refused', () => {
    const run = asked().and(approves('a', ben));
    const preparation = { callHash: 'other' };
    run.when(prepares('a', preparation)).isRefused('seal-mismatch', { what: 'callHash' });
    run.when(prepares('a', { seal: 'other' })).isRefused('seal-mismatch', { what: 'seal' });
    run.when(prepares('a', { argsHash: 'other' })).isRefused('seal-mismatch', { what: 'argsHash' });
    run.when(prepares('a', { with: { tool: 'test.destroy' } })).isRefused('seal-mismatch', { what: 'tool' });
    run
      .when(prepares('a', { with: { workspace: 'other' } }))
      .isRefused('seal-mismatch', { what: 'workspace' });
  });

  test('[A1] a retry under the same seal is covered until the approval expires', () => {
    const run = asked().and(approves('a', ben), prepares('a'), failsWith('a', 'transient')).later(1_000);
    const retry = run.when(prepares('a')).event('attempt-dispatched');
    expect([retry.consumes, retry.coveredBy, retry.attempt]).toEqual([[], ['ap-1'], 2]);
    const late = asked({}, write({}, { approval: { expiresAfterMs: 5_000 } }))
      .and(approves('a', ben), prepares('a'), failsWith('a', 'transient'))
      .later(5_000);
    late.when(prepares('a')).records('approval-requested');
  });

  test('[case 47] [A1] expiry never approves: the step waits until someone asks again', () => {
    const run = asked({}, write({}, { approval: { expiresAfterMs: 60_000 } }));
    expect(nextActions(run.state, run.now).wakeAt).toBe(START + 60_000);
    run.later(60_000).when(approves('a', ben)).isRefused('approval-expired');
    run.when({ type: 'fire-timers' }).records('approval-expired');
    run.when({ type: 'fire-timers' }).records();
    run.when(approves('a', ben)).isRefused('approval-expired');
    run.when(prepares('a')).records();
    run.when({ type: 'ask-approval-again', address: { stepId: 'a' }, actor: ana }).records('approval-voided');
    run.when(prepares('a')).records('approval-requested');
    run
      .when({ type: 'ask-approval-again', address: { stepId: 'a' }, actor: ana })
      .isRefused('step-not-asked');
  });

  test('[A1] a granted approval that was not used in time expires too', () => {
    const run = asked({}, write({}, { approval: { expiresAfterMs: 60_000 } }))
      .and(approves('a', ben))
      .later(60_000);
    run.when(prepares('a')).records('approval-expired');
    expect(run.step('a').status).toBe('needs-approval');
  });

  test('[A4] any change of the call voids the approval and says which member; a reworded title does not', () => {
    const changes: Partial<Call>[] = [
      { toolVersion: '2' },
      { resource: 'orders' },
      { connection: 'other' },
      { identity: 'admin' },
      { environment: 'prod' },
      { risk: 'high' },
      { dedupe: 'none' },
      { schemaHash: 'other' as Call['schemaHash'] },
      { checksHash: 'other' as Call['checksHash'] },
      { compensationHash: 'other' as NonNullable<Call['compensationHash']> },
      { effect: 'irreversible' },
      { args: { key: 'users', value: 2 } },
    ];
    for (const change of changes) {
      for (const granted of [false, true]) {
        const run = asked();
        if (granted) run.and(approves('a', ben));
        const outcome = run.when(prepares('a', { with: change }));
        outcome.records('approval-voided', 'approval-requested');
        expect(outcome.event('approval-voided').members).toEqual(Object.keys(change));
      }
    }
    const reworded = asked().and(approves('a', ben));
    reworded
      .when(prepares('a', { summary: 'Other words', effectSentence: 'Other words' }))
      .records('attempt-dispatched');
  });

  test('[A1] a preparation that is repeated does not renew its card', () => {
    const run = asked();
    const again = prepares('a', { approvalId: 'ap-1', with: { connection: 'other' } });
    run.and(approves('a', ben)).when(again).isRefused('step-not-ready', { why: 'repeated' });
  });

  test('[A4] the order of keys is no change', () => {
    const run = asked().and(approves('a', ben));
    run.when(prepares('a', { with: { args: { value: 1, key: 'users' } } })).records('attempt-dispatched');
  });

  test('[case 45] [A8] an approval answers only its own branch', () => {
    const run = given(
      aPlan('a, b', { steps: { a: { work: writeWork('users') }, b: { work: writeWork('users') } } }),
    ).and(prepares('a'), prepares('b'), approves('a', ben));
    expect([run.step('a').status, run.step('b').status]).toEqual(['ready', 'needs-approval']);
    run.when(prepares('b')).records();
    run
      .when({
        type: 'decide-approvals',
        actor: ben,
        decider: approver(ben),
        verdict: 'approve',
        planVersion: 1,
        policyRevision: 1,
        decisions: [
          { approvalId: run.approval('b').request.approvalId, seal: run.approval('a').request.seal },
        ],
      })
      .isRefused('approval-changed');
  });

  test('[case 60] [A9] a step that waits for approval is not in flight and leaves its slot to others', () => {
    const run = given(aPlan('a, b', { limits: { concurrency: 1 }, steps: { a: { work: writeWork() } } })).and(
      prepares('a'),
    );
    expect(run.state.inFlight).toEqual([]);
    run.when(prepares('b')).records('attempt-dispatched');
    run.and(approves('a', ben)).when(prepares('a')).isRefused('concurrency-full');
    expect(run.approval('a').status).toBe('granted');
  });
});

describe('a decision', () => {
  test('[A2] names what the person saw; a difference refuses it and is shown', () => {
    const run = asked();
    run
      .when(decides('a', ben, { planVersion: 2 }))
      .isRefused('approval-changed', { changed: [{ what: 'planVersion', seen: 2, now: 1 }] });
    run
      .when(decides('a', ben, { policyRevision: 9 }))
      .isRefused('approval-changed', { changed: [{ what: 'policyRevision', seen: 9, now: 1 }] });
    run
      .when(decides('a', ben, { decisions: [{ approvalId: 'ap-1', seal: 'other' }] }))
      .isRefused('approval-changed');
    run
      .when(decides('a', ben, { decisions: [{ approvalId: 'ap-9', seal: 'other' }] }))
      .isRefused('approval-not-found');
    run.when(decides('a', ben, { decisions: [] })).isRefused('approval-not-found');
    expect(run.step('a').status).toBe('needs-approval');
  });

  test('[A3] the first decision wins, and the second person is told who decided what', () => {
    const run = asked().and(approves('a', ben)).later(5);
    run
      .when(rejects('a', ana))
      .isRefused('approval-already-decided', { verdict: 'approve', by: ben, at: START });
    const rejected = asked();
    const late = approves('a', ana)(rejected);
    rejected.and(rejects('a', ben, { next: 'replan' }));
    rejected.when(late).isRefused('approval-already-decided', {
      verdict: 'reject',
      by: ben,
      reason: 'This is the wrong table.',
    });
  });

  test('[A5] as many different people as are needed, each once', () => {
    const run = asked({}, write({}, { approval: { approvers: 2 } })).and(approves('a', ana));
    run.when(approves('a', ana)).isRefused('approver-decided-before');
    expect(run.step('a').status).toBe('needs-approval');
    run.and(approves('a', ben));
    expect(run.step('a').status).toBe('ready');
  });

  test('[A5] neither the requester nor the last editor nor someone without the role', () => {
    const run = given(write(), { startedBy: ana, lastEditor: 'ben' }).and(
      prepares('a', { policy: { notRequester: true } }),
    );
    run.when(approves('a', ana)).isRefused('approver-is-requester');
    run.when(approves('a', ben)).isRefused('approver-is-editor');
    const eve = { kind: 'person' as const, id: 'eve' };
    run
      .when(decides('a', eve, { decider: approver(eve, ['operator']) }))
      .isRefused('approver-lacks-role', { roles: ['approver', 'admin'] });
    run.when(approves('a', eve)).records('approval-granted');
  });

  test('[case 61] [A5] a policy that asks for more since the grant is asked again', () => {
    const run = asked().and(approves('a', ana));
    run.when(prepares('a', { policy: { approvers: 2 } })).records('approval-voided', 'approval-requested');
    const other = asked().and(approves('a', ana));
    other
      .when(prepares('a', { policy: { notRequester: true } }))
      .records('approval-voided', 'approval-requested');
  });

  test('[A7] only a person decides', () => {
    asked().when(decides('a', driver)).isRefused('not-allowed');
  });

  test('[A10] alone one signature is enough, typed for what cannot be undone; with a second approver two people are needed', () => {
    const document = aPlan('a', { steps: { a: { work: irreversibleWork('users') } } });
    const solo = given(document, { solo: true }).and(prepares('a', { policy: { notRequester: true } }));
    expect(solo.approval('a').request).toMatchObject({
      need: 1,
      notRequester: false,
      solo: true,
      tier: 'critical',
    });
    solo.when(decides('a', ana, { typed: 'user' })).isRefused('approval-not-armed');
    solo.when(decides('a', ana)).records('approval-granted');
    const team = given(document).and(prepares('a'));
    expect(team.approval('a').request.need).toBe(2);
  });

  test('[A11] the calls of one forEach are decided in one batch, the rest stays pending, a wrong one refuses all', () => {
    const document = aPlan('a', {
      steps: { a: { work: writeWork('users'), forEach: { items: '[1,2,3]' } } },
    });
    const run = given(document).and(
      {
        type: 'expand-for-each',
        address: { stepId: 'a' },
        count: 3,
        items: { inline: [1, 2, 3] },
        itemsHash: 'i',
      },
      prepares('a[0]'),
      prepares('a[1]'),
      prepares('a[2]'),
    );
    expect(run.approval('a[0]').request.batchOf).toBe('a');
    const [first, second] = [run.approval('a[0]').request, run.approval('a[1]').request];
    const both = [first, second].map(({ approvalId, seal }) => ({ approvalId, seal }));
    run
      .when(
        decides('a[0]', ben, {
          decisions: [
            both[0] ?? { approvalId: '', seal: '' },
            { approvalId: second.approvalId, seal: first.seal },
          ],
        }),
      )
      .isRefused('approval-changed');
    run.when(decides(['a[0]', 'a[1]'], ben)).records('approval-granted', 'approval-granted');
    expect(run.step('a[2]').status).toBe('needs-approval');
    expect(run.when(prepares('a[1]')).event('attempt-dispatched').consumes).toEqual([second.approvalId]);
  });

  test('[A11] siblings ask ahead while no slot is free', () => {
    const document = aPlan('a', {
      limits: { concurrency: 1 },
      steps: { a: { work: writeWork('users'), forEach: { items: '[1,2]' } } },
    });
    const run = given(document).and(
      {
        type: 'expand-for-each',
        address: { stepId: 'a' },
        count: 2,
        items: { inline: [1, 2] },
        itemsHash: 'i',
      },
      prepares('a[0]'),
      approves('a[0]', ben),
      prepares('a[0]'),
    );
    expect(nextActions(run.state, run.now).actions).toMatchObject([
      { type: 'attend' },
      { type: 'prepare', address: { stepId: 'a', item: 1 }, askOnly: true },
    ]);
    run.when(prepares('a[1]', { askOnly: true })).records('approval-requested');
    run
      .and(approves('a[1]', ben))
      .when(prepares('a[1]', { askOnly: true }))
      .records();
  });

  test('[A11] never for the Critical tier, and critical needs a reason', () => {
    const destroy = { work: irreversibleWork('users') };
    const run = given(aPlan('a, b', { steps: { a: destroy, b: destroy } })).and(prepares('a'), prepares('b'));
    run.when(decides(['a', 'b'], ben)).isRefused('batch-holds-critical');
    run.when(decides('a', ben, { reason: 'fine' })).isRefused('reason-required');
    run.when(rejects('a', ben, { reason: 'no' })).isRefused('reason-required');
  });

  test('[A6] a rejection has a reason, then replans, skips or stops', () => {
    asked()
      .when(rejects('a', ben, { reason: ' ' }))
      .isRefused('reason-required');
    asked()
      .when(rejects('a', ben, { next: 'skip' }))
      .isRefused('not-allowed');
    asked({}, write({ limits: { replans: 0 } }))
      .when(rejects('a', ben, { next: 'replan' }))
      .isRefused('replans-exhausted');
    asked()
      .when(rejects('a', ben, { next: 'replan' }))
      .records('approval-rejected', 'step-failed', 'replan-requested');
    asked({}, write({}, { skippable: true }))
      .when(rejects('a', ben, { next: 'skip' }))
      .records('approval-rejected', 'step-skipped');
    asked()
      .when(rejects('a', ben))
      .records('approval-rejected', 'step-failed', 'run-stop-requested', 'run-finished');
  });

  test('consent may be taken back until the intent consumes it', () => {
    const withdraw = (actor: typeof ana) =>
      ({ type: 'withdraw-approval', approvalId: 'ap-1', actor, decider: approver(actor) }) as const;
    const run = asked();
    run.when(withdraw(ben)).isRefused('not-withdrawable');
    run.and(approves('a', ben)).when(withdraw(ana)).isRefused('not-withdrawable');
    run.when(withdraw(ben)).records('approval-withdrawn');
    run.when(prepares('a')).records('approval-requested');
    const sent = asked().and(approves('a', ben), prepares('a'));
    sent.when(withdraw(ben)).isRefused('not-withdrawable');
  });
});

test('[A14] the tier of a card', () => {
  const call = (effect: Call['effect'], risk: Call['risk'], isUndoable: boolean) => ({
    effect,
    risk,
    compensationHash: isUndoable ? ('c' as NonNullable<Call['compensationHash']>) : null,
  });
  const failing = [{ id: 'x', kind: 'precondition' as const, expr: 'false', holds: false, at: 0 }];
  expect(tierOf(call('irreversible', 'low', true), [])).toBe('critical');
  expect(tierOf(call('write', 'critical', true), [])).toBe('critical');
  expect(tierOf(call('write', 'low', true), failing)).toBe('critical');
  expect(tierOf(call('write', 'low', true), [], true)).toBe('critical');
  expect(tierOf(call('write', 'low', true), [])).toBe('low');
  expect(tierOf(call('write', 'medium', true), [])).toBe('low');
  expect(tierOf(call('write', 'high', true), [])).toBe('high');
  expect(tierOf(call('write', 'low', false), [])).toBe('high');
  expect(tierOf(call('read', 'low', false), [])).toBe('high');
});

test('[A14] a read that policy allows has no card', () => {
  given(aPlan('a')).when(prepares('a')).records('attempt-dispatched');
});

test('[A1] no approval covers a second effect: a committed operation is not sent again', () => {
  const checks = { postconditions: [{ id: 'there', expr: 'probe', message: 'It is not there.' }] };
  const run = asked({}, write({ limits: { replans: 0 } }, checks)).and(
    approves('a', ben),
    prepares('a'),
    answers('a'),
  );
  run.and(
    { type: 'record-postconditions', address: { stepId: 'a' }, checks: [] },
    { type: 'retry-step', address: { stepId: 'a' }, actor: ana },
  );
  run.when(prepares('a')).records('effect-reused');
});

test('an equal effect of another step needs an approval that names it', () => {
  const run = given(
    aPlan('a -> b', { steps: { a: { work: writeWork('users') }, b: { work: writeWork('users') } } }),
  );
  done(run, 'a');
  const { approval } = run.when(prepares('b', { policy: { verdict: 'allow' } })).event('approval-requested');
  expect(approval.repeats).toMatchObject({ address: { stepId: 'a' }, summary: 'test.write users' });
});

test('[A1] a lost call that took no effect is covered again under a new operation key', () => {
  const run = asked().and(approves('a', ben), prepares('a'), isLost('a'), reconciles('a', 'not-applied'));
  const key = run.step('a').call?.operationKey;
  const again = run.when(prepares('a')).event('attempt-dispatched');
  expect([again.coveredBy, again.generation, again.operationKey === key]).toEqual([['ap-1'], 1, false]);
});

describe('arguments edited on the card', () => {
  const edited = { key: 'users', value: 6 };

  test('[A6] an edit voids the old card, says why, and a new one is asked for the new seal on the same plan version', () => {
    const run = asked();
    const old = run.approval('a').request;
    const outcome = run.when(edits('a', ben, edited, { reason: 'Only six.' }));
    outcome.records('arguments-edited', 'approval-voided');
    expect(outcome.event('arguments-edited')).toMatchObject({
      address: { stepId: 'a' },
      from: { inline: { key: 'users', value: 1 } },
      to: { inline: edited },
      by: ben,
      reason: 'Only six.',
      origins: [{ path: '/value', origin: 'edit', by: ben }],
    });
    expect(outcome.event('approval-voided')).toMatchObject({ cause: 'arguments-edited', members: ['args'] });
    run.when(prepares('a')).records('approval-requested');
    const fresh = run.approval('a').request;
    expect(fresh.seal).not.toBe(old.seal);
    expect((JSON.parse(fresh.callText) as Call).args).toEqual(edited);
    expect(run.state.planVersion).toBe(1);
  });

  test('[A6] [A2] approving the old card is refused and nothing happens', () => {
    const run = asked();
    const late = approves('a', ana)(run);
    run.and(edits('a', ben, edited));
    run.when(late).isRefused('approval-voided', { cause: 'arguments-edited' });
    run.and(prepares('a')).when(late).isRefused('approval-voided');
    run.when(prepares('a')).records();
  });

  test('[A6] the call is sent with the edited arguments and no others, at once and when it is retried', () => {
    const run = asked().and(edits('a', ben, edited), prepares('a'), approves('a', ben));
    run
      .when(prepares('a', { with: { args: { key: 'users', value: 1 } } }))
      .isRefused('seal-mismatch', { what: 'editedArguments' });
    const sent = run.when(prepares('a')).event('attempt-dispatched');
    expect(sent.args).toEqual({ inline: edited });
    run.and(failsWith('a', 'transient')).later(1_000);
    expect(run.when(prepares('a')).event('attempt-dispatched')).toMatchObject({
      attempt: 2,
      operationKey: sent.operationKey,
      args: { inline: edited },
    });
  });

  test('[A5] where policy bars the editor, it is the last editor of that call who may not sign', () => {
    const eve = { kind: 'person' as const, id: 'eve' };
    const run = given(write(), { startedBy: ana, lastEditor: 'eve' })
      .and(prepares('a', { policy: { notRequester: true } }))
      .and(edits('a', ben, edited), prepares('a', { policy: { notRequester: true } }));
    run.when(approves('a', ben)).isRefused('approver-is-editor');
    run.when(approves('a', ana)).isRefused('approver-is-requester');
    run.when(approves('a', eve)).records('approval-granted');
    run.when(prepares('a', { policy: { notRequester: true } })).records('attempt-dispatched');
  });

  test('[A10] alone, who edited the call may sign it, and both are recorded', () => {
    const run = given(write(), { solo: true })
      .and(prepares('a', { policy: { notRequester: true } }))
      .and(edits('a', ana, edited), prepares('a', { policy: { notRequester: true } }));
    run.when(approves('a', ana)).records('approval-granted');
    expect(
      run.log.filter(({ type }) => type === 'arguments-edited' || type === 'approval-granted'),
    ).toMatchObject([{ actor: ana }, { actor: ana }]);
  });

  test('[A6] an edit that changes nothing, of a card that is decided, or without the role is refused', () => {
    asked()
      .when(edits('a', ben, { value: 1, key: 'users' }))
      .isRefused('edit-changes-nothing');
    asked()
      .and(approves('a', ben))
      .when(edits('a', ana, edited))
      .isRefused('approval-already-decided');
    const eve = { kind: 'person' as const, id: 'eve' };
    asked()
      .when(edits('a', eve, edited, { decider: approver(eve, ['operator']) }))
      .isRefused('approver-lacks-role');
    asked()
      .when(edits('a', ben, edited, { seal: 'other' }))
      .isRefused('approval-changed');
    asked()
      .when(edits('a', driver, edited))
      .isRefused('not-allowed');
  });

  test('[A6] each call of a forEach is edited by itself', () => {
    const document = aPlan('a', { steps: { a: { work: writeWork('users'), forEach: { items: '[1,2]' } } } });
    const run = given(document).and(
      {
        type: 'expand-for-each',
        address: { stepId: 'a' },
        count: 2,
        items: { inline: [1, 2] },
        itemsHash: 'i',
      },
      prepares('a[0]'),
      prepares('a[1]'),
      edits('a[1]', ben, { key: 'users', value: 1, item: 7 }),
      prepares('a[1]'),
      approves(['a[0]', 'a[1]'], ben),
    );
    expect(run.when(prepares('a[0]')).event('attempt-dispatched').args).toEqual({
      inline: { key: 'users', value: 1, item: 0 },
    });
    expect(run.when(prepares('a[1]')).event('attempt-dispatched').args).toEqual({
      inline: { key: 'users', value: 1, item: 7 },
    });
  });

  test('[UD9] types survive: what is sealed is what was given, byte for byte', () => {
    const args = {
      key: 'users',
      value: 0,
      no: false,
      nothing: null,
      empty: '',
      list: [],
      nested: { deep: [1, { x: '' }], none: {} },
      big: '9007199254740993',
    };
    const run = asked().and(edits('a', ben, args), prepares('a'), approves('a', ben));
    expect(canonicalJson((JSON.parse(run.approval('a').request.callText) as Call).args)).toBe(
      canonicalJson(args),
    );
    expect(run.when(prepares('a')).event('attempt-dispatched').argsHash).toBe(contentHash(args));
  });
});

describe('more time', () => {
  const extend = (run: TestRun, actor = ben, roles = ['approver']) => ({
    type: 'extend-approvals' as const,
    actor,
    decider: approver(actor, roles),
    approvalIds: [run.approval('a').request.approvalId],
  });
  const short = () => asked({}, write({}, { approval: { expiresAfterMs: 60_000 } }));

  test('[UD6] an expiry is put off by 15 min before it is reached, by who may decide, and never after', () => {
    const run = short();
    const before = run.approval('a').request.expiresAt;
    run.when(extend(run)).records('approval-extended');
    expect(run.approval('a').request.expiresAt).toBe(before + 15 * 60_000);
    run.when(extend(run, ben, ['operator'])).isRefused('approver-lacks-role');
    run.later(70_000).when({ type: 'fire-timers' }).records();
    run.when(approves('a', ben)).records('approval-granted');
    const late = short();
    late.later(60_000).when(extend(late)).isRefused('approval-expired');
  });

  test('an expiry is put off at most ten times', () => {
    const run = short();
    for (let times = 0; times < 10; times += 1) run.and(extend(run));
    run.when(extend(run)).isRefused('extension-limit', { limit: 10 });
  });
});

describe('several calls in one decision', () => {
  test('[UD8] Low calls of one tool and rule go together, High ones only as one forEach', () => {
    const undo = { compensation: writeWork('undo') };
    const low = given(
      aPlan('a, b', {
        steps: { a: { work: writeWork('users'), ...undo }, b: { work: writeWork('orders'), ...undo } },
      }),
    ).and(prepares('a'), prepares('b'));
    expect(low.approval('a').request.tier).toBe('low');
    low.when(decides(['a', 'b'], ben)).records('approval-granted', 'approval-granted');
    const high = given(
      aPlan('a, b', { steps: { a: { work: writeWork('users') }, b: { work: writeWork('orders') } } }),
    ).and(prepares('a'), prepares('b'));
    high.when(decides(['a', 'b'], ben)).isRefused('batch-not-alike');
    const mixed = given(
      aPlan('a, b', {
        steps: { a: { work: writeWork('users'), ...undo }, b: { work: writeWork('orders'), ...undo } },
      }),
    ).and(prepares('a'), prepares('b', { policy: { rules: ['another'] } }));
    mixed.when(decides(['a', 'b'], ben)).isRefused('batch-not-alike');
  });
});
