import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPlan, testCatalog, writeWork } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import { diffPlans } from './diff.ts';
import { unionOf } from './diff-union.ts';
import { applyEdits } from './edit.ts';

const union = (from: Parameters<typeof diffPlans>[0], to: Parameters<typeof diffPlans>[1]) =>
  unionOf(diffPlans(from, to, testCatalog).steps);

test('[UC1] a step that was renamed stands once, under the id it has in the diff, on both sides', () => {
  const from = aPlan('fetch -> b, fetch -> c', { steps: { c: { work: writeWork('c') } } });
  const renamed = applyEdits(from, [{ type: 'rename-step', stepId: 'fetch', to: 'load' }]);
  if (!renamed.ok) throw new Error(renamed.message);
  const both = union(from, renamed.document);
  expect(both.before.map(({ id }) => id)).toEqual(['load', 'b', 'c']);
  expect(both.before.map(({ needs }) => needs)).toEqual([[], ['load'], ['load']]);
  expect(both.steps.map(({ id }) => id)).toEqual(['load', 'b', 'c']);
  expect(both.edges).toEqual([]);
});

test('removed steps and dependencies stay to be seen', () => {
  const both = union(
    aPlan('a -> old -> b'),
    aPlan('a -> b, new', { steps: { new: { title: 'Else', work: writeWork('z') } } }),
  );
  expect(both.steps.map(({ id, needs }) => [id, needs])).toEqual([
    ['a', []],
    ['b', ['old', 'a']],
    ['new', []],
    ['old', ['a']],
  ]);
  expect(both.edges).toEqual([
    { from: 'a', to: 'b', kind: 'added' },
    { from: 'old', to: 'b', kind: 'removed' },
    { from: 'a', to: 'old', kind: 'removed' },
  ]);
});

test('the union holds each side, whatever the plans', () => {
  fc.assert(
    fc.property(anyPlan, anyPlan, (from, to) => {
      const { before, after, steps } = union(from, to);
      expect(before).toHaveLength(from.steps.length);
      expect(after.map(({ id }) => id)).toEqual(to.steps.map(({ id }) => id));
      const ids = steps.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect([...new Set([...before, ...after].map(({ id }) => id))].sort()).toEqual([...ids].sort());
      for (const side of [before, after])
        for (const { id, needs = [] } of side)
          expect(steps.find((step) => step.id === id)?.needs).toEqual(expect.arrayContaining(needs));
    }),
  );
});
