/** What people do to a waiting call, through the API, on a real database and the real driver. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#core/assert.ts';
import { canonicalJson, type JsonObject } from '#core/json.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { realClock } from '#server/clock.ts';
import { runCommand } from '#server/commands/run-command.ts';
import { createCedarPolicyDecider } from '#server/gate/cedar-policy-decider.ts';
import { defaultPolicy } from '#server/gate/default-policy.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { RefusedError } from '#server/refusal.ts';
import { driveUntilIdle } from '#server/testing/drive.ts';
import { ledgerTools } from '#server/testing/ledger-tools.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';
import type { Tool } from '#server/tools/tool.ts';

const database = useTestDatabase();
const ledger: string[] = [];
/** Every argument set that was really sent, as canonical text. */
const sent: string[] = [];
let api: TestApi;
let aheadMs = 0;

/** Takes anything and remembers it, so that a test sees the bytes that arrived. */
const openTool: Tool = {
  ...must(ledgerTools(ledger)[1], 'a writing tool'),
  name: 'test.open',
  argsSchema: {
    type: 'object',
    required: ['target'],
    properties: { target: { type: 'string' }, amount: { type: 'integer', maximum: 100 } },
  },
  async execute(args) {
    sent.push(canonicalJson(args));
    return { outcome: 'committed', output: { done: true } };
  },
};
/** Four eyes on whatever goes to `guarded`, and nothing at all may go to `forbidden`. */
const policy = createCedarPolicyDecider({
  ...defaultPolicy,
  gate: `${defaultPolicy.gate}
    @id("no-forbidden") @reason("Nobody touches it.")
    forbid (principal, action, resource) when { context.args has target && context.args.target == "forbidden" };`,
  approvals: `${defaultPolicy.approvals}
    @id("four-eyes") @approvals("1") @roles("approver") @notRequester
    permit (principal, action, resource) when { context.args has target && context.args.target == "guarded" };`,
});
const all = ['viewer', 'author', 'operator', 'approver', 'admin'] as const;

beforeAll(async () => {
  api = await createTestApi(database(), {
    moreTools: [...ledgerTools(ledger), openTool],
    clock: { ...realClock, now: () => Date.now() + aheadMs },
    policy,
  });
  await api.workspace('w', {
    ana: [...all],
    bo: ['viewer', 'approver'],
    cy: ['viewer', 'approver'],
    vic: ['viewer'],
  });
  await api.workspace('pair', { pam: [...all], pit: ['viewer', 'approver'] });
  await api.workspace('solo', { sol: [...all] }, 'solo');
});
beforeEach(() => {
  ledger.length = 0;
  sent.length = 0;
  aheadMs = 0;
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await stopLayoutThread();
});

let keys = 0;
const newKey = () => `approvals-key-${keys++}`;
function step(id: string, args: JsonObject = { target: id }, more: Partial<Step> = {}): Step {
  return {
    id,
    title: `Step ${id}`,
    success: `${id} is done`,
    work: { kind: 'tool', tool: 'test.open', args },
    ...more,
  };
}
const plan = (...steps: Step[]): PlanDocument => ({
  artifact: 'plan/v1',
  objective: 'Change the shop',
  steps,
  success: [
    {
      id: 'done',
      expr: 'probe.ok',
      probe: { tool: 'test.read', args: { target: 'end' } },
      message: 'Not done.',
    },
  ],
});
async function waitingRun(document: PlanDocument, person = 'ana', workspace = 'w') {
  const caller = api.as(person, workspace);
  const { planId, version, hash } = await caller.plans.create({
    title: 'A plan',
    document,
    note: 'The first',
  });
  await caller.plans.approve({ planId, version, hash });
  const { runId } = await caller.runs.start({ planId, version, hash, idempotencyKey: newKey() });
  await driveUntilIdle(api.app);
  return runId;
}
async function cardsOf(runId: string, person = 'ana', workspace = 'w') {
  const caller = api.as(person, workspace);
  const lists = await Promise.all(
    (['needs-you', 'others'] as const).map((tab) => caller.approvals.list({ tab, runId, limit: 50 })),
  );
  return Promise.all(
    lists.flatMap(({ approvals }) => approvals).map(({ approvalId }) => caller.approvals.get({ approvalId })),
  );
}
async function cardOf(runId: string, person = 'ana', workspace = 'w') {
  return must((await cardsOf(runId, person, workspace))[0], 'a card');
}
type Card = Awaited<ReturnType<typeof cardOf>>;
const decision = (cards: Card | Card[], more: object = {}) => {
  const [first] = [cards].flat();
  return {
    decisions: [cards].flat().map(({ approvalId, seal }) => ({ approvalId, seal })),
    verdict: 'approve' as const,
    planVersion: must(first, 'a card').planVersion,
    policyRevision: must(first, 'a card').policyRevision,
    idempotencyKey: newKey(),
    ...more,
  };
};
const edit = (
  { approvalId, seal, planVersion, policyRevision }: Card,
  args: JsonObject,
  more: object = {},
) => ({
  approvalId,
  seal,
  planVersion,
  policyRevision,
  args,
  idempotencyKey: newKey(),
  ...more,
});
async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof RefusedError ? error : (error as { cause?: unknown } | undefined)?.cause;
  if (cause instanceof RefusedError)
    return {
      status: cause.status,
      code: cause.refusal.code,
      fields: cause.refusal.fields,
      message: cause.message,
    };
  throw error ?? new Error('It was not refused.');
}

describe('edited arguments', () => {
  test('[case 42] [A6] [UD4] the old card is void, approving it is a 409 that runs nothing, and it shows what differs', async () => {
    const runId = await waitingRun(plan(step('a', { target: 'a', amount: 5 })));
    const old = await cardOf(runId);
    await api.as('bo').approvals.edit(edit(old, { target: 'a', amount: 6 }, { reason: 'Six are enough' }));
    expect(await refusal(api.as('ana').approvals.decide(decision(old)))).toMatchObject({
      status: 409,
      code: 'approval-voided',
    });
    await driveUntilIdle(api.app);
    expect(await refusal(api.as('ana').approvals.decide(decision(old)))).toMatchObject({ status: 409 });
    expect(sent).toEqual([]);
    const voided = await api.as('ana').approvals.get({ approvalId: old.approvalId });
    const fresh = await cardOf(runId);
    expect(voided).toMatchObject({
      status: 'voided',
      canDecide: false,
      voided: { cause: 'arguments-edited', by: 'bo', next: { approvalId: fresh.approvalId } },
    });
    expect(JSON.parse(must(voided.voided?.next, 'a new card').callText)).toMatchObject({
      args: { amount: 6 },
    });
    expect(fresh).toMatchObject({
      args: { target: 'a', amount: 6 },
      planVersion: old.planVersion,
      earlier: [{ path: '/amount', since: { by: 'bo' }, value: 5 }],
    });
    expect(fresh.seal).not.toBe(old.seal);
    await api.as('ana').approvals.decide(decision(fresh));
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"amount":6,"target":"a"}']);
  });

  test('[UD9] what was given arrives byte-equal: boolean, null, nested, empty, big numbers as text', async () => {
    const args = {
      target: 'types',
      yes: false,
      nothing: null,
      empty: '',
      list: [],
      nested: { deep: [1, 1.5, { x: '' }], none: {} },
      big: '9007199254740993',
    };
    const runId = await waitingRun(plan(step('types')));
    await api.as('ana').approvals.edit(edit(await cardOf(runId), args));
    await driveUntilIdle(api.app);
    const card = await cardOf(runId);
    expect(canonicalJson(card.args)).toBe(canonicalJson(args));
    await api.as('bo').approvals.decide(decision(card));
    await driveUntilIdle(api.app);
    expect(sent).toEqual([canonicalJson(args)]);
  });

  test.each<[string, JsonObject, string, string]>([
    ['a text where a number belongs', { target: 'a', amount: '6' }, 'arguments-invalid', 'amount'],
    ['more than the schema allows', { target: 'a', amount: 101 }, 'arguments-invalid', 'amount'],
    ['a missing member', { amount: 6 }, 'arguments-invalid', 'target'],
    ['a number that would be rounded', { target: 'a', amount: 2 ** 60 }, 'arguments-invalid', ''],
    ['a binding', { target: { $expr: 'inputs.x' } }, 'arguments-invalid', 'binding'],
    ['more than 64 KiB', { target: 'x'.repeat(70_000) }, 'arguments-invalid', '64 KiB'],
    ['what policy denies', { target: 'forbidden' }, 'policy-denies', 'Nobody touches it'],
  ])(
    '[A6] [case 56] %s is refused in words, and the card stays as it was',
    async (_what, args, code, words) => {
      const runId = await waitingRun(plan(step('a', { target: 'a', amount: 5 })));
      const card = await cardOf(runId);
      const refused = await refusal(api.as('bo').approvals.edit(edit(card, args)));
      expect(refused).toMatchObject({ status: 422, code });
      expect(refused.message).toContain(words);
      expect(await cardOf(runId)).toMatchObject({
        approvalId: card.approvalId,
        status: 'pending',
        canDecide: true,
      });
    },
  );

  test('[A6] the edit survives a restart without snapshots, and each item of a forEach has its own', async () => {
    const runId = await waitingRun(
      plan(step('copy', { target: { $expr: 'item' } }, { forEach: { items: '["one", "two"]' } })),
    );
    const second = must(
      (await cardsOf(runId)).find((card) => card.address.item === 1),
      'the second call',
    );
    await api.as('bo').approvals.edit(edit(second, { target: 'other' }));
    await database().sql`delete from run_snapshots`;
    await driveUntilIdle(api.app);
    const cards = await cardsOf(runId);
    expect(cards.map(({ args }) => String(args['target'])).toSorted()).toEqual(['one', 'other']);
    await database().sql`delete from run_snapshots`;
    await api.as('ana').approvals.decide(decision(cards));
    await driveUntilIdle(api.app);
    expect(sent.toSorted()).toEqual(['{"target":"one"}', '{"target":"other"}']);
  });

  test('[case 57] [UD7] [A5] under four eyes neither who started the run nor who edited the call approves it', async () => {
    const runId = await waitingRun(plan(step('a', { target: 'guarded' })));
    const card = await cardOf(runId);
    expect(card).toMatchObject({ canDecide: false, whyNot: { code: 'approver-is-requester' } });
    expect(await refusal(api.as('ana').approvals.decide(decision(card)))).toMatchObject({
      status: 403,
      code: 'approver-is-requester',
    });
    await api.as('bo').approvals.edit(edit(card, { target: 'guarded', amount: 1 }));
    await driveUntilIdle(api.app);
    const fresh = await cardOf(runId, 'bo');
    expect(fresh).toMatchObject({
      canDecide: false,
      whyNot: { code: 'approver-is-editor' },
      mayDecide: [{ id: 'cy' }],
    });
    expect(await refusal(api.as('bo').approvals.decide(decision(fresh)))).toMatchObject({
      status: 403,
      code: 'approver-is-editor',
    });
    expect((await api.as('bo').approvals.list({ tab: 'needs-you', runId })).approvals).toEqual([]);
    await api.as('cy').approvals.decide(decision(fresh));
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"amount":1,"target":"guarded"}']);
  });

  test('[A6] an edit after which nobody could approve is refused with the counts', async () => {
    const runId = await waitingRun(plan(step('a', { target: 'guarded' })), 'pam', 'pair');
    const card = await cardOf(runId, 'pit', 'pair');
    expect(
      await refusal(api.as('pit', 'pair').approvals.edit(edit(card, { target: 'guarded', amount: 1 }))),
    ).toMatchObject({ status: 409, code: 'too-few-approvers', fields: { needed: 1, available: 0 } });
  });

  test('[A10] alone, one edits and approves, and both are in the record', async () => {
    const runId = await waitingRun(plan(step('a', { target: 'guarded' })), 'sol', 'solo');
    const sol = api.as('sol', 'solo');
    await sol.approvals.edit(edit(await cardOf(runId, 'sol', 'solo'), { target: 'guarded', amount: 2 }));
    await driveUntilIdle(api.app);
    await sol.approvals.decide(decision(await cardOf(runId, 'sol', 'solo')));
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"amount":2,"target":"guarded"}']);
    const { events } = await sol.runs.events({ runId, after: 0 });
    const acts = events.filter(({ type }) => type === 'arguments-edited' || type === 'approval-granted');
    expect(acts.map(({ actor }) => actor.id)).toEqual(['sol', 'sol']);
  });
});

describe('what else happens meanwhile', () => {
  test('[case 33] [case 41] a run at an approval ends on the version it began with', async () => {
    const runId = await waitingRun(plan(step('a'), step('b', { target: 'b' }, { needs: ['a'] })));
    const ana = api.as('ana');
    const { planId } = (await ana.runs.get({ runId })).run;
    const { hash } = await ana.plans.version({ planId, version: 1 });
    const document = plan(step('a', { target: 'other' }));
    await ana.plans.saveVersion({ planId, baseVersion: 1, baseHash: hash, document, note: 'Without b' });
    for (const target of ['a', 'b']) {
      const card = await cardOf(runId);
      expect(card).toMatchObject({ planVersion: 1, args: { target } });
      await api.as('bo').approvals.decide(decision(card));
      await driveUntilIdle(api.app);
    }
    expect(sent).toEqual(['{"target":"a"}', '{"target":"b"}']);
    const after = await ana.runs.get({ runId });
    expect(after.first).toEqual({ planVersion: 1, steps: 2 });
    expect(after.state.document.steps.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(after.state.steps['b']?.status).toBe('succeeded');
  });

  test('[case 43] [case 59] the same yes twice at once is one effect, its note stays; twice in one decision refuses it whole', async () => {
    const runId = await waitingRun(plan(step('a')));
    const card = await cardOf(runId);
    const { approvalId, seal } = card;
    const doubled = decision(card, { decisions: [card, card].map(() => ({ approvalId, seal })) });
    expect(await refusal(api.as('bo').approvals.decide(doubled))).toMatchObject({
      status: 422,
      code: 'approval-named-twice',
    });
    const yes = () => api.as('bo').approvals.decide(decision(card, { reason: 'Only on the replica' }));
    const answers = await Promise.allSettled([yes(), yes()]);
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"target":"a"}']);
    expect(await api.as('ana').approvals.get({ approvalId })).toMatchObject({
      decisions: [{ verdict: 'approve', by: { id: 'bo' }, reason: 'Only on the replica' }],
    });
  });

  test('[case 46] a stopped run runs nothing, whoever approves, and the answer says why', async () => {
    const runId = await waitingRun(plan(step('a')));
    const card = await cardOf(runId);
    await api.as('ana').runs.stop({ runId, mode: 'cancel-now' });
    const refused = await refusal(api.as('bo').approvals.decide(decision(card)));
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.message).toBe('This run has ended: cancelled. Nothing was changed.');
    await driveUntilIdle(api.app);
    expect(await refusal(api.as('bo').approvals.decide(decision(card)))).toMatchObject({ status: 409 });
    expect((await api.as('ana').runs.get({ runId })).run.status).toBe('cancelled');
    expect(sent).toEqual([]);
  });

  test('[case 51] a rejection after an approval runs nothing behind it, and keeps what was done before', async () => {
    const runId = await waitingRun(
      plan(
        step('a'),
        step('b', { target: 'b' }, { needs: ['a'] }),
        step('c', { target: 'c' }, { needs: ['b'] }),
      ),
    );
    const bo = api.as('bo').approvals;
    await bo.decide(decision(await cardOf(runId)));
    await driveUntilIdle(api.app);
    const card = await cardOf(runId);
    await bo.decide(decision(card, { verdict: 'reject', reason: 'Wrong table', next: 'stop' }));
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"target":"a"}']);
    const { state } = await api.as('ana').runs.get({ runId });
    expect(state.end).not.toBeNull();
    expect(['a', 'b', 'c'].map((id) => state.steps[id]?.status === 'succeeded')).toEqual([
      true,
      false,
      false,
    ]);
    expect(await bo.get({ approvalId: card.approvalId })).toMatchObject({
      status: 'rejected',
      decisions: [{ verdict: 'reject', reason: 'Wrong table' }],
    });
  });
});

describe('time', () => {
  test('[case 47] [UD6] after its expiry nothing runs, whoever presses; asking again gives a new card', async () => {
    const runId = await waitingRun(
      plan(step('a', { target: 'a' }, { approval: { expiresAfterMs: 60_000 } })),
    );
    const card = await cardOf(runId);
    aheadMs = 60_000;
    expect(await refusal(api.as('bo').approvals.decide(decision(card)))).toMatchObject({
      status: 409,
      code: 'approval-expired',
    });
    expect(await refusal(api.as('bo').approvals.extend({ approvalIds: [card.approvalId] }))).toMatchObject({
      status: 409,
      code: 'approval-expired',
    });
    // The database's clock decides when the executor wakes; here its timer fires by hand.
    await runCommand(
      api.web,
      { workspaceId: 'w', runId },
      { type: 'fire-timers', at: Date.now() + aheadMs, actor: { kind: 'timer', id: 'test' } },
    );
    await driveUntilIdle(api.app);
    expect(sent).toEqual([]);
    await api.as('ana').approvals.askAgain({ runId, address: { stepId: 'a' } });
    await driveUntilIdle(api.app);
    const again = await cardOf(runId);
    expect(again.approvalId).not.toBe(card.approvalId);
    await api.as('bo').approvals.decide(decision(again));
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"target":"a"}']);
  });

  test('[UD6] who may decide puts the expiry off by 15 minutes, on the card and in the list, and it is logged', async () => {
    const runId = await waitingRun(
      plan(step('a', { target: 'a' }, { approval: { expiresAfterMs: 60_000 } })),
    );
    const card = await cardOf(runId);
    await api.as('bo').approvals.extend({ approvalIds: [card.approvalId] });
    const later = card.expiresAt + 15 * 60_000;
    expect(await cardOf(runId)).toMatchObject({ expiresAt: later, approvalId: card.approvalId });
    expect((await api.as('bo').approvals.list({ tab: 'needs-you', runId })).approvals).toMatchObject([
      { expiresAt: later },
    ]);
    const { events } = await api.as('ana').runs.events({ runId, after: 0 });
    expect(events.find(({ type }) => type === 'approval-extended')).toMatchObject({ actor: { id: 'bo' } });
    aheadMs = 120_000;
    await api.as('bo').approvals.decide(decision(card));
    await driveUntilIdle(api.app);
    expect(sent).toEqual(['{"target":"a"}']);
  });

  test('Later is for one person: off their list and count, on everybody else’s', async () => {
    const runId = await waitingRun(plan(step('a')));
    const { approvalId } = await cardOf(runId);
    const before = (await api.as('bo').approvals.list()).counts.needsYou;
    const until = Date.now() + 600_000;
    expect(await api.as('bo').approvals.later({ approvalId, until })).toEqual({ until });
    const mine = await api.as('bo').approvals.list({ tab: 'needs-you', runId });
    expect(mine.approvals).toMatchObject([{ approvalId, snoozedUntil: until }]);
    expect((await api.as('bo').approvals.list()).counts.needsYou).toBe(before - 1);
    expect((await api.as('cy').approvals.list({ tab: 'needs-you', runId })).approvals).toMatchObject([
      { snoozedUntil: null },
    ]);
    aheadMs = 601_000;
    expect((await api.as('bo').approvals.list({ tab: 'needs-you', runId })).approvals).toMatchObject([
      { snoozedUntil: null },
    ]);
    aheadMs = 0;
    await api.as('bo').approvals.later({ approvalId, until: null });
    expect((await api.as('bo').approvals.list()).counts.needsYou).toBe(before);
  });
});

describe('several calls at once', () => {
  const undo: Partial<Step> = {
    compensation: { kind: 'tool', tool: 'test.write', args: { target: 'back' } },
  };

  test('[UD8] Low calls of one tool, rule and run are one group; the decision takes the checked ones only', async () => {
    const runId = await waitingRun(
      plan(
        step('a', { target: 'a' }, undo),
        step('b', { target: 'b' }, undo),
        step('c', { target: 'c' }, undo),
      ),
    );
    const { approvals } = await api.as('bo').approvals.list({ tab: 'needs-you', runId });
    expect(new Set(approvals.map(({ group }) => group)).size).toBe(1);
    const cards = await cardsOf(runId);
    expect(cards[0]).toMatchObject({
      tier: 'low',
      groupKind: 'low',
      ifWrong: { compensation: 'write back' },
    });
    expect(cards[0]?.siblings).toHaveLength(2);
    await api.as('bo').approvals.decide(decision(cards.slice(0, 2)));
    await driveUntilIdle(api.app);
    expect(sent).toHaveLength(2);
    expect(await cardsOf(runId)).toHaveLength(1);
  });

  test('[UD8] High calls are never decided together, unless they are one forEach', async () => {
    const runId = await waitingRun(plan(step('a'), step('b')));
    const cards = await cardsOf(runId);
    expect(cards.map(({ tier, groupKind }) => [tier, groupKind])).toEqual([
      ['high', null],
      ['high', null],
    ]);
    expect(await refusal(api.as('bo').approvals.decide(decision(cards)))).toMatchObject({
      status: 409,
      code: 'batch-not-alike',
    });
    await driveUntilIdle(api.app);
    expect(sent).toEqual([]);
  });

  test('[case 44] [UD5] fifty rounds of two people at once: one decision each, the other is told who', async () => {
    const items = Array.from({ length: 50 }, (_, index) => `"t${index}"`).join(', ');
    const runId = await waitingRun(
      plan(step('many', { target: { $expr: 'item' } }, { forEach: { items: `[${items}]`, concurrency: 4 } })),
    );
    const cards = await cardsOf(runId);
    expect(cards).toHaveLength(50);
    let approved = 0;
    for (const card of cards) {
      const both = await Promise.allSettled([
        api.as('bo').approvals.decide(decision(card)),
        api.as('cy').approvals.decide(decision(card, { verdict: 'reject', reason: 'No', next: 'replan' })),
      ]);
      const won = both.findIndex(({ status }) => status === 'fulfilled');
      const lost = must(
        both.find((one) => one.status === 'rejected'),
        'one lost',
      );
      expect(await refusal(Promise.reject(lost.reason))).toMatchObject({
        status: 409,
        code: 'approval-already-decided',
        fields: { by: { id: ['bo', 'cy'][won] } },
      });
      if (won === 0) approved += 1;
    }
    await driveUntilIdle(api.app);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.length).toBeLessThanOrEqual(approved);
  });
});

describe('looking at a waiting call', () => {
  test('[T4] an argument from a step’s output says so, with the step, and that it is not to be trusted', async () => {
    const read: Step = {
      id: 'read',
      title: 'Read',
      success: 'read',
      work: { kind: 'tool', tool: 'test.read', args: { target: 'x' } },
    };
    const runId = await waitingRun(
      plan(read, step('b', { target: { $expr: 'steps["read"].output.target' } }, { needs: ['read'] })),
    );
    expect((await cardOf(runId)).origins).toEqual([
      { path: '/target', origin: 'step-output', stepId: 'read', untrusted: true },
    ]);
  });

  test('checks are made again by the runtime, on fresh probes, and change nothing in the run', async () => {
    const ready = {
      id: 'ready',
      expr: 'probe.ok',
      probe: { tool: 'test.read', args: { target: 'x' } },
      message: 'Not ready.',
    };
    const runId = await waitingRun(plan(step('a', { target: 'a' }, { preconditions: [ready] })));
    const card = await cardOf(runId);
    const before = await database().sql`select count(*) from run_events where run_id = ${runId}`;
    aheadMs = 90_000;
    const again = await api.as('bo').calls.checkAgain({ approvalId: card.approvalId });
    expect(again).toMatchObject({ changed: [], problem: null, checks: [{ id: 'ready', holds: true }] });
    expect(must(again.checks[0], 'a check').at).toBeGreaterThan(must(card.checks[0], 'a check').at + 80_000);
    expect(await database().sql`select count(*) from run_events where run_id = ${runId}`).toEqual(before);
    expect(sent).toEqual([]);
  });

  test('a tool without a dry run says so; a decided call is not looked at any more', async () => {
    const runId = await waitingRun(plan(step('a')));
    const card = await cardOf(runId);
    expect(card.look).toEqual({ dryRun: false, reach: false });
    expect(await api.as('bo').calls.dryRun({ approvalId: card.approvalId })).toMatchObject({ done: false });
    expect(await api.as('bo').calls.reach({ approvalId: card.approvalId })).toBeNull();
    await api.as('bo').approvals.decide(decision(card));
    expect(await refusal(api.as('bo').calls.dryRun({ approvalId: card.approvalId }))).toMatchObject({
      status: 409,
      code: 'approval-not-pending',
    });
  });

  test('the steps around it, three away at most, in the order they run', async () => {
    const chain = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index, ids) =>
      step(id, { target: id }, index > 0 ? { needs: [must(ids[index - 1], 'a need')] } : {}),
    );
    const { neighbourhood } = await cardOf(await waitingRun(plan(...chain)));
    expect(neighbourhood.nodes.map(({ stepId, column }) => [stepId, column])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ]);
    expect(neighbourhood.edges).toHaveLength(3);
    expect(neighbourhood.more).toBe(2);
  });
});
