import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aPlan } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import { validateJson } from './json-schema.ts';
import { planJsonSchema } from './plan-json-schema.ts';
import type { Json } from '../json.ts';

const schema = planJsonSchema();

test('[P3] the published schema takes what the reader takes, and no member more', () => {
  fc.assert(fc.property(anyPlan, (plan) => void expect(validateJson(schema, plan as unknown as Json)).toEqual([])), { numRuns: 30 });
  expect(validateJson(schema, { ...aPlan('a'), approved: true } as unknown as Json).length).toBeGreaterThan(0);
  expect(validateJson(schema, { ...aPlan('a'), steps: [{ ...aPlan('a').steps[0], risk: 'extreme' }] } as unknown as Json).length).toBeGreaterThan(0);
});
