import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { aPlan, aStep, readWork, testCatalog, writeWork } from '../testing/build-plan.ts';
import { anyEditedPlan, anyPlan } from '../testing/plan-arbitraries.ts';
import { canonicalJson } from '../json.ts';
import { applyEdit, applyEdits, invertEdit, type PlanEdit } from './edit.ts';
import { PlanEditSchema } from './edit-schema.ts';
import { lintPlan } from './lint.ts';
import { parsePlan } from './parse.ts';
import type { PlanDocument } from './schema.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const edited = (document: PlanDocument, ...edits: PlanEdit[]): PlanDocument => {
  const result = applyEdits(document, edits);
  if (!result.ok) throw new Error(result.message);
  return result.document;
};
const refusal = (document: PlanDocument, edit: PlanEdit) => {
  const result = applyEdit(document, edit);
  return result.ok ? undefined : result.message;
};

describe('edits of a plan', () => {
  test('[P1] an edit and its inverse give the same document, and the one edited is not touched', () => {
    fc.assert(
      fc.property(anyEditedPlan, ({ document, edit }) => {
        const before = canonicalJson(document);
        const after = edited(document, edit);
        expect(canonicalJson(document)).toBe(before);
        expect(canonicalJson(edited(after, ...invertEdit(document, edit)))).toBe(before);
      }),
    );
  });

  test('an edit gives a document of valid shape', () => {
    fc.assert(
      fc.property(anyEditedPlan, ({ document, edit }) => {
        expect(parsePlan(edited(document, edit)).ok).toBe(true);
      }),
    );
  });

  test('edits pass through the schema of what comes in from outside', () => {
    fc.assert(
      fc.property(anyEditedPlan, ({ edit }) => {
        expect(PlanEditSchema.safeParse(edit).data).toEqual(edit);
      }),
    );
    for (const edit of [
      { type: 'set-step-field', stepId: 'a', field: 'id', value: 'b' },
      { type: 'set-plan-field', field: 'steps', value: [] },
      { type: 'nope' },
    ]) {
      expect(PlanEditSchema.safeParse(edit).success).toBe(false);
    }
  });

  test('[case 23] removing a connected step is one edit, and taking it back brings the dependencies too', () => {
    const plan = aPlan('a -> b -> c, b -> d', {
      assumptions: [{ id: 'as', statement: 'So it is.', steps: ['b', 'c'] }],
    });
    const removed = edited(plan, { type: 'remove-step', stepId: 'b' });
    expect(removed.steps.map(({ id, needs }) => [id, needs])).toEqual([
      ['a', undefined],
      ['c', undefined],
      ['d', undefined],
    ]);
    expect(removed.assumptions?.[0]?.steps).toEqual(['c']);
    expect(edited(removed, ...invertEdit(plan, { type: 'remove-step', stepId: 'b' }))).toEqual(plan);
  });

  test('[case 26] a renamed step is renamed in every need and every expression', () => {
    const check = {
      id: 'c',
      expr: "steps['fetch'].output.n > 1 && steps.fetch.output.m > 1",
      message: 'No.',
    };
    const plan = aPlan('fetch -> b, fetch -> c', {
      steps: {
        b: {
          when: 'steps["fetch"].output.ok',
          work: writeWork('b', { $expr: 'steps["fetch"].output.rows.map(fetch, fetch.n)' }),
          forEach: { items: 'steps["fetch"].output.rows' },
          preconditions: [check],
          postconditions: [
            { ...check, probe: { tool: 'test.read', args: { key: { $expr: 'steps["fetch"].output.key' } } } },
          ],
          fallbacks: [readWork('fetch')],
          compensation: writeWork('b', { $expr: '"steps.fetch is text" + steps["fetch"].output' }),
        },
      },
      assumptions: [{ id: 'as', statement: 'fetch works.', steps: ['fetch'], check }],
      success: [check],
      stop: [check],
    });
    const renamed = edited(plan, { type: 'rename-step', stepId: 'fetch', to: 'load-all' });
    const text = canonicalJson(renamed);
    expect(renamed.steps.map(({ id, needs }) => [id, needs])).toEqual([
      ['load-all', undefined],
      ['b', ['load-all']],
      ['c', ['load-all']],
    ]);
    expect(text).not.toMatch(/steps(\[(\\"|')fetch|\.fetch\.)/);
    expect(text).toContain('steps.fetch is text');
    expect(text).toContain('map(fetch, fetch.n)');
    expect(renamed.assumptions?.[0]?.steps).toEqual(['load-all']);
    const problems = (document: PlanDocument) => lintPlan(document, testCatalog).map(({ code }) => code);
    expect(problems(renamed)).toEqual(problems(plan));
  });

  test('a rename and back is the same plan', () => {
    fc.assert(
      fc.property(anyPlan, (document) => {
        const [first] = document.steps;
        if (!first) return;
        const there = edited(document, { type: 'rename-step', stepId: first.id, to: 'zz' });
        expect(canonicalJson(edited(there, { type: 'rename-step', stepId: 'zz', to: first.id }))).toBe(
          canonicalJson(document),
        );
      }),
    );
  });

  test.each<[string, PlanEdit]>([
    ['There is no step "ghost"', { type: 'remove-step', stepId: 'ghost' }],
    ['There is a step "a" already', { type: 'add-step', step: aStep('a') }],
    ['There is a step "b" already', { type: 'rename-step', stepId: 'a', to: 'b' }],
    [
      '"A B" is no step id: a-z, 0-9, - and _, starting with a letter or _',
      { type: 'rename-step', stepId: 'a', to: 'A B' },
    ],
    [
      'A replaced step keeps its id: rename it first',
      { type: 'replace-step', stepId: 'a', step: aStep('b') },
    ],
    ['There is no place 5 among 2 steps', { type: 'move-step', stepId: 'a', to: 5 }],
    ['There is no step "ghost"', { type: 'add-dependency', stepId: 'a', needs: 'ghost' }],
    ['Step "a" does not need "b"', { type: 'remove-dependency', stepId: 'a', needs: 'b' }],
    [
      'A step has no field "__proto__" to set',
      { type: 'set-step-field', stepId: 'a', field: '__proto__' as 'title', value: {} },
    ],
    [
      'A step has no field "id" to set',
      { type: 'set-step-field', stepId: 'a', field: 'id' as 'title', value: 'x' },
    ],
    ['A plan has no field "steps" to set', { type: 'set-plan-field', field: 'steps' as 'inputs', value: [] }],
  ])('refuses: %s', (message, edit) => {
    expect(refusal(aPlan('a -> b'), edit)).toBe(message);
  });

  test('refuses values of the wrong shape, also the removal of what must be there', () => {
    expect(
      refusal(aPlan('a'), { type: 'set-step-field', stepId: 'a', field: 'risk', value: 'extreme' }),
    ).toMatch(/^risk: /);
    expect(refusal(aPlan('a'), { type: 'set-step-field', stepId: 'a', field: 'title' })).toMatch(/^title: /);
    expect(refusal(aPlan('a'), { type: 'set-plan-field', field: 'objective' })).toMatch(/^objective: /);
    expect(
      refusal(aPlan('a'), { type: 'set-plan-field', field: 'limits', value: { concurrency: 0 } }),
    ).toMatch(/^limits: /);
  });

  test('edits are applied all or not at all', () => {
    const plan = aPlan('a -> b');
    expect(
      applyEdits(plan, [
        { type: 'remove-step', stepId: 'a' },
        { type: 'remove-step', stepId: 'a' },
      ]),
    ).toEqual({ ok: false, message: 'There is no step "a"' });
  });

  test('a dependency twice is one', () => {
    expect(edited(aPlan('a -> b'), { type: 'add-dependency', stepId: 'b', needs: 'a' })).toEqual(
      aPlan('a -> b'),
    );
  });
});
