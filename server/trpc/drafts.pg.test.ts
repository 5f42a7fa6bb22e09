import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanEdit } from '#core/plan/edit.ts';
import { applyEdits } from '#core/plan/edit.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { RefusedError } from '#server/refusal.ts';
import { ledgerTools } from '#server/testing/ledger-tools.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';

const database = useTestDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database(), { moreTools: ledgerTools([]) });
  await api.workspace('w', {
    ana: ['viewer', 'author', 'operator', 'approver'],
    bo: ['viewer', 'author'],
    vic: ['viewer'],
  });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await stopLayoutThread();
});

function step(id: string, more: Partial<Step> = {}): Step {
  const work = { kind: 'tool', tool: 'test.read', args: { target: id } } as const;
  return { id, title: `Step ${id}`, success: `${id} is done`, work, ...more };
}
const plan = (...steps: Step[]): PlanDocument => ({ artifact: 'plan/v1', objective: 'Read the shop', steps });
const chain = plan(step('a'), step('b', { needs: ['a'] }), step('c', { needs: ['b'] }));

const as = (person: string) => api.as(person);
async function made(document = chain): Promise<{ planId: string; hash: string }> {
  return as('ana').plans.create({ title: 'A plan', document, note: 'The first' });
}
/** Somebody else saves the next version. */
async function overtake(planId: string, baseHash: string, document: PlanDocument, baseVersion = 1) {
  return as('bo').plans.saveVersion({ planId, baseVersion, baseHash, document, note: 'Meanwhile' });
}
async function refusal(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    const cause = error instanceof RefusedError ? error : (error as { cause?: unknown }).cause;
    if (cause instanceof RefusedError) return { status: cause.status, ...cause.refusal };
    throw error;
  }
  throw new Error('It was not refused.');
}
const title = (stepId: string, value: string): PlanEdit => ({
  type: 'set-step-field',
  stepId,
  field: 'title',
  value,
});
const addX: PlanEdit = { type: 'add-step', step: step('x', { needs: ['c'] }) };
/** A draft of ana with these edits saved. */
async function draftWith(planId: string, ...edits: PlanEdit[]) {
  const opened = await as('ana').drafts.open({ planId });
  const saved = await as('ana').drafts.save({ draftId: opened.draftId, rev: opened.rev, edits });
  return { draftId: opened.draftId, rev: saved.rev };
}
/** A version as a run makes it, and as its reviewer accepts it: it binds that run alone. */
async function revisionOf(planId: string, document: PlanDocument) {
  const runId = randomUUID();
  const { sql } = database();
  await sql`
    insert into plan_versions (workspace_id, plan_id, version, state, hash, document, parent, note, submitted_by, provenance, origin_run_id)
    select workspace_id, id, last_version + 1, 'approved', ${'f'.repeat(64)}, ${JSON.stringify(document)}::text::json, head_version, 'Found out',
      '{"kind":"system","id":"planner"}'::json, '{"role":"recovery","kind":"playbook","ref":"p"}'::json, ${runId}
    from plans where id = ${planId}`;
  await sql`update plans set last_version = last_version + 1 where id = ${planId}`;
}

describe('a draft', () => {
  test('of a plan stands on its head, with its cards and its problems', async () => {
    const { planId, hash } = await made();
    const draft = await as('ana').drafts.open({ planId });
    expect(draft).toMatchObject({
      planId,
      title: 'A plan',
      base: { version: 1, hash },
      newerHead: null,
      edits: [],
      setAside: [],
      rev: 1,
    });
    expect(draft.baseDocument).toEqual(chain);
    expect(Object.keys(draft.layout.positions)).toEqual(['a', 'b', 'c']);
    expect(draft.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect((await as('ana').drafts.open({ planId })).draftId).toBe(draft.draftId);
    expect((await as('bo').drafts.open({ planId })).draftId).not.toBe(draft.draftId);
  });

  test('says what each call does by its arguments, when it is opened and when it is saved', async () => {
    const sql = (statement: string) =>
      ({ kind: 'tool', tool: 'postgres.execute', args: { connection: 'shop', sql: statement } }) as const;
    const { draftId } = await as('ana').drafts.create({
      title: 'Two calls of one tool',
      document: plan(
        step('a', { work: sql('UPDATE t SET x = 1') }),
        step('b', { work: sql('DROP TABLE t') }),
      ),
    });
    const opened = await as('ana').drafts.get({ draftId });
    expect(opened.effects).toEqual([
      { stepId: 'a', effect: 'write' },
      { stepId: 'b', effect: 'irreversible' },
    ]);
    const edit: PlanEdit = { type: 'set-step-field', stepId: 'a', field: 'work', value: sql('TRUNCATE t') };
    const saved = await as('ana').drafts.save({ draftId: opened.draftId, rev: opened.rev, edits: [edit] });
    expect(saved.effects[0]).toEqual({ stepId: 'a', effect: 'irreversible' });
  });

  test('in which nothing was edited follows the head when it is opened again', async () => {
    const { planId, hash } = await made();
    const first = await as('ana').drafts.open({ planId });
    const head = await overtake(planId, hash, plan(step('a'), step('z')));
    const again = await as('ana').drafts.open({ planId });
    expect(again).toMatchObject({
      draftId: first.draftId,
      base: { version: 2, hash: head.hash },
      newerHead: null,
    });
    expect(again.baseDocument.steps.map(({ id }) => id)).toEqual(['a', 'z']);
    await as('ana').drafts.save({ draftId: again.draftId, rev: again.rev, edits: [title('a', 'Mine')] });
    await overtake(planId, head.hash, chain, 2);
    expect(await as('ana').drafts.open({ planId })).toMatchObject({
      base: { version: 2 },
      newerHead: { version: 3 },
    });
  });

  test('[case 22] [V2] of another person is not there', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('a', 'New'));
    const bo = as('bo').drafts;
    for (const attempt of [
      () => bo.get({ draftId }),
      () => bo.save({ draftId, rev, edits: [] }),
      () => bo.submit({ draftId, rev, note: 'N' }),
      () => bo.rebase({ draftId, rev }),
      () => bo.discard({ draftId }),
      () => bo.diff({ draftId }),
    ])
      expect(await refusal(attempt())).toMatchObject({ status: 404, code: 'not-found' });
    expect(await bo.list({ planId })).toEqual({ drafts: [] });
    expect((await as('ana').drafts.list({ planId })).drafts).toMatchObject([
      { draftId, edits: 1, baseVersion: 1 },
    ]);
  });

  test('can be blank, and can hold a document that lint finds fault with', async () => {
    const { draftId } = await as('ana').drafts.create({ title: 'Move the shop' });
    expect(await as('ana').drafts.get({ draftId })).toMatchObject({
      planId: null,
      base: null,
      baseDocument: { objective: 'Move the shop', steps: [] },
      problems: expect.arrayContaining([expect.objectContaining({ code: 'empty-plan', severity: 'error' })]),
    });
    const broken = plan(
      step('a', { needs: ['b'] }),
      step('b', { needs: ['a'], work: { kind: 'tool', tool: 'no.tool', args: {} } }),
    );
    const imported = await as('ana').drafts.create({ title: 'T', document: JSON.stringify(broken) });
    const { problems, layout } = await as('ana').drafts.get(imported);
    expect(problems.map(({ code }) => code)).toEqual(expect.arrayContaining(['cycle', 'unknown-tool']));
    expect(Object.keys(layout.positions).sort()).toEqual(['a', 'b']);
  });

  test('is not made of what is no plan document, and says every reason', async () => {
    const unknown = { ...chain, secret: 'x', steps: [{ id: 'a' }] };
    const refused = await refusal(as('ana').drafts.create({ title: 'T', document: unknown }));
    expect(refused).toMatchObject({ status: 422, code: 'plan-unreadable' });
    expect((refused.fields.problems as { code: string }[]).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['unknown-member', 'missing-member']),
    );
    expect(await refusal(as('ana').drafts.create({ title: 'T', document: '{"a":1,"a":2}' }))).toMatchObject({
      fields: { problems: [{ code: 'duplicate-key' }] },
    });
  });

  test('[I1][I4] is made of a text as an import reads it, and not where something would be lost', async () => {
    const create = (source: object) =>
      as('ana').drafts.create({
        title: 'T',
        document: `Here:\n\`\`\`json\n${JSON.stringify(source)}\n\`\`\``,
      });
    const source = { goal: 'Look', steps: [{ id: 'Look!', tool: 'test.read', args: { target: 'a' } }] };
    const { baseDocument } = await as('ana').drafts.get(await create(source));
    expect(baseDocument).toMatchObject({ objective: 'Look', steps: [{ id: 'look' }] });
    const refused = await refusal(create({ ...source, stats: 1 }));
    expect(refused).toMatchObject({ status: 409, code: 'import-loses-parts' });
  });

  test('is gone when it is discarded, and the plan is as it was', async () => {
    const { planId } = await made();
    const { draftId } = await draftWith(planId, title('a', 'New'));
    expect(await as('ana').drafts.discard({ draftId })).toEqual({ done: true });
    expect(await refusal(as('ana').drafts.get({ draftId }))).toMatchObject({ status: 404 });
    expect((await as('ana').plans.get({ planId })).versions).toHaveLength(1);
  });
});

describe('saving a draft', () => {
  test('[UB7] of two tabs the second is told, and the first one’s edits stay', async () => {
    const { planId } = await made();
    const { draftId } = await as('ana').drafts.open({ planId });
    const save = (value: string) => as('ana').drafts.save({ draftId, rev: 1, edits: [title('a', value)] });
    const results = await Promise.allSettled([save('One'), save('Two')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = results.findIndex(({ status }) => status === 'rejected');
    expect(await refusal(save(lost === 0 ? 'One' : 'Two'))).toMatchObject({
      status: 409,
      code: 'draft-moved',
      fields: { rev: 2 },
    });
    const kept = await as('ana').drafts.get({ draftId });
    expect(kept).toMatchObject({ rev: 2, edits: [title('a', lost === 0 ? 'Two' : 'One')] });
  });

  test('[UB7] a save whose answer was lost is sent again, and is no conflict with itself', async () => {
    const { planId } = await made();
    const { draftId } = await as('ana').drafts.open({ planId });
    const save = { draftId, rev: 1, edits: [title('a', 'New')], positions: { x: { x: 1, y: 2 } } };
    const first = await as('ana').drafts.save(save);
    expect(await as('ana').drafts.save(save)).toEqual(first);
    const other = { ...save, positions: { x: { x: 1, y: 3 } } };
    expect(await refusal(as('ana').drafts.save(other))).toMatchObject({ code: 'draft-moved' });
  });

  test('may keep what is stored and send only what follows', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('a', 'One'), title('b', 'Two'));
    const more = { draftId, rev, keep: 1, edits: [addX] };
    const saved = await as('ana').drafts.save(more);
    expect(await as('ana').drafts.get({ draftId })).toMatchObject({
      rev: saved.rev,
      edits: [title('a', 'One'), addX],
    });
    expect(await refusal(as('ana').drafts.save(more))).toMatchObject({ code: 'draft-moved' });
    const whole = { ...more, keep: 0, edits: [title('a', 'One'), addX] };
    expect(await as('ana').drafts.save(whole)).toMatchObject({ rev: saved.rev });
    const beyond = { draftId, rev: saved.rev, keep: 9, edits: [] };
    expect(await refusal(as('ana').drafts.save(beyond))).toMatchObject({ code: 'edit-impossible' });
  });

  test('answers with the problems as submit would find them', async () => {
    const { planId } = await made();
    const { draftId } = await as('ana').drafts.open({ planId });
    const { problems } = await as('ana').drafts.save({
      draftId,
      rev: 1,
      edits: [
        { type: 'remove-step', stepId: 'a' },
        { type: 'set-step-field', stepId: 'c', field: 'when', value: 'steps["a"].output.ok' },
      ],
    });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'unbound-input', stepId: 'c', severity: 'error' }),
    );
  });

  test('refuses edits that cannot be done, and stores nothing of them', async () => {
    const { planId } = await made();
    const { draftId } = await as('ana').drafts.open({ planId });
    const edits: PlanEdit[] = [title('a', 'New'), { type: 'remove-step', stepId: 'ghost' }];
    expect(await refusal(as('ana').drafts.save({ draftId, rev: 1, edits }))).toMatchObject({
      status: 422,
      code: 'edit-impossible',
    });
    expect(await as('ana').drafts.get({ draftId })).toMatchObject({ rev: 1, edits: [] });
  });
});

describe('submitting a draft', () => {
  test('[V1] seals it into the next version in review, with its note, and the draft is gone', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('a', 'New'), addX);
    expect((await as('ana').drafts.diff({ draftId })).diff.summary).toMatchObject({ added: 1, changed: 1 });
    const saved = await as('ana').drafts.submit({ draftId, rev, note: 'x was missing' });
    expect(saved).toMatchObject({ planId, version: 2 });
    const detail = await as('ana').plans.version({ planId, version: 2 });
    expect(detail).toMatchObject({ state: 'in review', note: 'x was missing', parent: 1 });
    expect(detail.document.steps.map(({ id, title: text }) => [id, text])).toEqual([
      ['a', 'New'],
      ['b', 'Step b'],
      ['c', 'Step c'],
      ['x', 'Step x'],
    ]);
    expect(await refusal(as('ana').drafts.get({ draftId }))).toMatchObject({ status: 404 });
  });

  test('[V1] needs a note', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('a', 'New'));
    await expect(as('ana').drafts.submit({ draftId, rev, note: '  ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect((await as('ana').drafts.list({ planId })).drafts).toHaveLength(1);
  });

  test('[P8] errors block it, warnings do not; the draft stays as it is', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, { type: 'add-dependency', stepId: 'a', needs: 'c' });
    const refused = await refusal(as('ana').drafts.submit({ draftId, rev, note: 'N' }));
    expect(refused).toMatchObject({ status: 422, code: 'plan-has-problems' });
    expect(await as('ana').drafts.get({ draftId })).toMatchObject({ rev });
    const mended = await as('ana').drafts.save({
      draftId,
      rev,
      edits: [{ type: 'add-dependency', stepId: 'c', needs: 'a' }],
    });
    expect(mended.problems.map(({ code, severity }) => [code, severity])).toContainEqual([
      'redundant-dependency',
      'warning',
    ]);
    expect(await as('ana').drafts.submit({ draftId, rev: mended.rev, note: 'N' })).toMatchObject({
      version: 2,
    });
  });

  test('of a plan that does not exist yet makes it', async () => {
    const { draftId } = await as('ana').drafts.create({ title: 'Blank' });
    const edits: PlanEdit[] = [{ type: 'add-step', step: step('a') }];
    const positions = { a: { x: 40, y: 80 }, gone: { x: 0, y: 0 } };
    await as('ana').drafts.save({ draftId, rev: 1, edits, positions, title: 'Read' });
    const submit = { draftId, rev: 2, note: 'The first', title: 'Read the shop' };
    const { planId, version } = await as('ana').drafts.submit(submit);
    expect(await as('ana').plans.version({ planId, version })).toMatchObject({
      title: 'Read the shop',
      state: 'in review',
    });
    expect((await as('ana').plans.layout({ planId, version })).positions).toEqual({ a: { x: 40, y: 80 } });
    expect((await as('ana').drafts.list()).drafts.filter((each) => each.draftId === draftId)).toEqual([]);
  });

  test('twice with one key makes one version', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('a', 'New'));
    const submit = { draftId, rev, note: 'N', idempotencyKey: `submit-${draftId}` };
    const first = await as('ana').drafts.submit(submit);
    expect(await as('ana').drafts.submit(submit)).toEqual(first);
    expect((await as('ana').plans.get({ planId })).versions).toHaveLength(2);
  });

  test('that another tab has changed meanwhile makes no version', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('a', 'New'));
    await as('ana').drafts.save({ draftId, rev, edits: [title('a', 'Newer')] });
    expect(await refusal(as('ana').drafts.submit({ draftId, rev, note: 'N' }))).toMatchObject({
      status: 409,
      code: 'draft-moved',
    });
    expect((await as('ana').plans.get({ planId })).versions).toHaveLength(1);
  });

  test('and saving it at the same time end with a version that holds the save, or without one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { planId } = await made();
      const { draftId, rev } = await draftWith(planId, title('a', 'New'));
      const [submitted, saved] = await Promise.allSettled([
        as('ana').drafts.submit({ draftId, rev, note: 'N' }),
        as('ana').drafts.save({ draftId, rev, edits: [title('a', 'Newer')] }),
      ]);
      const { versions } = await as('ana').plans.get({ planId });
      const { drafts } = await as('ana').drafts.list({ planId });
      expect([submitted.status, saved.status].sort()).toEqual(['fulfilled', 'rejected']);
      expect([versions.length, drafts.length]).toEqual(submitted.status === 'fulfilled' ? [2, 0] : [1, 1]);
    }
  });

  test('of a draft that changes nothing is refused', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId);
    expect(await refusal(as('ana').drafts.submit({ draftId, rev, note: 'N' }))).toMatchObject({
      code: 'nothing-changed',
    });
  });
});

describe('[V2] a base that has moved', () => {
  const theirs = plan(
    step('a', { title: 'Theirs' }),
    step('b', { needs: ['a'] }),
    step('c', { needs: ['b'] }),
    step('y'),
  );

  async function overtaken(...edits: PlanEdit[]) {
    const { planId, hash } = await made();
    const draft = await draftWith(planId, ...edits);
    const head = await overtake(planId, hash, theirs);
    return { planId, ...draft, head: { version: head.version, hash: head.hash } };
  }

  test('refuses submit with the three choices, and overwrites and loses nothing', async () => {
    const { planId, draftId, rev, head } = await overtaken(title('b', 'Mine'));
    expect(await refusal(as('ana').drafts.submit({ draftId, rev, note: 'N' }))).toMatchObject({
      status: 409,
      code: 'base-moved',
      fields: {
        baseVersion: 1,
        headVersion: 2,
        headHash: head.hash,
        choices: ['rebase', 'save-as-separate-version', 'discard'],
      },
    });
    const draft = await as('ana').drafts.get({ draftId });
    expect(draft).toMatchObject({ newerHead: head, base: { version: 1 }, edits: [title('b', 'Mine')], rev });
    expect((await as('ana').drafts.list({ planId })).drafts).toMatchObject([{ newerHead: head }]);
    const saved = await as('ana').drafts.save({ draftId, rev, edits: [title('b', 'Mine too')] });
    expect(saved.newerHead).toEqual(head);
  });

  test('my edits are done again on the new head, and submit then holds both', async () => {
    const { planId, draftId, rev } = await overtaken(title('b', 'Mine'), addX);
    const rebased = await as('ana').drafts.rebase({ draftId, rev });
    expect(rebased).toMatchObject({
      base: { version: 2 },
      newerHead: null,
      setAside: [],
      edits: [title('b', 'Mine'), addX],
    });
    await as('ana').drafts.submit({ draftId, rev: rebased.rev, note: 'Both' });
    const { document } = await as('ana').plans.version({ planId, version: 3 });
    expect(document.steps.map(({ id, title: text }) => [id, text])).toEqual([
      ['a', 'Theirs'],
      ['b', 'Mine'],
      ['c', 'Step c'],
      ['y', 'Step y'],
      ['x', 'Step x'],
    ]);
  });

  test('an edit that no longer applies is named with its reason and kept until it is let go', async () => {
    const mine = title('a', 'Mine');
    const { draftId, rev } = await overtaken(mine, title('b', 'Mine'));
    const reason = 'The newer version changed "title" of step "a" too';
    const rebased = await as('ana').drafts.rebase({ draftId, rev });
    expect(rebased).toMatchObject({ edits: [title('b', 'Mine')], setAside: [{ edit: mine, reason }] });
    const saved = await as('ana').drafts.save({ draftId, rev: rebased.rev, edits: [] });
    const again = await as('ana').drafts.rebase({ draftId, rev: saved.rev });
    expect(again.setAside).toEqual([{ edit: mine, reason }]);
    const letGo = { draftId, rev: again.rev, edits: [], setAside: [] };
    const { rev: last } = await as('ana').drafts.save(letGo);
    expect(await as('ana').drafts.save(letGo)).toMatchObject({ rev: last });
    expect(await as('ana').drafts.get({ draftId })).toMatchObject({ rev: last, setAside: [] });
  });

  test('mine is saved as a version of its own on top, and its diff says what that drops', async () => {
    const { planId, draftId, rev, head } = await overtaken(title('b', 'Mine'));
    const { diff, from } = await as('ana').drafts.diff({ draftId, against: 'head' });
    expect(from).toEqual(head);
    expect(diff.summary).toMatchObject({ removed: 1, changed: 2 });
    const saved = await as('ana').drafts.submit({ draftId, rev, note: 'Mine', onto: head });
    expect(saved.version).toBe(3);
    const versions = await Promise.all([2, 3].map((version) => as('ana').plans.version({ planId, version })));
    expect(versions.map(({ state, parent }) => [state, parent])).toEqual([
      ['superseded', 1],
      ['in review', 2],
    ]);
    expect(versions[1]?.document.steps.map(({ title: text }) => text)).toEqual(['Step a', 'Mine', 'Step c']);
  });

  test('again while the person decides: mine is not put on top of a version he has not seen', async () => {
    const { planId, draftId, rev, head } = await overtaken(title('b', 'Mine'));
    await overtake(planId, head.hash, chain, head.version);
    expect(await refusal(as('ana').drafts.submit({ draftId, rev, note: 'Mine', onto: head }))).toMatchObject({
      status: 409,
      code: 'base-moved',
      fields: { headVersion: 3 },
    });
  });
});

describe('[UB5] a revision that a run makes while somebody edits', () => {
  const revised = plan(...chain.steps, step('found', { needs: ['c'] }));

  test('[V6] disturbs the draft only when it is promoted; then a rebase holds both', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('b', 'Mine'));
    await revisionOf(planId, revised);
    const saved = await as('ana').drafts.save({ draftId, rev, edits: [title('b', 'Mine'), addX] });
    expect(saved.newerHead).toBeNull();
    expect((await as('ana').drafts.diff({ draftId })).from).toMatchObject({ version: 1 });

    expect(await as('bo').plans.promote({ planId, version: 2 })).toEqual({ planId, version: 2 });
    expect((await as('ana').drafts.get({ draftId })).newerHead).toMatchObject({ version: 2 });
    expect(await refusal(as('ana').drafts.submit({ draftId, rev: saved.rev, note: 'N' }))).toMatchObject({
      code: 'base-moved',
    });
    const rebased = await as('ana').drafts.rebase({ draftId, rev: saved.rev });
    const edited = applyEdits(rebased.baseDocument, rebased.edits);
    expect(edited.ok && edited.document.steps.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'found', 'x']);
    expect(rebased.setAside).toEqual([]);
  });

  test('[V6] that is not promoted does not stand in the way of a submit', async () => {
    const { planId } = await made();
    const { draftId, rev } = await draftWith(planId, title('b', 'Mine'));
    await revisionOf(planId, revised);
    expect(await as('ana').drafts.submit({ draftId, rev, note: 'N' })).toMatchObject({ version: 3 });
    const refused = await refusal(as('ana').plans.promote({ planId, version: 2 }));
    expect(refused).toMatchObject({ status: 409, code: 'base-moved', fields: { headVersion: 3 } });
  });

  test('[V6] is promoted once, by an author, and only if a run made it', async () => {
    const { planId } = await made();
    await revisionOf(planId, revised);
    expect(await refusal(as('vic').plans.promote({ planId, version: 2 }))).toMatchObject({ status: 403 });
    expect(await refusal(as('ana').plans.promote({ planId, version: 1 }))).toMatchObject({
      code: 'not-of-a-run',
    });
    expect(await refusal(as('ana').plans.promote({ planId, version: 9 }))).toMatchObject({ status: 404 });
    await as('ana').plans.promote({ planId, version: 2 });
    expect(await as('ana').plans.version({ planId, version: 2 })).toMatchObject({
      state: 'in review',
      origin: {},
      promotedAt: expect.any(Number),
    });
    expect((await as('ana').plans.get({ planId })).head).toBe(2);
    expect(await refusal(as('ana').plans.promote({ planId, version: 2 }))).toMatchObject({
      code: 'already-promoted',
    });
  });
});

describe('where cards stand', () => {
  test('[V7][P2] a move is shared, outlives versions and changes no hash', async () => {
    const { planId, hash } = await made();
    await as('ana').plans.moveSteps({ planId, positions: { a: { x: 500, y: 500 }, b: { x: 1, y: 2 } } });
    await as('bo').plans.moveSteps({ planId, positions: { b: null } });
    const { positions } = await as('vic').plans.layout({ planId, version: 1 });
    expect(positions.a).toEqual({ x: 500, y: 500 });
    expect(positions.b).not.toEqual({ x: 1, y: 2 });
    const head = await overtake(planId, hash, plan(step('a'), step('z', { needs: ['a'] })));
    expect((await as('ana').plans.layout({ planId, version: head.version })).positions.a).toEqual({
      x: 500,
      y: 500,
    });
    expect((await as('ana').plans.version({ planId, version: 1 })).hash).toBe(hash);
    expect(await refusal(as('vic').plans.moveSteps({ planId, positions: {} }))).toMatchObject({
      status: 403,
    });
  });

  test('[UB1] moves in the editor are there after a reload: shared ones, and those of steps only the draft has', async () => {
    const { planId } = await made();
    const { draftId } = await as('ana').drafts.open({ planId });
    await as('ana').plans.moveSteps({ planId, positions: { a: { x: 16, y: 0 } } });
    await as('ana').drafts.save({ draftId, rev: 1, edits: [addX], positions: { x: { x: 64, y: 640 } } });
    const { layout, rev } = await as('ana').drafts.get({ draftId });
    expect(layout.positions).toMatchObject({ a: { x: 16, y: 0 }, x: { x: 64, y: 640 } });
    const { version } = await as('ana').drafts.submit({ draftId, rev, note: 'N' });
    expect((await as('bo').plans.layout({ planId, version })).positions).toMatchObject({
      a: { x: 16, y: 0 },
      x: { x: 64, y: 640 },
    });
  });

  test('[V7] tidy draws a graph anew and stores nothing', async () => {
    const count = async () =>
      (await database().sql`select from drawn_layouts`).length +
      (await database().sql`select from plan_layouts`).length;
    const before = await count();
    const { positions } = await as('ana').drafts.tidy({
      steps: [{ id: 'a' }, { id: 'b', needs: ['a', 'ghost'] }],
    });
    expect(Object.keys(positions)).toEqual(['a', 'b']);
    expect(await count()).toBe(before);
  });
});

test('[case 130] [V7] the new step of a revision stands before a moved step that waits for it, never behind', async () => {
  const { planId } = await made();
  const drawn = await as('ana').plans.layout({ planId, version: 1 });
  await as('ana').plans.moveSteps({ planId, positions: drawn.positions });
  const between = plan(
    step('a'),
    step('n', { needs: ['a'] }),
    step('b', { needs: ['a', 'n'] }),
    step('c', { needs: ['b'] }),
  );
  await revisionOf(planId, between);
  const { positions } = await as('ana').plans.layout({ planId, version: 2 });
  const x = (id: string) => positions[id]?.x ?? Number.NaN;
  expect(x('a')).toBe(drawn.positions['a']?.x);
  expect(x('n')).toBeGreaterThanOrEqual(x('a') + 272);
  expect(x('b')).toBeGreaterThanOrEqual(x('n') + 272);
  expect(x('c')).toBeGreaterThanOrEqual(x('b') + 272);
  expect((await as('ana').plans.layout({ planId, version: 1 })).positions).toEqual(drawn.positions);
});

test('[T3] the catalogue names the connections a tool can use, and no credentials', async () => {
  await database().sql`
    insert into connections (workspace_id, name, kind, environment, config, credential_ref, allow_list, read_only, dedupe, max_in_flight_ms, created_by)
    values ('w', 'shop', 'postgres', 'test', '{}', 'env:SHOP_SECRET', '{}', false, 'none', 1000, 'ana'),
      ('w', 'replica', 'postgres', 'test', '{}', 'env:REPLICA_SECRET', '{}', true, 'none', 1000, 'ana')`;
  const { tools, connections } = await as('vic').tools.list();
  const fitting = Object.fromEntries(tools.map(({ name, connections: names }) => [name, names]));
  expect(fitting).toMatchObject({
    'postgres.query': ['replica', 'shop'],
    'postgres.execute': ['shop'],
    'http.request': [],
    'test.read': [],
  });
  expect(connections.map(({ name }) => name)).toEqual(['replica', 'shop']);
  expect(JSON.stringify({ tools, connections })).not.toMatch(/SECRET|credentialRef/);
});
