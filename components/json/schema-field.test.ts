import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#core/json.ts';
import { canShow, fieldsOf, requiredValues, type SchemaField } from './schema-field.ts';
import { numberFrom } from './schema-form.tsx';

const field = (schema: JsonObject, code = {}): SchemaField => {
  const [first] = fieldsOf({ type: 'object', properties: { it: schema } }, code);
  if (!first) throw new Error('no field');
  return first;
};

describe('a field for every schema', () => {
  test.each<[JsonObject, SchemaField['kind']]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', maxLength: 5_000 }, 'long-text'],
    [{ type: 'integer' }, 'integer'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['a', 1, null] }, 'choice'],
    [{ const: 'a' }, 'choice'],
    [{ oneOf: [{ const: 'a' }, { const: 'b' }] }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, 'lines'],
    [{ type: 'array', items: { type: 'integer' } }, 'list'],
    [{ type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }, 'list'],
    [{ type: 'array' }, 'json'],
    [{ type: 'object', properties: { a: { type: 'string' } } }, 'group'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'json'],
    [{ type: ['string', 'null'] }, 'json'],
    [{}, 'json'],
  ])('%j is drawn as %s', (schema, kind) => {
    expect(field(schema).kind).toBe(kind);
  });
  test('code is code when the tool says so', () => {
    expect(field({ type: 'string' }, { it: 'sql' }).kind).toBe('code');
  });
  test('a schema that holds itself ends as JSON', () => {
    const schema: JsonObject = { type: 'object', properties: {} };
    schema['properties'] = { again: schema };
    let at: SchemaField | undefined = field(schema);
    let depth = 0;
    while (at?.kind === 'group') {
      [at] = at.fields ?? [];
      depth += 1;
    }
    expect(at?.kind).toBe('json');
    expect(depth).toBeLessThan(10);
  });
});

test.each<[JsonObject, Json, boolean]>([
  [{ type: 'string' }, 'x', true],
  [{ type: 'string' }, 5, false],
  [{ type: 'integer' }, '5', false],
  [{ type: 'array', items: { type: 'string' } }, ['a', { $expr: 'x' }], false],
  [{ type: 'array', items: { type: 'string' } }, ['two\nlines'], false],
  [{ enum: ['a', { b: 1 }] }, { b: 1 }, true],
  [{ enum: ['a'] }, 'c', false],
  [{ type: 'object', properties: {} }, [], false],
])('whether %j can show %j', (schema, value, can) => {
  expect(canShow(field(schema), value)).toBe(can);
});

test('an object that is set starts with what it must have, and no more', () => {
  const fields = fieldsOf({
    properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 3 }, c: { type: 'string' } },
    required: ['a', 'b'],
  });
  expect(requiredValues(fields)).toEqual({ a: '', b: 3 });
});

test.each([
  ['5', 5],
  [' 1.5 ', 1.5],
  ['-2e3', -2_000],
])('%j is the number %s', (text, number) => {
  expect(numberFrom(text, false)).toBe(number);
});
test.each([
  ['abc', false, 'no number'],
  ['0x10', false, 'no number'],
  ['1.5', true, 'no whole number'],
  ['9007199254740993', true, 'beyond 2^53'],
  ['1e999', false, 'no number'],
])('%j is refused in words', (text, whole, words) => {
  expect(numberFrom(text, whole)).toContain(words);
});
