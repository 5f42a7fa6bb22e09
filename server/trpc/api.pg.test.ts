import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '#core/assert.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { driveUntilIdle } from '#server/testing/drive.ts';
import { ledgerTools } from '#server/testing/ledger-tools.ts';
import { createTestApi, sameOrigin, type TestApi } from '#server/testing/web-app.ts';
import { RefusedError } from '#server/refusal.ts';
import { appRouter } from './root.ts';

const database = useTestDatabase();
const ledger: string[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database(), { moreTools: ledgerTools(ledger) });
  await api.workspace('w', {
    ana: ['viewer', 'author', 'operator', 'approver', 'admin'],
    bo: ['viewer', 'approver'],
    vic: ['viewer'],
  });
  await api.workspace('solo', { sol: ['viewer', 'author', 'operator', 'approver', 'admin'] }, 'solo');
  await api.workspace('other', { mallory: ['viewer', 'author', 'operator', 'approver', 'admin'] });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await stopLayoutThread();
});

function step(id: string, tool: string, more: Partial<Step> = {}): Step {
  return {
    id,
    title: `Step ${id}`,
    success: `${id} is done`,
    work: { kind: 'tool', tool, args: { target: id } },
    ...more,
  };
}
function plan(...steps: Step[]): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective: 'Change the shop',
    steps,
    success: [
      {
        id: 'done',
        expr: 'probe.ok',
        probe: { tool: 'test.read', args: { target: 'end' } },
        message: 'It is not done.',
      },
    ],
  };
}
let keys = 0;
const newKey = () => `test-key-${keys++}`;

/** The refusal a promise ends with. */
async function refusal(
  promise: Promise<unknown>,
): Promise<{ status: number; code: string; fields: Record<string, unknown> }> {
  try {
    await promise;
  } catch (error) {
    const cause = error instanceof RefusedError ? error : (error as { cause?: unknown }).cause;
    if (cause instanceof RefusedError)
      return { status: cause.status, code: cause.refusal.code, fields: cause.refusal.fields };
    throw error;
  }
  throw new Error('It was not refused.');
}
async function created(document: PlanDocument, person = 'ana', workspace = 'w') {
  return api.as(person, workspace).plans.create({ title: 'A plan', document, note: 'The first' });
}
async function approved(document: PlanDocument, person = 'ana', workspace = 'w') {
  const made = await created(document, person, workspace);
  await api.as(person, workspace).plans.approve(pick(made));
  return made;
}
const pick = ({ planId, version, hash }: { planId: string; version: number; hash: string }) => ({
  planId,
  version,
  hash,
});
/** A run that has been driven until it waits. */
async function waitingRun(document: PlanDocument, person = 'ana', workspace = 'w') {
  const made = await approved(document, person, workspace);
  const { runId } = await api.as(person, workspace).runs.start({ ...pick(made), idempotencyKey: newKey() });
  await driveUntilIdle(api.app);
  return { ...made, runId };
}
async function cardOf(runId: string, person = 'ana', workspace = 'w') {
  const caller = api.as(person, workspace);
  for (const tab of ['needs-you', 'others'] as const) {
    const { approvals } = await caller.approvals.list({ tab, runId });
    if (approvals[0]) return caller.approvals.get({ approvalId: approvals[0].approvalId });
  }
  throw new Error('No approval is pending.');
}
type Card = Awaited<ReturnType<typeof cardOf>>;
const decision = (card: Card, more: object = {}) => ({
  decisions: [{ approvalId: card.approvalId, seal: card.seal }],
  verdict: 'approve' as const,
  planVersion: card.planVersion,
  policyRevision: card.policyRevision,
  idempotencyKey: newKey(),
  ...more,
});

describe('who may call what', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string; meta?: { role: string } } }
    >,
  );
  const open = ['session.link', 'session.join'];
  /** Input that passes, naming things of workspace w. */
  let inputs: Record<string, unknown>;
  beforeAll(async () => {
    const { planId, version, hash, runId } = await waitingRun(plan(step('a', 'test.write')));
    const card = await cardOf(runId);
    const { draftId } = await api.as('ana').drafts.open({ planId });
    const address = { stepId: 'a' };
    const named = { planId, version, hash };
    inputs = {
      'plans.get': { planId },
      'plans.version': { planId, version },
      'plans.layout': { planId, version },
      'comparisons.get': { planId, from: 1, to: 1 },
      'comparisons.layout': { planId, from: 1, to: 1 },
      'comparisons.markSeen': { planId, hashes: ['0'.repeat(64)], seen: true },
      'comparisons.setApart': { planId, steps: ['a', 'b'], apart: true },
      'comparisons.history': { planId },
      'plans.tidy': { planId, version },
      'plans.approve': named,
      'plans.reject': { ...named, reason: 'No' },
      'plans.lint': { document: {} },
      'plans.previewImport': { text: '[{"id":"a"}]', goal: 'g' },
      'plans.import': { text: '[{"id":"a"}]', goal: 'g' },
      'plans.create': { title: 'T', document: plan(step('a', 'test.read')), note: 'N' },
      'plans.saveVersion': {
        planId,
        baseVersion: 1,
        baseHash: hash,
        document: plan(step('b', 'test.read')),
        note: 'N',
      },
      'plans.promote': { planId, version },
      'plans.moveSteps': { planId, positions: { a: { x: 1, y: 2 } } },
      'drafts.get': { draftId },
      'drafts.open': { planId },
      'drafts.create': { title: 'T' },
      'drafts.save': { draftId, rev: 1, edits: [] },
      'drafts.submit': { draftId, rev: 1, note: 'N' },
      'drafts.rebase': { draftId, rev: 1 },
      'drafts.discard': { draftId },
      'drafts.diff': { draftId },
      'drafts.tidy': { steps: [] },
      'playbooks.match': { goal: 'g' },
      'playbooks.make': { goal: 'g', playbookId: 'none' },
      'playbooks.get': { playbookId: 'split-name' },
      'playbooks.suggest': { planId, version },
      'playbooks.save': {
        name: 'mine',
        title: 'Mine',
        description: '',
        planId,
        version,
        parameters: [],
        replaces: null,
      },
      'playbooks.archive': { name: 'mine', archived: true },
      'runs.startPreview': { planId, version },
      'runs.start': { ...named, idempotencyKey: newKey() },
      'runs.get': { runId },
      'runs.events': { runId, after: 0 },
      'runs.pause': { runId },
      'runs.resume': { runId },
      'runs.stop': { runId, mode: 'after-running' },
      'runs.resolveUnknown': { runId, address, operationKey: 'k', verdict: 'happened', evidence: 'I saw it' },
      'runs.checkUnknownAgain': { runId, address, operationKey: 'k' },
      'runs.retryStep': { runId, address },
      'runs.answerPerson': { runId, address, output: {} },
      'runs.requestReplan': { runId, reason: 'Because' },
      'runs.undo': { runId, reason: 'Because' },
      'runs.stepOutput': { runId, address },
      'runs.effects': { runId },
      'runs.durations': { runId },
      'approvals.get': { approvalId: card.approvalId },
      'approvals.decide': decision(card),
      'approvals.withdraw': { approvalId: card.approvalId },
      'approvals.askAgain': { runId, address },
      'approvals.edit': {
        approvalId: card.approvalId,
        seal: card.seal,
        planVersion: 1,
        policyRevision: 1,
        args: { target: 'b' },
        idempotencyKey: newKey(),
      },
      'approvals.extend': { approvalIds: [card.approvalId] },
      'approvals.later': { approvalId: card.approvalId, until: null },
      'calls.checkAgain': { approvalId: card.approvalId },
      'calls.dryRun': { approvalId: card.approvalId },
      'calls.reach': { approvalId: card.approvalId },
      'connections.create': {
        connection: { name: 'c', kind: 'postgres', environment: 'test', credentialRef: 'env:X' },
      },
      'connections.update': { name: 'c', changes: {} },
      'connections.test': { name: 'c' },
      'connections.remove': { name: 'c' },
      'workspace.invite': { roles: ['viewer'] },
      'workspace.acceptInvite': { token: 'x'.repeat(43) },
      'workspace.setRoles': { userId: 'bo', roles: ['viewer'] },
      'workspace.setMode': { mode: 'team' },
    };
  });
  const call = (path: string, person: string | null, workspace?: string) => {
    const [router, procedure] = path.split('.') as [string, string];
    const caller = api.as(person, workspace) as unknown as Record<
      string,
      Record<string, (input: unknown) => Promise<unknown>>
    >;
    return must(caller[router]?.[procedure], path)(inputs[path]);
  };

  test('every procedure says which role it needs', () => {
    expect(procedures.filter(([, { _def }]) => !_def.meta?.role).map(([path]) => path)).toEqual([]);
    expect(procedures.filter(([, { _def }]) => _def.meta?.role === 'anyone').map(([path]) => path)).toEqual(
      open,
    );
  });

  test('[case 113] a stranger gets 401 from every one of them', async () => {
    const answers: Record<string, unknown> = {};
    for (const [path] of procedures.filter(([path]) => !open.includes(path)))
      answers[path] = (await refusal(call(path, null))).status;
    expect([...new Set(Object.values(answers))]).toEqual([401]);
  });

  test('[case 113] somebody who may only look gets 403 from everything else', async () => {
    const gated = procedures.filter(([, { _def }]) => !['viewer', 'anyone'].includes(_def.meta?.role ?? ''));
    expect(gated.length).toBeGreaterThan(20);
    for (const [path] of gated)
      expect([path, (await refusal(call(path, 'vic'))).status]).toEqual([path, 403]);
  });

  test('[case 113] another workspace gets 404 for every id of this one, and no list shows it', async () => {
    const withIds = Object.entries(inputs).filter(([, input]) =>
      /"(planId|draftId|runId|approvalId|approvalId|userId)"/.test(JSON.stringify(input)),
    );
    expect(withIds.length).toBeGreaterThan(20);
    for (const [path] of withIds)
      expect([path, (await refusal(call(path, 'mallory', 'other'))).status]).toEqual([path, 404]);
    const mallory = api.as('mallory', 'other');
    expect(await mallory.plans.list()).toEqual({ plans: [] });
    expect(await mallory.runs.list()).toEqual({ runs: [] });
    expect(await mallory.approvals.list()).toMatchObject({
      approvals: [],
      counts: { needsYou: 0, others: 0 },
    });
    expect((await mallory.home.summary()).isNew).toBe(true);
  });

  test('[case 53] a page of another site changes nothing, whoever is signed in', async () => {
    const foreign = { ...sameOrigin, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const rebound = { host: 'evil.example', 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' };
    for (const [path, { _def }] of procedures) {
      if (_def.type !== 'mutation') continue;
      const [router, procedure] = path.split('.') as [string, string];
      const as = (headers: Record<string, string>) =>
        (
          api.as('ana', 'w', headers) as unknown as Record<
            string,
            Record<string, (input: unknown) => Promise<unknown>>
          >
        )[router]?.[procedure];
      expect([path, (await refusal(must(as(foreign), path)(inputs[path]))).code]).toEqual([
        path,
        'foreign-origin',
      ]);
      expect([path, (await refusal(must(as(rebound), path)(inputs[path]))).code]).toEqual([
        path,
        'foreign-host',
      ]);
    }
  });
});

describe('versions of a plan', () => {
  test('[V3] approving a plan opens the gate to start and approves no step', async () => {
    const made = await created(plan(step('a', 'test.write')));
    const ana = api.as('ana');
    expect(await refusal(ana.runs.start({ ...pick(made), idempotencyKey: newKey() }))).toMatchObject({
      status: 409,
      code: 'plan-not-approved',
    });
    expect(await ana.plans.approve(pick(made))).toMatchObject({ state: 'approved' });
    const { runId } = await ana.runs.start({ ...pick(made), idempotencyKey: newKey() });
    await driveUntilIdle(api.app);
    const { state } = await ana.runs.get({ runId });
    expect(state.steps['a']?.status).toBe('needs-approval');
    expect(ledger).toEqual([]);
  });

  test('[V4] a rejected and a superseded version refuse to start, and say what they are', async () => {
    const ana = api.as('ana');
    const first = await approved(plan(step('a', 'test.write')));
    const second = await ana.plans.saveVersion({
      planId: first.planId,
      baseVersion: 1,
      baseHash: first.hash,
      document: plan(step('b', 'test.write')),
      note: 'b instead of a',
    });
    await ana.plans.approve(pick(second));
    expect(await refusal(ana.runs.start({ ...pick(first), idempotencyKey: newKey() }))).toMatchObject({
      status: 409,
      code: 'plan-superseded',
    });
    const third = await ana.plans.saveVersion({
      planId: first.planId,
      baseVersion: 2,
      baseHash: second.hash,
      document: plan(step('c', 'test.write')),
      note: 'c',
    });
    await ana.plans.reject({ ...pick(third), reason: 'Not this' });
    expect(await refusal(ana.runs.start({ ...pick(third), idempotencyKey: newKey() }))).toMatchObject({
      status: 409,
      code: 'plan-rejected',
    });
    await ana.runs.start({ ...pick(second), idempotencyKey: newKey() });
  });

  test('[V5] an approval that is too old, or whose tool has changed, starts nothing', async () => {
    const ana = api.as('ana');
    const old = await approved(plan(step('a', 'test.write')));
    await database()
      .sql`update plan_versions set approval_expires_at = now() - interval '1 second' where plan_id = ${old.planId}`;
    expect(await refusal(ana.runs.start({ ...pick(old), idempotencyKey: newKey() }))).toMatchObject({
      code: 'plan-approval-expired',
    });
    const drifted = await approved(plan(step('a', 'test.write')));
    await database()
      .sql`update plan_versions set tool_digests = '{"test.write": "of last week"}'::json where plan_id = ${drifted.planId}`;
    expect(await refusal(ana.runs.start({ ...pick(drifted), idempotencyKey: newKey() }))).toMatchObject({
      code: 'tool-changed',
      fields: { tools: expect.arrayContaining(['test.write']) },
    });
  });

  test('[case 21] [V2] a save on a base that has moved is refused with the choices, and nothing is overwritten', async () => {
    const ana = api.as('ana');
    const made = await created(plan(step('a', 'test.write')));
    const base = { planId: made.planId, baseVersion: 1, baseHash: made.hash };
    await ana.plans.saveVersion({ ...base, document: plan(step('b', 'test.write')), note: 'first' });
    const late = await refusal(
      ana.plans.saveVersion({ ...base, document: plan(step('c', 'test.write')), note: 'second' }),
    );
    expect(late).toMatchObject({
      status: 409,
      code: 'base-moved',
      fields: { headVersion: 2, choices: ['rebase', 'save-as-separate-version', 'discard'] },
    });
    const { versions } = await ana.plans.get({ planId: made.planId });
    expect(versions.map(({ version, state, note }) => [version, state, note])).toEqual([
      [2, 'in review', 'first'],
      [1, 'superseded', 'The first'],
    ]);
  });

  test('[A3] the second who decides a version is told who was first', async () => {
    const made = await created(plan(step('a', 'test.write')));
    await api.as('bo').plans.approve(pick(made));
    const second = await refusal(api.as('ana').plans.reject({ ...pick(made), reason: 'No' }));
    expect(second).toMatchObject({
      status: 409,
      code: 'already-decided',
      fields: { state: 'approved', by: { id: 'bo' } },
    });
  });

  test('[P8] errors block a submission and come back with their places', async () => {
    const broken = plan(step('a', 'test.write', { needs: ['nowhere'] }));
    const refused = await refusal(created(broken));
    expect(refused).toMatchObject({ status: 422, code: 'plan-has-problems' });
    expect((refused.fields['problems'] as { code: string }[]).map(({ code }) => code)).toContain(
      'dangling-need',
    );
  });

  test('[case 10] [P8] a cycle that comes by API is refused with its path, and no version is made', async () => {
    const ana = api.as('ana');
    const made = await created(plan(step('a', 'test.read'), step('b', 'test.write', { needs: ['a'] })));
    const closed = plan(step('a', 'test.read', { needs: ['b'] }), step('b', 'test.write', { needs: ['a'] }));
    const refused = await refusal(
      ana.plans.saveVersion({
        planId: made.planId,
        baseVersion: 1,
        baseHash: made.hash,
        document: closed,
        note: 'Closes a loop',
      }),
    );
    expect(refused).toMatchObject({ status: 422, code: 'plan-has-problems' });
    expect(JSON.stringify(refused.fields)).toMatch(/a (→|->|>) ?b|"a","b"|b (→|->|>) ?a/);
    const [row] = await database()
      .sql`select count(*)::int as versions from plan_versions where plan_id = ${made.planId}`;
    expect(row).toEqual({ versions: 1 });
  });

  test('[case 68] [P8] a version whose tool has gone is not offered for approval, with the reason; it can be rejected', async () => {
    const made = await created(plan(step('a', 'test.write')));
    const { sql } = database();
    const hash = 'e'.repeat(64);
    await sql`
      insert into plan_versions (workspace_id, plan_id, version, state, hash, document, parent, note, submitted_by, provenance)
      select workspace_id, plan_id, 2, state, ${hash}, replace(document::text, 'test.write', 'gone.tool')::json, 1, note, submitted_by, provenance
      from plan_versions where plan_id = ${made.planId}`;
    await sql`update plans set last_version = 2, head_version = 2 where id = ${made.planId}`;
    const named = { planId: made.planId, version: 2 };
    const bo = api.as('bo').plans;
    const shown = await bo.version(named);
    expect(shown.canApprove).toEqual({
      allowed: false,
      why: expect.stringMatching(/^The plan has one problem to mend first\. .*gone\.tool/),
    });
    expect(shown.canReject).toEqual({ allowed: true, why: null });
    expect(await refusal(bo.approve({ ...named, hash }))).toMatchObject({ code: 'plan-has-problems' });
    expect((await bo.reject({ ...named, hash, reason: 'The tool has gone' })).state).toBe('rejected');
  });

  test('a comparison has the difference, why it needs review, and one layout for both', async () => {
    const ana = api.as('ana');
    const first = await created(plan(step('a', 'test.read'), step('b', 'test.write', { needs: ['a'] })));
    await ana.plans.saveVersion({
      planId: first.planId,
      baseVersion: 1,
      baseHash: first.hash,
      note: 'c too',
      document: plan(
        step('a', 'test.read'),
        step('b', 'test.write', { needs: ['a'] }),
        step('c', 'test.drop', { needs: ['b'] }),
      ),
    });
    const compared = await ana.comparisons.get({ planId: first.planId, from: 1, to: 2 });
    expect(compared.diff.summary).toMatchObject({ added: 1, removed: 0 });
    expect(compared.reviewReasons.map(({ stepId }) => stepId)).toContain('c');
    const both = await ana.comparisons.layout({ planId: first.planId, from: 1, to: 2 });
    expect(Object.keys(both.positions)).toEqual(['a', 'b', 'c']);
    const own = await ana.plans.layout({ planId: first.planId, version: 1 });
    expect(Object.keys(own.positions)).toEqual(['a', 'b']);
  });

  test('[G1] a version shows what policy will ask before anything runs', async () => {
    const made = await created(
      plan(
        step('a', 'test.read'),
        step('b', 'test.write', { needs: ['a'] }),
        step('c', 'test.drop', { needs: ['b'] }),
      ),
    );
    const shown = await api.as('vic').plans.version({ planId: made.planId, version: 1 });
    expect(
      shown.approvalsExpected.map(({ stepId, verdict, approvers, tier }) => [
        stepId,
        verdict,
        approvers,
        tier,
      ]),
    ).toEqual([
      ['a', 'allow', 0, 'auto'],
      ['b', 'ask', 1, 'high'],
      ['c', 'ask', 2, 'critical'],
    ]);
    expect(shown.summary).toMatchObject({ steps: 3, reads: 1, writes: 1, irreversible: 1, approvals: 2 });
    expect(shown.canApprove).toEqual({ allowed: false, why: 'This needs the role "approver".' });
  });
});

describe('starting a run', () => {
  test('[case 81] the same key, in parallel or after a lost answer, is one run', async () => {
    const made = await approved(plan(step('a', 'test.write')));
    const input = { ...pick(made), idempotencyKey: newKey() };
    const started = await Promise.all([1, 2, 3].map(() => api.as('ana').runs.start(input)));
    await database().sql`delete from idempotency_keys where key = ${input.idempotencyKey}`; // as if the answer was never written
    started.push(await api.as('ana').runs.start(input));
    expect(new Set(started.map(({ runId }) => runId)).size).toBe(1);
    expect((await api.as('ana').runs.list({ planId: made.planId })).runs).toHaveLength(1);
    const other = await approved(plan(step('b', 'test.write')));
    expect(
      await refusal(api.as('ana').runs.start({ ...pick(other), idempotencyKey: input.idempotencyKey })),
    ).toMatchObject({ status: 409, code: 'key-used' });
  });

  test('[G2] a start is refused, with counts, when too few people may approve what the plan will ask', async () => {
    await api.workspace('small', { one: ['viewer', 'author', 'operator', 'approver'] });
    const made = await approved(plan(step('a', 'test.drop')), 'one', 'small');
    const preview = await api.as('one', 'small').runs.startPreview({ planId: made.planId, version: 1 });
    expect(preview).toMatchObject({
      approversNeeded: 2,
      approversAvailable: 1,
      enoughApprovers: false,
      refusal: { code: 'too-few-approvers' },
    });
    const refused = await refusal(
      api.as('one', 'small').runs.start({ ...pick(made), idempotencyKey: newKey() }),
    );
    expect(refused).toMatchObject({
      status: 409,
      code: 'too-few-approvers',
      fields: { lacking: [{ stepId: 'a', needed: 2, available: 1 }] },
    });
    expect((await api.as('one', 'small').runs.list()).runs).toEqual([]);
  });

  test('[R12] a start names the effects that earlier runs of the plan have left, and how long calls took', async () => {
    const { planId, runId } = await waitingRun(plan(step('a', 'test.write'), step('b', 'test.read')));
    const ana = api.as('ana');
    expect((await ana.runs.startPreview({ planId, version: 1 })).earlier).toEqual({ total: 0, effects: [] });
    await ana.approvals.decide(decision(await cardOf(runId)));
    await driveUntilIdle(api.app);
    const preview = await ana.runs.startPreview({ planId, version: 1 });
    expect(preview.earlier).toMatchObject({ total: 1, effects: [{ runId, state: 'committed' }] });
    expect(preview.approverNames.length).toBeGreaterThan(0);
    const { run, first } = await ana.runs.get({ runId });
    expect(preview.earlier.effects[0]?.runNumber).toBe(run.number);
    expect(first).toEqual({ planVersion: 1, steps: 2 });
    const { tools } = await ana.runs.durations({ runId });
    const write = must(
      tools.find(({ tool }) => tool === 'test.write'),
      'a duration of test.write',
    );
    expect(write.samples).toBeGreaterThanOrEqual(1);
    expect(write.slowMs).toBeGreaterThanOrEqual(write.typicalMs);
    expect((await api.as('mallory', 'other').runs.list()).runs.map((each) => each.runId)).not.toContain(
      runId,
    );
  });

  test('[A10] one person alone may start what cannot be undone', async () => {
    const made = await approved(plan(step('a', 'test.drop')), 'sol', 'solo');
    expect(await api.as('sol', 'solo').runs.startPreview({ planId: made.planId, version: 1 })).toMatchObject({
      approversNeeded: 1,
      enoughApprovers: true,
      refusal: null,
    });
  });

  test('[R9] a plan without steps becomes no version', async () => {
    expect(await refusal(created(plan()))).toMatchObject({ status: 422, code: 'plan-has-problems' });
  });
});

describe('deciding an approval', () => {
  test('[A1] the card shows the exact call; approving it runs that call once', async () => {
    ledger.length = 0;
    const { runId } = await waitingRun(
      plan(step('a', 'test.read'), step('b', 'test.write', { needs: ['a'], rationale: 'It seemed right' })),
    );
    const card = await cardOf(runId, 'bo');
    expect(card).toMatchObject({
      tier: 'high',
      summary: 'write b',
      args: { target: 'b' },
      resource: 'b',
      tool: 'test.write',
      canDecide: true,
      whyNot: null,
      identity: { id: 'ana', name: 'ana' },
      rationale: 'It seemed right',
      arming: { kind: 'read' },
      need: 1,
      planVersion: 1,
      mayDecide: [{ id: 'ana' }, { id: 'bo' }],
    });
    const answered = await api.as('bo').approvals.decide(decision(card));
    expect(answered.runId).toBe(runId);
    await driveUntilIdle(api.app);
    expect(ledger).toEqual(['test.write b']);
    const { run } = await api.as('vic').runs.get({ runId });
    expect(run).toMatchObject({ status: 'succeeded', done: 2, total: 2, end: { end: 'goal-met' } });
    expect((await api.as('vic').runs.effects({ runId })).effects).toMatchObject([
      { state: 'committed', resource: 'b' },
    ]);
    expect(await api.as('vic').runs.stepOutput({ runId, address: { stepId: 'a' } })).toMatchObject({
      present: true,
      value: { target: 'a', ok: true },
    });
  });

  test.each([
    ['seal', (card: Card) => ({ decisions: [{ approvalId: card.approvalId, seal: 'f'.repeat(64) }] })],
    ['planVersion', () => ({ planVersion: 7 })],
    ['policyRevision', () => ({ policyRevision: 99 })],
  ])('[A2] another %s than the one that stands is refused with the difference', async (what, change) => {
    ledger.length = 0;
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const card = await cardOf(runId);
    const refused = await refusal(api.as('bo').approvals.decide(decision(card, change(card))));
    expect(refused).toMatchObject({ status: 409, code: 'approval-changed' });
    expect(JSON.stringify(refused.fields)).toContain(what);
    await driveUntilIdle(api.app);
    expect(ledger).toEqual([]);
    expect((await cardOf(runId)).status).toBe('pending');
  });

  test('[A3] of two at once one decides, and the other is told who', async () => {
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const card = await cardOf(runId);
    const both = await Promise.allSettled([
      api.as('ana').approvals.decide(decision(card)),
      api.as('bo').approvals.decide(decision(card)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = must(
      both.find((one) => one.status === 'rejected'),
      'one lost',
    );
    expect(await refusal(Promise.reject(lost.reason))).toMatchObject({
      status: 409,
      code: 'approval-already-decided',
      fields: { by: { kind: 'person' } },
    });
    await driveUntilIdle(api.app);
  });

  test('[A5] what cannot be undone takes two different people, and the same one twice is not two', async () => {
    ledger.length = 0;
    const { runId } = await waitingRun(plan(step('a', 'test.drop')));
    const card = await cardOf(runId);
    const armed = { typed: 'a', reason: 'Checked the backup' };
    expect(
      await refusal(api.as('ana').approvals.decide(decision(card, { reason: 'Checked the backup' }))),
    ).toMatchObject({ status: 422, code: 'approval-not-armed' });
    expect(
      await refusal(api.as('ana').approvals.decide(decision(card, { typed: 'a', reason: 'ok' }))),
    ).toMatchObject({ status: 422, code: 'reason-required' });
    await api.as('ana').approvals.decide(decision(card, armed));
    expect(await refusal(api.as('ana').approvals.decide(decision(card, armed)))).toMatchObject({
      status: 409,
      code: 'approver-decided-before',
    });
    expect(await api.as('ana').approvals.get({ approvalId: card.approvalId })).toMatchObject({
      canDecide: false,
      whyNot: { code: 'approver-decided-before' },
      canWithdraw: true,
    });
    await driveUntilIdle(api.app);
    expect(ledger).toEqual([]);
    await api.as('bo').approvals.decide(decision(card, armed));
    await driveUntilIdle(api.app);
    expect(ledger).toEqual(['test.drop a']);
  });

  test('[case 52] nobody forges an approval: unknown ids, calls of other runs, and members that are not asked for', async () => {
    ledger.length = 0;
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const card = await cardOf(runId);
    const elsewhere = await cardOf((await waitingRun(plan(step('b', 'test.write')))).runId);
    const bo = api.as('bo');
    expect(
      await refusal(bo.approvals.decide(decision({ ...card, approvalId: 'appr_invented' }))),
    ).toMatchObject({ status: 404 });
    expect(await refusal(bo.approvals.decide(decision({ ...card, seal: elsewhere.seal })))).toMatchObject({
      status: 409,
      code: 'approval-changed',
    });
    const mixed = decision(card, {
      decisions: [card, elsewhere].map(({ approvalId, seal }) => ({ approvalId, seal })),
    });
    expect(await refusal(bo.approvals.decide(mixed))).toMatchObject({ status: 422, code: 'several-runs' });
    for (const extra of [
      { args: { target: 'everything' } },
      { decider: { actor: { kind: 'person', id: 'ana' }, roles: ['approver'] } },
      { userId: 'ana' },
    ]) {
      await expect(bo.approvals.decide({ ...decision(card), ...extra } as never)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    }
    await driveUntilIdle(api.app);
    expect(ledger).toEqual([]);
  });

  test('[A7] nothing but a POST decides: no query does, and the only mutation that approves a call is approvals.decide', async () => {
    const before = await database().sql`select count(*) from run_events`;
    const { runId } = { runId: String((await api.as('ana').runs.list()).runs[0]?.runId) };
    await api.as('ana').runs.get({ runId });
    await api.as('ana').approvals.list();
    await api.as('ana').home.summary();
    expect(await database().sql`select count(*) from run_events`).toEqual(before);
  });

  test('a rejection names what comes next, and stop ends the run', async () => {
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const card = await cardOf(runId);
    await api
      .as('bo')
      .approvals.decide(decision(card, { verdict: 'reject', reason: 'Wrong table', next: 'stop' }));
    await driveUntilIdle(api.app);
    const { run } = await api.as('ana').runs.get({ runId });
    expect(['cancelled', 'failed']).toContain(run.status);
    expect(await api.as('ana').approvals.get({ approvalId: card.approvalId })).toMatchObject({
      status: 'rejected',
      decisions: [{ verdict: 'reject', by: { id: 'bo' }, reason: 'Wrong table' }],
    });
  });
});

describe('operating a run', () => {
  test('pause, resume and stop; a command on an ended run is refused', async () => {
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const ana = api.as('ana');
    const paused = await ana.runs.pause({ runId, reason: 'Lunch' });
    expect((await ana.runs.get({ runId })).run.status).toBe('paused');
    expect(await refusal(ana.runs.pause({ runId }))).toMatchObject({ status: 409 });
    await ana.runs.resume({ runId });
    await ana.runs.stop({ runId, mode: 'cancel-now' });
    await driveUntilIdle(api.app);
    expect((await ana.runs.get({ runId })).run.status).toBe('cancelled');
    expect(await refusal(ana.runs.resume({ runId }))).toMatchObject({ status: 409 });
    const { events, more } = await ana.runs.events({ runId, after: paused.version - 1, limit: 1 });
    expect([events[0]?.type, more]).toEqual(['run-paused', true]);
  });

  test('the same key twice is one command', async () => {
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const input = { runId, idempotencyKey: newKey() };
    const first = await api.as('ana').runs.pause(input);
    expect(await api.as('ana').runs.pause(input)).toEqual(first);
    const pauses = await database()
      .sql`select version from run_events where run_id = ${runId} and type = 'run-paused'`;
    expect(pauses).toHaveLength(1);
  });

  test('the stream starts with a resync and then says which run changed, of this workspace only', async () => {
    const { runId } = await waitingRun(plan(step('a', 'test.write')));
    const stream = (await api.as('vic').stream.pokes()) as AsyncIterable<
      [string, { kind: string; runId?: string; approvals?: number }]
    >;
    const pokes = stream[Symbol.asyncIterator]();
    const next = async () =>
      (await pokes.next()).value?.[1] as { kind: string; runId?: string; approvals?: number };
    expect(await next()).toMatchObject({ kind: 'resync', approvals: expect.any(Number) });
    await api.as('ana').runs.pause({ runId });
    let poke = await next();
    while (poke.kind === 'resync') poke = await next();
    expect(poke).toMatchObject({ kind: 'run', runId });
    await pokes.return?.();
  });

  test('home puts what needs this person first', async () => {
    const { runId } = await waitingRun(plan(step('a', 'test.drop')));
    const { needsYou, running } = await api.as('bo').home.summary();
    expect(needsYou[0]).toMatchObject({ kind: 'approval', tier: 'critical' });
    expect(needsYou.map((need) => need.runId)).toContain(runId);
    expect(running.map((run) => run.runId)).toContain(runId);
    expect((await api.as('vic').home.summary()).needsYou.filter(({ kind }) => kind === 'approval')).toEqual(
      [],
    );
  });
});
