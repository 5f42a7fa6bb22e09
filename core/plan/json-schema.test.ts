import { expect, test } from 'vitest';
import { lintPlan } from './lint.ts';
import { validateJson } from './json-schema.ts';
import { aPlan, testCatalog } from '../testing/build-plan.ts';

const headers = { type: 'object', additionalProperties: { type: 'string' } };
const schema = { type: 'object', additionalProperties: false, properties: { headers } };

test('a member of the wrong kind is told once, at its own place', () => {
  expect(validateJson(schema, { headers: { a: 'x', b: 5 } })).toEqual([
    expect.objectContaining({ path: '/headers/b', keyword: 'type' }),
  ]);
});

test('a member that may not be there is told by its name', () => {
  expect(validateJson(schema, { headers: {}, other: 5 })).toEqual([
    expect.objectContaining({ path: '', message: 'Unknown member "other".' }),
  ]);
});

test('[P7] a bound value among free members is judged when it is known', () => {
  const name = 'test.headers';
  const tool = { ...testCatalog.tools['test.read'], name, argsSchema: schema } as never;
  const work = {
    kind: 'tool' as const,
    tool: name,
    args: { headers: { b: { $expr: 'steps.a.output.id' } } },
  };
  const catalog = { ...testCatalog, tools: { ...testCatalog.tools, [name]: tool } };
  const problems = lintPlan(aPlan('a -> b', { steps: { b: { work } } }), catalog);
  expect(problems.filter(({ code }) => code === 'invalid-arguments')).toEqual([]);
});
