import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { must } from '#core/assert.ts';
import { mapTools, toolsOf } from '#core/plan/import/map-tools.ts';
import { normalizePlan, planHash } from '#core/plan/normal-form.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { getDraft, listDrafts } from '#db/drafts.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { RefusedError } from '#server/refusal.ts';
import { ledgerTools } from '#server/testing/ledger-tools.ts';
import { createTestApi, sameOrigin, TEST_HOST, type TestApi } from '#server/testing/web-app.ts';
import { handleTrpc } from './http.ts';

const database = useTestDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database(), { moreTools: ledgerTools([]) });
  await api.workspace('w', { ana: ['viewer', 'author'], vic: ['viewer'] });
});
afterAll(() => api[Symbol.asyncDispose]());

const plan: PlanDocument = {
  artifact: 'plan/v1',
  objective: 'Change the shop',
  steps: [
    {
      id: 'write',
      title: 'Write',
      success: 'It is written',
      work: { kind: 'tool', tool: 'test.write', args: { target: 'a' } },
    },
  ],
  success: [
    {
      id: 'done',
      expr: 'probe.ok',
      probe: { tool: 'test.read', args: { target: 'end' } },
      message: 'It is not done.',
    },
  ],
};
const foreign = {
  id: 'flow 7',
  goal: 'Look at the shop',
  steps: [
    { id: 'Look!', tool: 'shop.look', args: { target: 'a' }, deps: [], approved: true },
    { id: 'Look again', tool: 'test.read', args: { target: 'b' }, deps: ['Look!'] },
  ],
};

const plans = () => api.as('ana').plans;
async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof RefusedError ? error : (error as { cause?: unknown }).cause;
  if (!(cause instanceof RefusedError)) throw error;
  return { status: cause.status, ...cause.refusal };
}
const stored = async () => ({
  plans: (await plans().list({ limit: 200 })).plans.length,
  drafts: (await listDrafts(database().sql, 'w', 'ana')).length,
});

describe('plans.import', () => {
  test.each([
    ['JSON', JSON.stringify(plan)],
    ['YAML', stringify(plan)],
    ['a reply', `Here:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``],
  ])('[I8] a plan without errors becomes version 1 in review: %s', async (_, text) => {
    const made = await plans().import({ text, title: 'From elsewhere' });
    if (made.made !== 'version') throw new Error('A draft');
    expect(made.hash).toBe(planHash(plan));
    const version = await plans().version({ planId: made.planId, version: 1 });
    expect(version.document).toEqual(normalizePlan(plan));
    expect(version).toMatchObject({ state: 'in review', title: 'From elsewhere' });
    expect(version.note).toMatch(/^Imported from (?:JSON|YAML)\.$/);
  });

  test('[I6][I8] a plan with an unknown tool becomes a draft without base; mapped, it becomes a version', async () => {
    const text = JSON.stringify(foreign);
    const made = await plans().import({ text });
    if (made.made !== 'draft') throw new Error('A version');
    expect(made.problems.map(({ code, severity }) => `${severity} ${code}`)).toContain(
      'warning unknown-tool',
    );
    expect(made.ids).toEqual([
      { from: 'Look again', to: 'look-again' },
      { from: 'Look!', to: 'look' },
    ]);
    const draft = must(await getDraft(database().sql, 'w', made.draftId), 'the draft');
    expect(draft).toMatchObject({
      planId: null,
      baseVersion: null,
      userId: 'ana',
      title: 'Look at the shop',
    });
    expect(draft.document?.steps.map(({ id }) => id)).toEqual(['look', 'look-again']);

    const mapped = await plans().import({ text, tools: { 'shop.look': 'test.read' } });
    if (mapped.made !== 'version') throw new Error('A draft');
    const version = await plans().version({ planId: mapped.planId, version: 1 });
    expect(version.note).toBe('Imported from JSON, where it is "flow 7".');
    expect(JSON.stringify(version.document)).not.toContain('approved');
  });

  test('[I6] the draft cannot be submitted until its tools are mapped to those there are', async () => {
    const made = await plans().import({ text: JSON.stringify(foreign) });
    if (made.made !== 'draft') throw new Error('A version');
    const { drafts } = api.as('ana');
    const { draftId } = made;
    const draft = await drafts.get({ draftId });
    const submit = (rev: number) => drafts.submit({ draftId, rev, note: 'Tools mapped' });
    const inList = async () => (await drafts.list()).drafts.find((each) => each.draftId === draftId);
    expect(await inList()).toMatchObject({ errors: 2, unknownTools: ['shop.look'] });
    const told = await refusal(submit(draft.rev));
    expect(told).toMatchObject({ status: 422, code: 'plan-has-problems' });
    expect(JSON.stringify(told.fields)).toContain('unknown-tool');
    const edits = mapTools(draft.baseDocument, { 'shop.look': 'test.read' });
    const saved = await drafts.save({ draftId, rev: draft.rev, edits });
    expect(await inList()).toMatchObject({ errors: 0, unknownTools: [] });
    const { planId, version } = await submit(saved.rev);
    const { document, state } = await plans().version({ planId, version });
    expect(state).toBe('in review');
    expect(toolsOf(document)).toEqual(['test.read']);
  });

  test('[P10][I8] a write without a success check becomes a draft, and so does a cycle', async () => {
    const { success: _, ...unchecked } = plan;
    expect(await plans().import({ text: JSON.stringify(unchecked) })).toMatchObject({ made: 'draft' });
    const cycle = {
      goal: 'g',
      steps: [
        { id: 'a', tool: 'test.read', deps: ['b'] },
        { id: 'b', tool: 'test.read', deps: ['a'] },
      ],
    };
    const made = await plans().import({ text: JSON.stringify(cycle) });
    expect(made.made).toBe('draft');
    expect(made.problems[0]).toMatchObject({ code: 'cycle', severity: 'error' });
    expect(made.problems[0]?.message).toContain('a > b > a');
  });

  test('[I2][case 4] of a text that cannot be read nothing is stored, and every reason is told', async () => {
    const before = await stored();
    const text = JSON.stringify({
      goal: 'g',
      steps: [{ id: 'a', risk: 'extreme', budget: -5, timeout: 'soon' }],
    });
    const told = await refusal(plans().import({ text }));
    expect(told).toMatchObject({ status: 422, code: 'plan-unreadable' });
    const { problems } = told.fields as { problems: { path: string; severity: string }[] };
    expect(problems.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      '/steps/0/risk',
      '/steps/0/budget',
      '/steps/0/timeout',
    ]);
    for (const bad of ['', 'I cannot', JSON.stringify(plan).slice(0, 90), 'a: 1\na: 2', '['.repeat(10_000)])
      expect(await refusal(plans().import({ text: bad }))).toMatchObject({ code: 'plan-unreadable' });
    expect(await stored()).toEqual(before);
  });

  test('[I4][case 18] what does not come along is listed and has to be accepted', async () => {
    const before = await stored();
    const text = JSON.stringify({
      ...foreign,
      stats: { n: 1 },
      steps: foreign.steps.map((step) => ({ ...step, when: '{{x}}', tool: 'test.read' })),
    });
    const told = await refusal(plans().import({ text }));
    expect(told).toMatchObject({ status: 409, code: 'import-loses-parts' });
    expect((told.fields as { losses: { path: string }[] }).losses.map(({ path }) => path)).toEqual([
      '/stats',
      '/steps/0/when',
    ]);
    expect(await stored()).toEqual(before);
    const made = await plans().import({ text, acceptLosses: true });
    if (made.made !== 'version') throw new Error('A draft');
    const { document } = await plans().version({ planId: made.planId, version: 1 });
    expect(document.steps[1]?.rationale).toBe('Source id: "Look again"\nwhen: "{{x}}"');
  });

  test('[I8] a preview says what would be made and stores nothing', async () => {
    const before = await stored();
    const preview = await plans().previewImport({ text: JSON.stringify(foreign) });
    expect(preview).toMatchObject({
      shape: 'steps',
      format: 'json',
      sourceId: 'flow 7',
      becomes: 'draft',
      unknownTools: ['shop.look'],
      foreignTools: [{ tool: 'shop.look', steps: ['look'], mappedTo: null }],
      losses: [],
    });
    const mapped = await plans().previewImport({
      text: JSON.stringify(foreign),
      tools: { 'shop.look': 'test.read' },
    });
    expect(mapped).toMatchObject({
      becomes: 'version',
      unknownTools: [],
      foreignTools: [{ tool: 'shop.look', steps: ['look'], mappedTo: 'test.read' }],
    });
    expect(await stored()).toEqual(before);
  });

  test('[I8] a repeated request makes nothing twice, and a key does not serve another text', async () => {
    const before = await stored();
    const draft = { text: JSON.stringify(foreign), idempotencyKey: 'import-draft' };
    const version = { text: JSON.stringify(plan), idempotencyKey: 'import-version' };
    expect(await plans().import(draft)).toEqual(await plans().import(draft));
    expect(await plans().import(version)).toEqual(await plans().import(version));
    const after = await stored();
    expect(after).toEqual({ plans: before.plans + 1, drafts: before.drafts + 1 });
    expect(await refusal(plans().import({ ...draft, text: 'x' }))).toMatchObject({
      status: 409,
      code: 'key-used',
    });
  });

  test('[I8] somebody who may only look imports nothing', async () => {
    expect(await refusal(api.as('vic').plans.import({ text: JSON.stringify(plan) }))).toMatchObject({
      status: 403,
      code: 'role-missing',
    });
  });

  test('[I2][case 16] a body of more than 5 MiB is refused before it is read', async () => {
    const post = (text: string) =>
      handleTrpc(
        api.web,
        new Request(`http://${TEST_HOST}/api/trpc/plans.import`, {
          method: 'POST',
          headers: sameOrigin,
          body: JSON.stringify({ json: { text } }),
        }),
      );
    expect((await post('x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await post(JSON.stringify(plan))).status).toBe(401);
  });

  test('[I2] a zero byte in the goal stays in the document and out of the title', async () => {
    const made = await plans().import({ text: '[{"id":"a"}]', goal: 'a\u0000b' });
    expect(made).toMatchObject({ made: 'version', title: 'a b' });
  });

  test.each<[string, () => string, string]>([
    ['4.5 MiB', () => `{"goal":"${'x'.repeat(4.5 * 1024 * 1024)}","steps":[]}`, 'document-too-large'],
    [
      '5,000 steps',
      () => JSON.stringify({ goal: 'g', steps: Array.from({ length: 5_000 }, () => ({ title: 'a' })) }),
      'too-many-steps-for-a-plan',
    ],
    ['half a surrogate pair, escaped', () => '{"goal":"\\ud800","steps":[{"id":"a"}]}', 'not-json'],
  ])('[I2] %s is answered with a name', async (_, text, code) => {
    const call = plans().import({ text: text() });
    expect((await refusal(call)).fields).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ code })]),
    });
  });
});
