import { expect, test } from 'vitest';
import { aPlan } from '#core/testing/build-plan.ts';
import type { Problem } from '#core/plan/problem.ts';
import { draftSteps, everyPosition } from './draft-steps.ts';
import { fieldName, placeOf, stepIdOf } from './problem-place.ts';

const plan = aPlan('a -> b');
const problem = (path: string, stepId?: string): Problem => ({
  code: 'x',
  severity: 'error',
  path,
  message: 'Something is wrong.',
  ...(stepId === undefined ? {} : { stepId }),
});

test.each([
  [problem('/steps/1/work/args/sql', 'b'), 'step:b/work/args/sql', 'Sql'],
  [problem('/steps/0/postconditions/0/expr'), 'step:a/postconditions/0/expr', 'Postconditions, 1, Expr'],
  [problem('/steps/1', 'b'), 'step:b/title', 'Title'],
  [problem('', 'a'), 'step:a/title', 'Title'],
  [problem('/success'), 'plan:/success', 'Success'],
  [problem(''), 'plan:', ''],
])('a problem names its step and field: $path', (found, place, name) => {
  expect(placeOf(found, plan)).toBe(place);
  expect(fieldName(place)).toBe(name);
});

test('a place names its step, also that of the whole step as JSON', () => {
  expect(stepIdOf('step:a-b/work')).toBe('a-b');
  expect(stepIdOf('step:a-b#json')).toBe('a-b');
  expect(stepIdOf('plan:/success')).toBeUndefined();
});

test('a card tells its errors, not its warnings', () => {
  const warning: Problem = { ...problem('/steps/1', 'b'), severity: 'warning' };
  const steps = draftSteps(plan, { tools: {}, connections: [] }, [problem('/steps/0', 'a'), warning]);
  expect(steps.map(({ id, alert }) => [id, alert])).toEqual([
    ['a', '1 error'],
    ['b', undefined],
  ]);
});

test('a step that no layout has placed stands right of what it runs after', () => {
  const steps = draftSteps(plan, { tools: {}, connections: [] }, []);
  const known = { a: { x: 0, y: 0 } };
  const all = everyPosition(steps, known);
  expect(all['a']).toEqual({ x: 0, y: 0 });
  expect(all['b']?.x).toBeGreaterThan(272);
  expect(everyPosition(steps, all)).toBe(all);
});
