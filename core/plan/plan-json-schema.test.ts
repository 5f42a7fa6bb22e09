import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPlan } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import { validateJson } from './json-schema.ts';
import { planJsonSchema } from './plan-json-schema.ts';

const schema = planJsonSchema();

test('[P3] the published schema takes what the reader takes, and no member more', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      expect(validateJson(schema, plan)).toEqual([]);
    }),
    { numRuns: 30 },
  );
  expect(validateJson(schema, { ...aPlan('a'), approved: true }).length).toBeGreaterThan(0);
  expect(
    validateJson(schema, {
      ...aPlan('a'),
      steps: [{ ...aPlan('a').steps[0], risk: 'extreme' }],
    }).length,
  ).toBeGreaterThan(0);
});
