import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { aPlan, aStep, readWork, writeWork } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import { applyEdits, type PlanEdit } from './edit.ts';
import { remainingEquivalence } from './equivalence.ts';
import type { PlanDocument, Step } from './schema.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const edited = (document: PlanDocument, ...edits: PlanEdit[]): PlanDocument => {
  const result = applyEdits(document, edits);
  if (!result.ok) throw new Error(result.message);
  return result.document;
};
const base = aPlan('a -> b -> c', {
  steps: {
    b: {
      work: writeWork('b', { $expr: 'steps["a"].output.n' }),
      preconditions: [{ id: 'free', expr: 'steps["a"].output.free', message: 'Not free.' }],
    },
  },
  success: [{ id: 'done', expr: 'steps["c"].output.ok', message: 'Not done.' }],
});
const equal = (a: PlanDocument, b: PlanDocument, finished: Record<string, string | null> = {}) =>
  remainingEquivalence(a, finished) === remainingEquivalence(b, finished);

describe('whether two versions leave the same work', () => {
  test('[N5] other names, titles, words and places are the same work', () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(), (document, seed) => {
        let other = document;
        for (const [index, { id }] of document.steps.entries()) {
          other = edited(
            other,
            { type: 'set-step-field', stepId: id, field: 'title', value: `Title ${index}` },
            { type: 'set-step-field', stepId: id, field: 'intent', value: `Intent ${index}` },
            { type: 'set-step-field', stepId: id, field: 'success', value: `Success ${index}` },
            { type: 'set-step-field', stepId: id, field: 'rationale', value: `Because ${index}` },
            { type: 'move-step', stepId: id, to: seed % document.steps.length },
            { type: 'rename-step', stepId: id, to: `renamed-${index}` },
          );
        }
        expect(equal(document, { ...other, objective: 'In other words.' })).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('[N5] the words and ids of checks do not make other work', () => {
    const other = edited(base, {
      type: 'set-step-field',
      stepId: 'b',
      field: 'preconditions',
      value: [{ id: 'else', expr: 'steps["a"].output.free', message: 'Else.' }],
    });
    expect(equal(base, other)).toBe(true);
  });

  test.each<[string, PlanEdit]>([
    [
      'an argument',
      { type: 'set-step-field', stepId: 'b', field: 'work', value: writeWork('b', 2) as never },
    ],
    [
      'an expression',
      {
        type: 'set-step-field',
        stepId: 'b',
        field: 'work',
        value: writeWork('b', { $expr: 'steps["a"].output.m' }) as never,
      },
    ],
    ['a dependency', { type: 'add-dependency', stepId: 'c', needs: 'a' }],
    ['one step more', { type: 'add-step', step: aStep('d') }],
    ['one step less', { type: 'remove-step', stepId: 'c' }],
    ['a check', { type: 'set-step-field', stepId: 'b', field: 'preconditions' }],
    ['success', { type: 'set-plan-field', field: 'success' }],
    ['limits', { type: 'set-plan-field', field: 'limits', value: { concurrency: 1 } }],
    ['inputs', { type: 'set-plan-field', field: 'inputs', value: { n: 1 } }],
    ['a timeout', { type: 'set-step-field', stepId: 'b', field: 'timeoutMs', value: 5 }],
  ])('[N5] %s makes other work', (_, edit) => {
    expect(equal(base, edited(base, edit))).toBe(false);
  });

  test('[N5] two equal steps are not one', () => {
    const twice = (ids: string) =>
      aPlan(ids, {
        steps: Object.fromEntries(
          ids.split(', ').map((id): [string, Partial<Step>] => [id, { work: readWork('same') }]),
        ),
      });
    expect(equal(twice('a, b'), twice('a'))).toBe(false);
    expect(equal(twice('a, b'), twice('x, y'))).toBe(true);
  });

  test('[N5] finished steps count by the key of their operation, whatever is written in them now', () => {
    const other = edited(base, { type: 'set-step-field', stepId: 'a', field: 'timeoutMs', value: 5 });
    expect(equal(base, other, { a: 'key-1' })).toBe(true);
    expect(equal(base, other)).toBe(false);
    expect(remainingEquivalence(base, { a: 'key-1' })).not.toBe(remainingEquivalence(base, { a: 'key-2' }));
  });

  test('[N5] A, B, A: going back is the same work as at first', () => {
    const there: PlanEdit = {
      type: 'set-step-field',
      stepId: 'c',
      field: 'work',
      value: readWork('else') as never,
    };
    const back: PlanEdit = {
      type: 'set-step-field',
      stepId: 'c',
      field: 'work',
      value: readWork('c') as never,
    };
    expect(equal(base, edited(base, there))).toBe(false);
    expect(equal(base, edited(base, there, back))).toBe(true);
  });

  test('a step on a cycle does no harm', () => {
    const cyclic = aPlan('a -> b', { steps: { a: { needs: ['b'] } } });
    expect(remainingEquivalence(cyclic, {})).toBe(remainingEquivalence(cyclic, {}));
  });
});
