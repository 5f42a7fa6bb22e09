import { expect, test } from 'vitest';
import { aPlan } from '#core/testing/build-plan.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { draftSteps } from './draft-steps.ts';
import { knownEffects } from './known-effects.ts';

const tool = (sql: string): Step['work'] => ({ kind: 'tool', tool: 'postgres.execute', args: { sql } });
const plan: PlanDocument = aPlan('a -> b', {
  steps: { a: { work: tool('UPDATE t SET x = 1') }, b: { work: tool('DROP TABLE t') } },
});
const effectsOf = (document: PlanDocument, known: ReturnType<typeof knownEffects>) =>
  draftSteps(document, { tools: {}, connections: [] }, [], known).map(({ id, effect }) => [id, effect]);

test('a card says what its call does, not what its tool can do', () => {
  const known = knownEffects(plan, [
    { stepId: 'a', effect: 'write' },
    { stepId: 'b', effect: 'irreversible' },
  ]);
  expect(effectsOf(plan, known)).toEqual([
    ['a', 'write'],
    ['b', 'irreversible'],
  ]);
});

test('what was said of a call does not hold for a changed one', () => {
  const known = knownEffects(plan, [{ stepId: 'a', effect: 'read' }]);
  const [a, b] = plan.steps as [Step, Step];
  const changed = {
    ...plan,
    steps: [
      { ...a, work: tool('DROP TABLE u') },
      { ...b, title: 'Another title' },
    ],
  };
  expect(effectsOf(changed, known)[0]).toEqual(['a', 'irreversible']); // an unknown tool: the worst that may be true
});
