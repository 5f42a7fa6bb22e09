import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanDocument } from '#core/plan/schema.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { RefusedError } from '#server/refusal.ts';
import { driveUntilIdle } from '#server/testing/drive.ts';
import { ledgerTools } from '#server/testing/ledger-tools.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';

const database = useTestDatabase();
const everyRole = ['viewer', 'author', 'operator', 'approver', 'admin'] as const;
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database(), { moreTools: ledgerTools([]) });
  await api.workspace('w', { ana: [...everyRole], vic: ['viewer'] }, 'solo');
  await api.workspace('other', { mallory: [...everyRole] });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await stopLayoutThread();
});

const document: PlanDocument = {
  artifact: 'plan/v1',
  objective: 'Read the shelf',
  steps: [
    {
      id: 'look',
      title: 'Look at the shelf',
      success: 'It is known.',
      work: { kind: 'tool', tool: 'test.read', args: { target: 'shelf' } },
    },
  ],
};
const shelf = { name: 'target', label: 'Where to look', at: ['/steps/0/work/args/target'] };

async function saveable(name: string) {
  const { planId, version, hash } = await api
    .as('ana')
    .plans.create({ title: 'Look', document, note: 'First' });
  return {
    hash,
    input: {
      name,
      title: 'Look somewhere',
      description: 'Reads one place.',
      planId,
      version,
      parameters: [shelf],
      replaces: null as number | null,
    },
  };
}
const code = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof RefusedError) return error.refusal.code;
  throw error ?? new Error('It was not refused.');
};
const make = (playbookId: string, parameters: Record<string, string | number>, person = 'ana') =>
  api.as(person).playbooks.make({ goal: 'Read the cellar', playbookId, parameters });

test('[K2][K5] a saved plan is made again with another value, in review, and says what it was made from', async () => {
  const ana = api.as('ana');
  const { input } = await saveable('look-somewhere');
  const { suggestions } = await ana.playbooks.suggest({ planId: input.planId, version: input.version });
  expect(suggestions).toMatchObject([{ name: 'target', value: 'shelf', at: shelf.at, stepIds: ['look'] }]);
  expect(await ana.playbooks.save(input)).toEqual({ name: 'look-somewhere', version: 1 });

  const made = await make('look-somewhere', { target: 'cellar' });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  const shown = await ana.plans.version({ planId: made.planId, version: 1 });
  expect(shown).toMatchObject({
    state: 'in review',
    provenance: { role: 'planner', kind: 'playbook', ref: 'look-somewhere@1' },
    document: { objective: 'Read the cellar', steps: [{ work: { args: { target: 'cellar' } } }] },
  });
  expect(await make('look-somewhere', { target: 7 })).toMatchObject({
    made: false,
    problems: [{ path: '/parameters/target' }],
  });
  expect(await make('look-somewhere', { elsewhere: 'x' })).toMatchObject({ made: false });
  const { matches } = await ana.playbooks.match({ goal: 'Look somewhere else' });
  expect(matches.map(({ id }) => id)).toContain('look-somewhere');
});

test('[K6] a name in use is overwritten by nobody: the next version is made by who knows the last one', async () => {
  const ana = api.as('ana');
  const { input } = await saveable('versions');
  await ana.playbooks.save(input);
  expect(await ana.playbooks.save(input)).toEqual({ name: 'versions', version: 1 }); // the very same again
  const changed = { ...input, parameters: [], title: 'Look at the shelf' };
  expect(await code(ana.playbooks.save(changed))).toBe('playbook-exists');
  expect(await ana.playbooks.save({ ...changed, replaces: 1 })).toEqual({ name: 'versions', version: 2 });
  expect(await code(ana.playbooks.save({ ...input, replaces: 1 }))).toBe('playbook-exists');
  expect(await ana.playbooks.get({ playbookId: 'versions' })).toMatchObject({
    version: '2',
    title: 'Look at the shelf',
    goal: 'Read the shelf',
  });
  expect(await ana.playbooks.get({ playbookId: 'versions@1' })).toMatchObject({ title: 'Look somewhere' });
  expect(await make('versions@1', { target: 'x' })).toMatchObject({ made: true });
  expect(await code(ana.playbooks.save({ ...input, name: 'split-name' }))).toBe('playbook-name-taken');
  const both = await Promise.allSettled(
    ['One', 'Two'].map((title) => ana.playbooks.save({ ...input, name: 'race', title })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('[K1] what is no value of the version, or was rejected, is not saved', async () => {
  const ana = api.as('ana');
  const { input, hash } = await saveable('nowhere');
  const wrong = { ...shelf, at: ['/steps/0/work/args/other'] };
  expect(await code(ana.playbooks.save({ ...input, parameters: [wrong] }))).toBe('playbook-has-problems');
  await ana.plans.reject({ planId: input.planId, version: 1, hash, reason: 'No' });
  expect(await code(ana.playbooks.save(input))).toBe('plan-rejected');
  expect(await code(ana.playbooks.get({ playbookId: 'nowhere' }))).toBe('not-found');
});

test('a hidden playbook is offered nowhere and comes back; its plans stay', async () => {
  const ana = api.as('ana');
  const { input } = await saveable('hidden');
  await ana.playbooks.save(input);
  await ana.playbooks.archive({ name: 'hidden', archived: true });
  const matched = async () =>
    (await ana.playbooks.match({ goal: 'hidden' })).matches.some(({ id }) => id === 'hidden');
  expect(await matched()).toBe(false);
  expect(await make('hidden', {})).toMatchObject({ made: false, problems: [{ path: '/playbookId' }] });
  await ana.playbooks.archive({ name: 'hidden', archived: false });
  expect(await matched()).toBe(true);
});

test('[K4] a finished run is saved by the version it ended on, and by no other', async () => {
  const ana = api.as('ana');
  const { input, hash } = await saveable('from-run');
  const { planId } = input;
  await ana.plans.approve({ planId, version: 1, hash });
  const { runId } = await ana.runs.start({ planId, version: 1, hash, idempotencyKey: 'from-run-1' });
  expect(await code(ana.playbooks.save({ ...input, runId }))).toBe('run-not-on-version');
  await driveUntilIdle(api.app);
  const second = await ana.plans.saveVersion({
    planId,
    baseVersion: 1,
    baseHash: hash,
    document: { ...document, objective: 'Read it again' },
    note: 'Again',
  });
  expect(await code(ana.playbooks.save({ ...input, version: second.version, runId }))).toBe(
    'run-not-on-version',
  );
  await ana.playbooks.save({ ...input, runId });
  expect((await ana.playbooks.get({ playbookId: 'from-run' })).saved).toMatchObject({
    runId,
    planVersion: 1,
    by: 'ana',
  });
});

test('another workspace sees nothing of it; one key is one version', async () => {
  const { input } = await saveable('private');
  const keyed = { ...input, idempotencyKey: 'private-1' };
  const answers = await Promise.all([1, 2, 3].map(() => api.as('ana').playbooks.save(keyed)));
  expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([1]));
  const mallory = api.as('mallory', 'other');
  expect(await code(mallory.playbooks.get({ playbookId: 'private' }))).toBe('not-found');
  expect(await code(mallory.playbooks.archive({ name: 'private', archived: true }))).toBe('not-found');
  expect((await mallory.playbooks.list()).playbooks.every(({ saved }) => saved === null)).toBe(true);
  expect(await mallory.playbooks.make({ goal: 'Read', playbookId: 'private', parameters: {} })).toMatchObject(
    { made: false },
  );
});

test('the list says what each playbook touches and whether its systems are here', async () => {
  const { playbooks } = await api.as('vic').playbooks.list();
  const splitName = playbooks.find(({ id }) => id === 'split-name');
  expect(splitName?.systems).toEqual([{ connection: 'shop', kind: 'postgres', exists: false }]);
  expect(splitName?.writes).toBeGreaterThan(0);
});
