import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { aPlan, aStep } from '#core/testing/build-plan.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { RefusedError } from '#server/refusal.ts';
import { ledgerTools } from '#server/testing/ledger-tools.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';

const database = useTestDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database(), { moreTools: ledgerTools([]) });
  await api.workspace('w', { ana: ['viewer', 'author'], bo: ['viewer'] });
  await api.workspace('other', { mallory: ['viewer', 'author'] });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await stopLayoutThread();
});

const read = (target: string): Step['work'] => ({ kind: 'tool', tool: 'test.read', args: { target } });
const write = (target: string): Step['work'] => ({ kind: 'tool', tool: 'test.write', args: { target } });
const first = aPlan('a -> b -> w', {
  steps: { a: { work: read('a') }, b: { work: read('b') }, w: { work: write('w') } },
});
const withStep = (document: PlanDocument, id: string, change: Partial<Step>): PlanDocument => ({
  ...document,
  steps: document.steps.map((step) => (step.id === id ? { ...step, ...change } : step)),
});

async function versions(...documents: PlanDocument[]): Promise<string> {
  const ana = api.as('ana');
  const [document, ...later] = documents;
  if (!document) throw new Error('no versions');
  let { planId, version, hash } = await ana.plans.create({ title: 'A plan', document, note: 'First' });
  for (const next of later)
    ({ version, hash } = await ana.plans.saveVersion({
      planId,
      baseVersion: version,
      baseHash: hash,
      document: next,
      note: 'Next',
    }));
  return planId;
}
async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof RefusedError ? error : (error as { cause?: unknown } | undefined)?.cause;
  if (!(cause instanceof RefusedError)) throw new Error('It was not refused.');
  return { status: cause.status, code: cause.refusal.code, fields: cause.refusal.fields };
}
const hashOf = (
  compared: Awaited<ReturnType<ReturnType<TestApi['as']>['comparisons']['get']>>,
  stepId: string,
) => compared.diff.steps.find((step) => step.stepId === stepId)?.hash ?? '';

describe('what a person has seen', () => {
  test('[UC6] is theirs alone, and is unseen again once the change is another one', async () => {
    const [ana, bo] = [api.as('ana'), api.as('bo')];
    const second = withStep(withStep(first, 'w', { work: write('rows') }), 'b', { timeoutMs: 5 });
    const planId = await versions(first, second, withStep(second, 'w', { work: write('users') }));
    const before = await ana.comparisons.get({ planId, from: 1, to: 2 });
    expect(before.seen).toEqual([]);
    const hashes = [hashOf(before, 'w'), hashOf(before, 'b')];
    await ana.comparisons.markSeen({ planId, hashes, seen: true });
    await ana.comparisons.markSeen({ planId, hashes, seen: true });

    const after = await ana.comparisons.get({ planId, from: 1, to: 2 });
    expect(after.seen.toSorted()).toEqual(hashes.toSorted());
    expect((await bo.comparisons.get({ planId, from: 1, to: 2 })).seen).toEqual([]);
    // In the next version the write changes to something else; the other change is the same one.
    const later = await ana.comparisons.get({ planId, from: 1, to: 3 });
    expect(later.seen).toEqual([hashOf(before, 'b')]);
    expect(hashOf(later, 'b')).toBe(hashOf(before, 'b'));

    await ana.comparisons.markSeen({ planId, hashes: [hashOf(before, 'b')], seen: false });
    expect((await ana.comparisons.get({ planId, from: 1, to: 2 })).seen).toEqual([hashOf(before, 'w')]);
  });

  test('of a plan of another workspace nothing is kept', async () => {
    const planId = await versions(first);
    const mallory = api.as('mallory', 'other');
    const marked = mallory.comparisons.markSeen({ planId, hashes: ['0'.repeat(64)], seen: true });
    expect(await refusal(marked)).toMatchObject({ status: 404 });
    expect(await refusal(mallory.comparisons.get({ planId, from: 1, to: 1 }))).toMatchObject({ status: 404 });
  });
});

describe('steps that only look alike', () => {
  test('are told apart for everybody, in either direction, until somebody takes it back', async () => {
    const [ana, bo] = [api.as('ana'), api.as('bo')];
    const renamed: PlanDocument = {
      ...first,
      steps: first.steps.map((step) =>
        step.id === 'b' ? { ...step, id: 'b2' } : step.id === 'w' ? { ...step, needs: ['b2'] } : step,
      ),
    };
    const planId = await versions(first, renamed);
    const summary = async (from: number, to: number) =>
      (await bo.comparisons.get({ planId, from, to })).diff.summary;
    expect(await summary(1, 2)).toMatchObject({ added: 0, removed: 0, changed: 1 });
    await ana.comparisons.setApart({ planId, steps: ['b2', 'b'], apart: true });
    expect(await summary(1, 2)).toMatchObject({ added: 1, removed: 1 });
    expect(await summary(2, 1)).toMatchObject({ added: 1, removed: 1 });
    const said = await bo.comparisons.get({ planId, from: 1, to: 2 });
    expect(said).toMatchObject({ apart: [{ a: 'b', b: 'b2', by: { id: 'ana' } }], mayTellApart: false });
    expect(Object.keys((await bo.comparisons.layout({ planId, from: 1, to: 2 })).positions)).toContain('b2');
    await ana.comparisons.setApart({ planId, steps: ['b', 'b2'], apart: false });
    expect(await summary(1, 2)).toMatchObject({ added: 0, removed: 0 });
    const same = ana.comparisons.setApart({ planId, steps: ['b', 'b'], apart: true });
    expect(await refusal(same)).toMatchObject({ status: 422, code: 'same-step' });
  });

  test('[UC1] a renamed step has one place in the layout of both', async () => {
    const renamed: PlanDocument = { ...first, steps: [{ ...aStep('z'), title: 'Step a', work: read('a') }] };
    const planId = await versions({ ...first, steps: [{ ...aStep('a'), work: read('a') }] }, renamed);
    const { positions } = await api.as('ana').comparisons.layout({ planId, from: 1, to: 2 });
    expect(Object.keys(positions)).toEqual(['z']);
  });
});

test('a version that is not there is named, so that the page can lead on', async () => {
  const planId = await versions(first);
  expect(await refusal(api.as('ana').comparisons.get({ planId, from: 1, to: 9 }))).toEqual({
    status: 404,
    code: 'not-found',
    fields: { what: 'plan version', version: 9 },
  });
});

test('the history has each step once, beside the version it was made from', async () => {
  const second = withStep(first, 'w', { work: write('rows') });
  const third: PlanDocument = {
    ...second,
    steps: [...second.steps.filter(({ id }) => id !== 'w'), { ...aStep('n'), work: read('n') }],
  };
  const planId = await versions(first, second, third);
  const history = await api.as('bo').comparisons.history({ planId });
  expect(history.versions.map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(
    Object.fromEntries(history.rows.map(({ stepId, cells }) => [stepId, cells.map(({ kind }) => kind)])),
  ).toEqual({
    a: ['same', 'same', 'same'],
    b: ['same', 'same', 'same'],
    w: ['same', 'changed', 'removed'],
    n: ['absent', 'absent', 'added'],
  });
  expect(history.rows.find(({ stepId }) => stepId === 'w')?.cells[1]?.needsApproval).toBe(true);
  expect((await api.as('bo').comparisons.history({ planId, before: 3 })).versions).toHaveLength(2);
});
