import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { must } from '#core/assert.ts';
import { canonicalJson } from '#core/json.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import { applyEdits } from '#core/plan/edit.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { aPlan, aStep, writeWork } from '#core/testing/build-plan.ts';
import { anyPlan } from '#core/testing/plan-arbitraries.ts';
import { type Chance, seeded } from '#core/testing/seed.ts';
import { createEditorStore, type EditorStore, HISTORY_LIMIT, type Intent } from './editor-store.ts';

vi.setConfig({ testTimeout: 60_000 });

const draft = { draftId: 'draft_1', planId: 'plan_1', base: { version: 1, hash: 'a'.repeat(64) }, rev: 1 };
let clock = 0;
function storeOf(document: PlanDocument, positions = {}): EditorStore {
  clock = 0;
  return createEditorStore(
    { draft, baseDocument: document, edits: [], positions, problems: [] },
    { now: () => clock },
  );
}
const bytes = (store: EditorStore) => {
  const { document, positions } = store.getState();
  return canonicalJson({ document, positions });
};
const act = (store: EditorStore, intent: Partial<Intent>) =>
  store.getState().do({ label: 'Change', edits: [], ...intent });
const retitle = (title: string): PlanEdit => ({
  type: 'set-step-field',
  stepId: 'a',
  field: 'title',
  value: title,
});

const IDS = ['a', 'b', 'c', '__proto__', 'constructor', 'e-1', 'f_2', 'g', 'h', 'i', 'j', 'k'];

/** 200 edits that lean on each other need a generator that sees the document as it is then. */
function randomIntent(document: PlanDocument, chance: Chance): Intent {
  const pick = <T>(...items: readonly T[]) => chance.pick(items);
  const ids = document.steps.map(({ id }) => id);
  const fresh = IDS.filter((id) => !ids.includes(id));
  const random = () => chance.below(64);
  const stepId = ids.length > 0 ? pick(...ids) : 'none';
  const other = ids.length > 0 ? pick(...ids) : 'none';
  const edits: PlanEdit[] = [
    { type: 'set-plan-field', field: 'objective', value: `End ${random()}` },
    { type: 'set-plan-field', field: 'limits', value: { replans: random() % 4 } },
    { type: 'set-plan-field', field: 'success' },
  ];
  if (fresh.length > 0) {
    const id = pick(...fresh);
    const work = writeWork(id, { $expr: `steps[${JSON.stringify(other)}].output.n` });
    edits.push({ type: 'add-step', step: { ...aStep(id), work }, at: random() % (ids.length + 1) });
    edits.push({ type: 'add-step', step: aStep(id), at: random() % (ids.length + 1) });
    if (ids.length > 0) edits.push({ type: 'rename-step', stepId, to: id });
  }
  if (ids.length > 0) {
    edits.push({ type: 'remove-step', stepId });
    edits.push({
      type: 'replace-step',
      stepId,
      step: aStep(
        stepId,
        ids.filter(() => pick(true, false)),
      ),
    });
    edits.push({ type: 'set-step-field', stepId, field: 'title', value: `Title ${random()}` });
    edits.push({ type: 'set-step-field', stepId, field: 'risk' });
    edits.push({ type: 'move-step', stepId, to: random() % ids.length });
    edits.push({ type: 'add-dependency', stepId, needs: other });
    edits.push({ type: 'remove-dependency', stepId, needs: other });
  }
  const at = pick(null, { x: random() * 16, y: random() * 16 });
  return {
    label: 'Edit',
    edits: pick([], [pick(...edits)], [pick(...edits), pick(...edits), pick(...edits)]),
    ...(pick(true, false) && { moves: Object.fromEntries([[stepId, at]]) }),
    ...(pick(true, false) && { select: [stepId, other] }),
    ...(pick(true, false) && { mergeKey: pick('typing', 'arrows') }),
  };
}

describe('undo and redo', () => {
  test('[UB2] 200 random intents: all undone is the start and all redone is the end, byte for byte', () => {
    let entries = 0;
    fc.assert(
      fc.property(anyPlan, fc.nat(), (plan, seed) => {
        const chance = seeded(seed);
        const store = storeOf(
          plan,
          Object.fromEntries(plan.steps.map(({ id }, at) => [id, { x: at, y: 0 }])),
        );
        const start = bytes(store);
        for (let left = 200; left > 0; left -= 1) {
          clock += chance.pick([10, 400, 900]);
          store.getState().do(randomIntent(store.getState().document, chance));
        }
        const end = bytes(store);
        const { undoable, edits } = store.getState();
        entries += undoable.length;
        for (const _ of undoable) store.getState().undo();
        expect(bytes(store)).toBe(start);
        expect(store.getState()).toMatchObject({ undoable: [], edits: [] });
        for (const _ of undoable) store.getState().redo();
        expect(bytes(store)).toBe(end);
        expect(store.getState().edits).toEqual(edits);
        const replayed = applyEdits(plan, edits);
        expect(replayed.ok && canonicalJson(replayed.document)).toBe(
          canonicalJson(store.getState().document),
        );
      }),
      { numRuns: 100 },
    );
    expect(entries).toBeGreaterThan(5_000);
  });

  test('the stack holds a thousand intents; what is older stays in the draft', () => {
    const store = storeOf(aPlan('a'));
    for (let at = 0; at < HISTORY_LIMIT + 5; at += 1) act(store, { edits: [retitle(`Title ${at}`)] });
    expect(store.getState().undoable).toHaveLength(HISTORY_LIMIT);
    expect(store.getState().edits).toHaveLength(HISTORY_LIMIT + 5);
    for (let at = 0; at < HISTORY_LIMIT + 5; at += 1) store.getState().undo();
    expect(store.getState().document.steps[0]?.title).toBe('Title 4');
    expect(store.getState().edits).toHaveLength(5);
  });

  test('a burst with one merge key within 500 ms is one entry; a pause, another key or an undo begins a new one', () => {
    const store = storeOf(aPlan('a -> b'));
    const type = (title: string, wait: number, mergeKey = 'title a') => {
      clock += wait;
      act(store, { label: `To ${title}`, edits: [retitle(title)], mergeKey });
    };
    type('N', 0);
    type('Ne', 500);
    type('New', 500);
    expect(store.getState()).toMatchObject({ undoable: ['To New'], edits: [retitle('New')] });
    type('Newer', 501);
    type('Newest', 10, 'other');
    expect(store.getState().undoable).toEqual(['To New', 'To Newer', 'To Newest']);
    store.getState().undo();
    store.getState().redo();
    type('Newest of all', 10, 'other');
    expect(store.getState().undoable).toHaveLength(4);
    for (let left = 4; left > 0; left -= 1) store.getState().undo();
    expect(store.getState().document).toEqual(aPlan('a -> b'));
    expect(store.getState().redoable).toHaveLength(4);
    type('Something else', 10);
    expect(store.getState().redoable).toEqual([]);
  });

  test('[UB1] a burst of arrow moves is one entry, and undo takes the card back to where it stood', () => {
    const store = storeOf(aPlan('a -> b'), { a: { x: 0, y: 0 } });
    for (const x of [16, 32, 48]) {
      clock += 100;
      act(store, { label: 'Move a', edits: [], moves: { a: { x, y: 0 } }, mergeKey: 'move a' });
    }
    expect(store.getState()).toMatchObject({ undoable: ['Move a'], positions: { a: { x: 48, y: 0 } } });
    store.getState().undo();
    expect(store.getState().positions).toEqual({ a: { x: 0, y: 0 } });
    store.getState().redo();
    expect(store.getState().positions).toEqual({ a: { x: 48, y: 0 } });
  });

  test('undo brings back the selection as it was, and redo the one the intent made', () => {
    const store = storeOf(aPlan('a -> b'));
    store.getState().select(['b', 'ghost', 'b']);
    expect(store.getState().selection).toEqual(['b']);
    act(store, { edits: [{ type: 'add-step', step: aStep('c') }], select: ['c'] });
    expect(store.getState().selection).toEqual(['c']);
    store.getState().undo();
    expect(store.getState().selection).toEqual(['b']);
    store.getState().redo();
    expect(store.getState().selection).toEqual(['c']);
  });

  test('a removed step is not selected any more', () => {
    const store = storeOf(aPlan('a -> b'));
    store.getState().select(['a', 'b']);
    act(store, { edits: [{ type: 'remove-step', stepId: 'a' }] });
    expect(store.getState().selection).toEqual(['b']);
  });

  test('a document with an id twice is undone to what it was', () => {
    const document = { ...aPlan('a'), steps: [aStep('a'), { ...aStep('a'), title: 'Again' }] };
    const store = storeOf(document);
    act(store, { edits: [{ type: 'remove-step', stepId: 'a' }] });
    expect(store.getState().document.steps.map(({ title }) => title)).toEqual(['Again']);
    store.getState().undo();
    expect(store.getState().document).toEqual(document);
  });
});

describe('an intent', () => {
  test('is done whole or not at all', () => {
    const store = storeOf(aPlan('a -> b'));
    const before = store.getState();
    const done = act(store, { edits: [retitle('New'), { type: 'remove-step', stepId: 'ghost' }] });
    expect(done).toEqual({ ok: false, message: 'There is no step "ghost"' });
    expect(store.getState()).toBe(before);
  });

  test('that changes nothing leaves no entry', () => {
    const store = storeOf(aPlan('a -> b'), { a: { x: 0, y: 0 } });
    act(store, { edits: [retitle(must(aPlan('a').steps[0], 'a step').title)], select: ['a'] });
    act(store, {
      edits: [{ type: 'add-dependency', stepId: 'b', needs: 'a' }],
      moves: { a: { x: 0, y: 0 } },
    });
    expect(store.getState()).toMatchObject({ undoable: [], edits: [], saving: 'saved', selection: ['a'] });
  });

  test('with half of a character is refused', () => {
    const store = storeOf(aPlan('a'));
    expect(act(store, { edits: [retitle('\ud800')] })).toMatchObject({ ok: false });
  });

  test('makes the draft unsaved, unless it waits for a decision', () => {
    const store = storeOf(aPlan('a'));
    act(store, { edits: [retitle('One')] });
    expect(store.getState()).toMatchObject({ saving: 'unsaved', checking: true });
    store.setState({ saving: 'elsewhere' });
    act(store, { edits: [retitle('Two')] });
    expect(store.getState().saving).toBe('elsewhere');
  });

  test('a renamed step stays where it stands, also after undo', () => {
    const store = storeOf(aPlan('a -> b'), { a: { x: 5, y: 6 } });
    act(store, { edits: [{ type: 'rename-step', stepId: 'a', to: 'first' }] });
    expect(store.getState().positions).toMatchObject({ first: { x: 5, y: 6 } });
    store.getState().undo();
    expect(store.getState().positions).toEqual({ a: { x: 5, y: 6 } });
  });

  test('[P6] no step beyond the limit', () => {
    const steps = Array.from({ length: 2_000 }, (_, at) => aStep(`s${at}`));
    const store = storeOf({ ...aPlan('a'), steps });
    expect(act(store, { edits: [{ type: 'add-step', step: aStep('more') }] })).toEqual({
      ok: false,
      message: 'A plan has at most 2,000 steps.',
    });
  });
});

test('[case 25] undo goes back behind a version that was saved, as new edits on it', () => {
  const store = storeOf(aPlan('a -> b'));
  act(store, { label: 'A', edits: [retitle('A')], mergeKey: 'title' });
  store.getState().seal({ ...draft, draftId: 'draft_2', base: { version: 2, hash: 'b'.repeat(64) } });
  expect(store.getState()).toMatchObject({ edits: [], undoable: ['A'], saving: 'saved' });
  act(store, { label: 'B', edits: [retitle('B')], mergeKey: 'title' });
  const v2 = store.getState().baseDocument;
  store.getState().undo();
  expect(store.getState()).toMatchObject({ edits: [], document: v2 });
  store.getState().undo();
  expect(store.getState().document).toEqual(aPlan('a -> b'));
  expect(applyEdits(v2, store.getState().edits)).toEqual({ ok: true, document: aPlan('a -> b') });
  store.getState().redo();
  store.getState().redo();
  expect(store.getState()).toMatchObject({ edits: [retitle('B')], undoable: ['A', 'B'], redoable: [] });
  store.getState().undo();
  store.getState().undo();
  act(store, { label: 'C', edits: [{ type: 'remove-step', stepId: 'b' }] });
  const after = store.getState();
  expect(applyEdits(v2, after.edits)).toEqual({ ok: true, document: after.document });
});

test('a draft that is loaded anew starts without history and keeps what is selected', () => {
  const store = storeOf(aPlan('a -> b'));
  act(store, { edits: [retitle('Mine')], select: ['a', 'b'] });
  const baseDocument = aPlan('a -> c');
  store
    .getState()
    .load({ draft: { ...draft, rev: 7 }, baseDocument, edits: [retitle('Mine')], positions: {} });
  expect(store.getState()).toMatchObject({
    draft: { rev: 7 },
    undoable: [],
    redoable: [],
    selection: ['a'],
    saving: 'saved',
  });
  expect(store.getState().document.steps[0]?.title).toBe('Mine');
});
