import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlanEdit } from '#core/plan/edit.ts';
import { lintPlan } from '#core/plan/lint.ts';
import { aPlan, testCatalog, testTools, writeWork } from '#core/testing/build-plan.ts';
import { createEditorStore } from './editor-store.ts';
import { startLiveLint } from './live-lint.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const draft = { draftId: 'd', planId: 'p', base: null, rev: 1 };
const write = (stepId: string): PlanEdit => ({
  type: 'set-step-field',
  stepId,
  field: 'work',
  value: writeWork('same'),
});
const cycle: PlanEdit = { type: 'add-dependency', stepId: 'a', needs: 'b' };

function editor(now?: () => number) {
  const baseDocument = aPlan('a -> b, c');
  const problems = lintPlan(baseDocument, testCatalog, 'submit');
  const store = createEditorStore({ draft, baseDocument, edits: [], positions: {}, problems });
  const lint = startLiveLint(store, { tools: testTools }, now);
  const edit = (...edits: PlanEdit[]) => store.getState().do({ label: 'Edit', edits });
  const codes = () => store.getState().problems.map(({ code }) => code);
  const answer = () => {
    const { document } = store.getState();
    lint.answer(lintPlan(document, testCatalog, 'submit'), document);
  };
  return { store, lint, edit, codes, answer };
}

test('what the document shows is there a moment after the last change, without the server', async () => {
  const { store, lint, edit, codes } = editor();
  edit(cycle);
  expect(store.getState().checking).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(codes()).toContain('cycle');
  store.getState().undo();
  await vi.advanceTimersByTimeAsync(100);
  expect(codes()).not.toContain('cycle');
  lint.stop();
});

test('what only tools know comes with the server’s answer, and stays while the next one is on its way', async () => {
  const { store, lint, edit, codes, answer } = editor();
  edit(write('a'), write('c'));
  await vi.advanceTimersByTimeAsync(100);
  expect(codes()).not.toContain('unordered-writers');
  answer();
  expect(codes()).toContain('unordered-writers');
  expect(store.getState()).toMatchObject({ checking: false });
  expect(store.getState().problems).toEqual(lintPlan(store.getState().document, testCatalog, 'submit'));
  edit(cycle);
  await vi.advanceTimersByTimeAsync(100);
  expect(codes()).toEqual(expect.arrayContaining(['cycle', 'unordered-writers']));
  edit({ type: 'remove-step', stepId: 'c' });
  await vi.advanceTimersByTimeAsync(100);
  expect(codes()).not.toContain('unordered-writers');
  lint.stop();
});

test('an answer for an older document does not hide what was edited since', async () => {
  const { store, lint, edit, codes } = editor();
  edit(write('a'));
  const older = store.getState().document;
  edit(cycle);
  await vi.advanceTimersByTimeAsync(100);
  lint.answer([], older);
  expect(codes()).toContain('cycle');
  expect(store.getState().checking).toBe(true);
  lint.stop();
});

test('a burst of edits is judged once, and a large plan less often', async () => {
  let clock = 0;
  const { store, lint, edit, codes } = editor(() => (clock += 200));
  edit(cycle);
  await vi.advanceTimersByTimeAsync(100);
  store.getState().undo();
  await vi.advanceTimersByTimeAsync(500);
  expect(codes()).toContain('cycle');
  await vi.advanceTimersByTimeAsync(100);
  expect(codes()).not.toContain('cycle');
  lint.stop();
});
