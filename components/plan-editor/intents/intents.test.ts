import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { canonicalJson } from '#core/json.ts';
import { applyEdits } from '#core/plan/edit.ts';
import { stepExpressions } from '#core/plan/expressions.ts';
import { ancestors, findCycle } from '#core/plan/graph.ts';
import { lintPlan } from '#core/plan/lint.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { aPlan, aStep, testCatalog, testTools, writeWork } from '#core/testing/build-plan.ts';
import { anyPlan } from '#core/testing/plan-arbitraries.ts';
import { must } from '#core/assert.ts';
import { createEditorStore } from '../editor-store.ts';
import { freePlace } from '../free-place.ts';
import { freeStepId } from '../step-id.ts';
import { addStep } from './add-step.ts';
import { applyFix } from './apply-fix.ts';
import { connectSteps, disconnectSteps, possibleNeeds, setNeeds, whyNotAfter } from './connect-steps.ts';
import { clipText, copySteps, parseClip } from './copy-steps.ts';
import { defaultStep } from './default-step.ts';
import { deleteSteps } from './delete-steps.ts';
import { changeStep, renameStep, setStepField } from './edit-step.ts';
import { nudgeCards, tidyCards } from './move-cards.ts';
import type { IntentOutcome } from './outcome.ts';
import { duplicateSteps, pasteSteps } from './paste-steps.ts';

vi.setConfig({ testTimeout: 60_000 });

function done(document: PlanDocument, outcome: IntentOutcome): PlanDocument {
  if (!outcome.ok) throw new Error(outcome.message);
  const result = applyEdits(document, outcome.intent.edits);
  if (!result.ok) throw new Error(result.message);
  return result.document;
}
const message = (outcome: IntentOutcome) => (outcome.ok ? undefined : outcome.message);
const needs = (document: PlanDocument) =>
  Object.fromEntries(document.steps.map((step) => [step.id, step.needs ?? []]));
const rows = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { x: at * 344, y: 0 }]));

describe('connecting steps', () => {
  test('[UB3] a cycle is refused with the steps named', () => {
    const plan = aPlan('a -> b -> c');
    expect(message(connectSteps(plan, 'a', 'b'))).toBe('1 already runs before 2: Step b waits for Step a.');
    expect(message(connectSteps(plan, 'a', 'c'))).toBe('1 already runs before 3, by way of 2.');
    expect(message(connectSteps(plan, 'a', 'a'))).toBe('1 cannot run after itself.');
    expect(message(connectSteps(plan, 'b', 'a'))).toBe('2 runs after 1 already.');
    expect(message(connectSteps(plan, 'a', 'ghost'))).toBe('There is no step "ghost".');
    expect(needs(done(plan, connectSteps(plan, 'c', 'a')))).toEqual({ a: [], b: ['a'], c: ['b', 'a'] });
  });

  test('[UB3] what is refused would make a cycle, and nothing else is', () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(), fc.nat(), (plan, one, other) => {
        const ids = plan.steps.map(({ id }) => id);
        if (ids.length === 0) return;
        const stepId = must(ids[one % ids.length], 'an id');
        const need = must(ids[other % ids.length], 'an id');
        const outcome = connectSteps(plan, stepId, need);
        const known = plan.steps.find(({ id }) => id === stepId)?.needs?.includes(need) ?? false;
        const forced = applyEdits(plan, [{ type: 'add-dependency', stepId, needs: need }]);
        expect(outcome.ok).toBe(forced.ok && !known && findCycle(forced.document) === undefined);
        expect(possibleNeeds(plan, stepId).includes(need)).toBe(outcome.ok);
        expect(whyNotAfter(plan, stepId, need) === undefined).toBe(outcome.ok);
      }),
    );
  });

  test('the dialog sets all needs at once, and refuses the whole answer for one that cannot be', () => {
    const plan = aPlan('a -> c, b -> c -> d');
    expect(needs(done(plan, setNeeds(plan, 'd', ['a', 'b']))).d).toEqual(['a', 'b']);
    expect(needs(done(plan, setNeeds(plan, 'c', [])))).toMatchObject({ c: [] });
    expect(message(setNeeds(plan, 'c', ['a', 'd']))).toBe(
      '3 already runs before 4: Step d waits for Step c.',
    );
    expect(needs(done(plan, disconnectSteps(plan, 'c', 'a'))).c).toEqual(['b']);
    expect(message(disconnectSteps(plan, 'd', 'a'))).toBe('4 does not run after 1.');
  });
});

describe('deleting steps', () => {
  test('several at once, with what ran after them now behind what they ran after', () => {
    const plan = aPlan('a -> b -> c -> d, x -> c');
    expect(needs(done(plan, deleteSteps(plan, ['b', 'c'])))).toEqual({ a: [], d: ['x', 'a'], x: [] });
    expect(message(deleteSteps(plan, ['ghost']))).toBe('Select a step first.');
  });

  test('[case 40] no need names a deleted step, and expressions that read one are problems', () => {
    const read = { $expr: 'steps["b"].output.n' };
    const plan = aPlan('a -> b -> c', { steps: { c: { work: writeWork('c', read) } } });
    const after = done(plan, deleteSteps(plan, ['b']));
    expect(needs(after)).toEqual({ a: [], c: ['a'] });
    expect(lintPlan(after, testCatalog).map(({ code, stepId }) => [code, stepId])).toContainEqual([
      'unbound-input',
      'c',
    ]);
  });

  test('the order of the rest stays what it was', () => {
    fc.assert(
      fc.property(anyPlan, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (random, chosen) => {
        const plan = { ...random, steps: random.steps.map((step) => ({ ...step, join: 'all' as const })) };
        const ids = plan.steps.map(({ id }) => id).filter((_, at) => chosen[at]);
        if (ids.length === 0) return;
        const before = ancestors(plan);
        const after = ancestors(done(plan, deleteSteps(plan, ids)));
        for (const [id, known] of after)
          expect([...known].sort()).toEqual(
            [...(before.get(id) ?? [])].filter((each) => !ids.includes(each)).sort(),
          );
      }),
    );
  });

  test('a step that waits for any of its needs gets no other ones', () => {
    const plan = aPlan('a -> b -> d, c -> d', { steps: { d: { join: 'any' } } });
    expect(needs(done(plan, deleteSteps(plan, ['b']))).d).toEqual(['c']);
  });
});

describe('copy and paste', () => {
  const plan = aPlan('a -> b -> c, b -> d', {
    steps: {
      c: {
        work: writeWork('c', { $expr: 'steps["b"].output.n + steps["a"].output.n' }),
        preconditions: [{ id: 'p', expr: "steps['b'].output.ok", message: 'No.' }],
      },
    },
  });
  const canvas = {
    document: plan,
    positions: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, c: { x: 688, y: 0 } },
  };
  const clip = must(copySteps(plan, canvas.positions, ['c', 'b']), 'a clip');

  test('[UB4] pasted steps have new ids, and lean on each other as the copied ones do', () => {
    const after = done(plan, pasteSteps(canvas, clip));
    expect(needs(after)).toEqual({ a: [], b: ['a'], c: ['b'], d: ['b'], b_2: ['a'], c_2: ['b_2'] });
    const copy = must(
      after.steps.find(({ id }) => id === 'c_2'),
      'the copy',
    );
    expect(copy.work).toEqual(writeWork('c', { $expr: 'steps["b_2"].output.n + steps["a"].output.n' }));
    expect(copy.preconditions?.[0]?.expr).toBe('steps["b_2"].output.ok');
    expect(copy.title).toBe('Step c (copy)');
    expect(after.steps.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'b_2', 'c_2', 'd']);
    const errors = (document: PlanDocument) =>
      lintPlan(document, testCatalog).filter(({ severity }) => severity === 'error');
    expect(errors(after)).toEqual(errors(plan));
  });

  test('[UB4] pasted again and again, and as a duplicate, every id is new', () => {
    const once = done(plan, pasteSteps(canvas, clip));
    const twice = done(once, pasteSteps({ ...canvas, document: once }, clip));
    const thrice = done(twice, duplicateSteps({ ...canvas, document: twice }, ['b_2', 'c_2']));
    const ids = thrice.steps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(['a', 'b', 'c', 'b_3', 'c_3', 'b_2', 'c_2', 'b_4', 'c_4', 'd']);
    expect(needs(thrice)).toMatchObject({ b_4: ['a'], c_4: ['b_4'] });
  });

  test('[UB4] in another plan, needs on steps it does not have are left out', () => {
    const other = aPlan('x, b');
    const after = done(other, pasteSteps({ document: other, positions: {} }, clip));
    expect(needs(after)).toEqual({ x: [], b: [], b_2: [], c: ['b_2'] });
  });

  test('[UB4] random steps keep their shape, their inner edges and what their expressions read', () => {
    fc.assert(
      fc.property(anyPlan, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), (document, chosen) => {
        const ids = document.steps.map(({ id }) => id).filter((_, at) => chosen[at]);
        const copied = copySteps(document, {}, ids);
        if (!copied) return;
        const parsed = must(parseClip(clipText(copied)), 'a clip');
        const after = done(document, pasteSteps({ document, positions: {} }, parsed));
        expect(after.steps).toHaveLength(document.steps.length + ids.length);
        expect(new Set(after.steps.map(({ id }) => id)).size).toBe(after.steps.length);
        const fresh = after.steps.filter(({ id }) => !document.steps.some((step) => step.id === id));
        const newId = new Map(ids.map((id, at) => [id, must(fresh[at], 'a copy').id]));
        const renamed = (id: string) => newId.get(id) ?? id;
        copied.steps.forEach((step, at) => {
          const copy = must(fresh[at], 'a copy');
          expect(copy.needs ?? []).toEqual((step.needs ?? []).map(renamed));
          const reads = stepExpressions(copy, [])
            .map(({ expr }) => expr)
            .join('\n');
          for (const id of ids) expect(reads).not.toContain(`steps[${JSON.stringify(id)}]`);
        });
        const untouched = after.steps.filter(({ id }) => document.steps.some((step) => step.id === id));
        expect(canonicalJson(untouched)).toBe(canonicalJson(document.steps));
      }),
    );
  });

  test('pasted cards keep their shape and lie on no other card', () => {
    const outcome = pasteSteps(canvas, clip);
    const moves = outcome.ok ? (outcome.intent.moves ?? {}) : {};
    expect(moves).toEqual({ b_2: { x: 376, y: 128 }, c_2: { x: 720, y: 128 } });
  });

  test.each([
    '',
    'SELECT 1',
    '{"kind":"countersign/steps/v1"}',
    '{"kind":"countersign/steps/v1","steps":[{"id":1}]}',
  ])('other text is no clip: %s', (text) => {
    expect(parseClip(text)).toBeUndefined();
  });
});

describe('adding a step', () => {
  const plan = aPlan('a -> b');
  const canvas = { document: plan, positions: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 } } };
  const taken = new Set(['a', 'b']);

  test('after another: it needs that one, stands right behind it in the list, and on a free place', () => {
    const outcome = addStep(canvas, aStep('new'), { after: ['a'] });
    expect(done(plan, outcome).steps.map(({ id, needs: list }) => [id, list])).toEqual([
      ['a', undefined],
      ['new', ['a']],
      ['b', ['a']],
    ]);
    expect(outcome).toMatchObject({ intent: { select: ['new'], moves: { new: { x: 344, y: 120 } } } });
  });

  test('on an edge: it stands between the two', () => {
    const outcome = addStep(canvas, aStep('new'), { after: ['a'], before: 'b' });
    expect(needs(done(plan, outcome))).toEqual({ a: [], new: ['a'], b: ['new'] });
  });

  test('of a tool: with the defaults of its schema and the one connection that fits', () => {
    const tool = {
      ...must(testTools['test.write'], 'a tool'),
      connectionArg: 'connection',
      argsSchema: {
        type: 'object',
        properties: {
          connection: { type: 'string' },
          sql: { type: 'string' },
          limit: { type: 'integer', default: 100 },
          mode: { enum: ['one'] },
        },
        required: ['connection', 'sql', 'mode'],
      },
    };
    const shop = { name: 'shop', kind: 'postgres', environment: 'test', readOnly: false };
    expect(defaultStep({ tool, connections: [shop] }, taken)).toEqual({
      id: 'test_write',
      title: 'Test write',
      work: { kind: 'tool', tool: 'test.write', args: { connection: 'shop', limit: 100, mode: 'one' } },
    });
    const replica = { ...shop, name: 'replica', readOnly: true };
    const folder = { ...shop, name: 'files', kind: 'folder' };
    const typed = { ...tool, connectionKind: 'postgres' };
    expect(defaultStep({ tool: typed, connections: [replica, folder, shop] }, taken).work).toMatchObject({
      args: { connection: 'shop' },
    });
    const two = defaultStep({ tool, connections: [shop, { ...shop, name: 'other' }] }, taken);
    expect(two.work).toMatchObject({ args: { limit: 100, mode: 'one' } });
  });

  test.each(['model', 'agent', 'person', 'checkpoint'] as const)('of kind %s: valid as it is', (kind) => {
    const after = done(plan, addStep(canvas, defaultStep({ kind }, taken), { after: ['b'] }));
    const problems = lintPlan(after, testCatalog).filter(({ severity }) => severity === 'error');
    expect(problems).toEqual([]);
  });
});

describe('changing a step', () => {
  const plan = aPlan('a -> b -> c');

  test('a form becomes the fewest edits', () => {
    const b = must(plan.steps[1], 'b');
    const outcome = changeStep(plan, 'b', { ...b, title: 'New', needs: undefined, risk: 'high' } as typeof b);
    expect(outcome).toMatchObject({
      intent: {
        edits: [
          { type: 'remove-dependency', stepId: 'b', needs: 'a' },
          { type: 'set-step-field', stepId: 'b', field: 'title', value: 'New' },
          { type: 'set-step-field', stepId: 'b', field: 'risk', value: 'high' },
        ],
      },
    });
    expect(changeStep(plan, 'b', b)).toMatchObject({ intent: { edits: [] } });
  });

  test('a new id renames it wherever it is named', () => {
    expect(needs(done(plan, renameStep(plan, 'b', 'second')))).toMatchObject({ c: ['second'] });
    const b = must(plan.steps[1], 'b');
    expect(needs(done(plan, changeStep(plan, 'b', { ...b, id: 'second' })))).toMatchObject({ c: ['second'] });
  });

  test('a field that is emptied is left out', () => {
    expect(done(plan, setStepField(plan, 'a', 'intent', undefined)).steps[0]).not.toHaveProperty('intent');
  });
});

describe('moving cards', () => {
  test('arrow keys move all selected cards in one burst', () => {
    const outcome = nudgeCards(rows(3), ['s0', 's2', 'ghost'], { x: 16, y: 0 });
    expect(outcome).toMatchObject({
      intent: { moves: { s0: { x: 16, y: 0 }, s2: { x: 704, y: 0 } }, mergeKey: 'move s0 s2', edits: [] },
    });
  });

  test('tidy is one entry that undo takes back', () => {
    const document = aPlan('a -> b');
    const draft = { draftId: 'd', planId: null, base: null, rev: 1 };
    const positions = { a: { x: 5, y: 5 }, b: { x: 9, y: 9 } };
    const store = createEditorStore({ draft, baseDocument: document, edits: [], positions });
    const outcome = tidyCards(document, { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, gone: { x: 1, y: 1 } });
    if (outcome.ok) store.getState().do(outcome.intent);
    expect(store.getState()).toMatchObject({
      positions: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 } },
      undoable: ['Tidy the graph'],
      edits: [],
    });
    store.getState().undo();
    expect(store.getState().positions).toEqual(positions);
  });

  test('a free place is one where no card lies', () => {
    const positions = { ...rows(3), under: { x: 0, y: 128 } };
    expect(freePlace(positions, { x: 3, y: 1 })).toEqual({ x: 0, y: -120 });
  });
});

test('a fix is one entry', () => {
  const document = {
    ...aPlan('a -> b -> c'),
    steps: [aStep('a'), aStep('b', ['a']), aStep('c', ['b', 'a'])],
  };
  const problem = must(
    lintPlan(document, testCatalog).find(({ code }) => code === 'redundant-dependency'),
    'a problem',
  );
  const intent = must(applyFix(problem), 'a fix');
  const result = applyEdits(document, intent.edits);
  expect(result.ok && lintPlan(result.document, testCatalog).map(({ code }) => code)).not.toContain(
    'redundant-dependency',
  );
  expect(applyFix({ ...problem, fix: undefined })).toBeUndefined();
});

test.each([
  ['Copy users', 'copy_users'],
  ['postgres.query', 'postgres_query'],
  ['Übersicht 数', 'ubersicht'],
  ['数', 'step'],
  ['4 eyes', 'step_4_eyes'],
  ['__proto__', '__proto__'],
  ['a', 'a_2'],
  ['a_9', 'a_9'],
])('an id from %j is %s', (wish, id) => {
  expect(freeStepId(wish, new Set(['a']))).toBe(id);
});
