import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { bindingReferences, malformedBindings, mapBindings, resolveBindings } from './binding.ts';
import { evaluateCheck } from './condition.ts';
import { validateJson } from './json-schema.ts';

const context = {
  inputs: { table: 'users' },
  steps: { 'count-rows': { output: { rows: [1, 2], total: 2 } } },
  item: { id: 7 },
};

describe('bindings', () => {
  test('[P4] a binding anywhere inside arguments is replaced as a whole, with its type', () => {
    const args: JsonObject = {
      sql: 'SELECT 1',
      params: [{ $expr: 'item.id' }, { deep: { $expr: 'steps["count-rows"].output.rows' } }],
      n: { $expr: 'steps["count-rows"].output.total + 1' },
    };
    expect(resolveBindings(args, context)).toMatchObject({
      ok: true,
      args: { sql: 'SELECT 1', params: [7, { deep: [1, 2] }], n: 3 },
    });
  });

  test('every argument says where it came from; what comes from outside is untrusted', () => {
    const args = {
      sql: 'SELECT 1',
      table: { $expr: 'inputs.table' },
      list: ['a', { $expr: 'item.id' }],
      n: { $expr: 'steps["count-rows"].output.total' },
      five: { $expr: '2 + 3' },
    };
    const resolved = resolveBindings(args, context);
    expect(resolved.ok && resolved.origins).toEqual([
      { path: '/sql', origin: 'plan' },
      { path: '/table', origin: 'input' },
      { path: '/list/0', origin: 'plan' },
      { path: '/list/1', origin: 'item', untrusted: true },
      { path: '/n', origin: 'step-output', stepId: 'count-rows', untrusted: true },
      { path: '/five', origin: 'plan' },
    ]);
  });

  test.each([
    [{ a: [{ $expr: 'steps["later"].output' }] }, '/a/0', 'Step "later" has no output yet'],
    [{ a: { $expr: '1 +' } }, '/a', 'Unexpected token: EOF'],
    [{ a: { $expr: '1', more: 1 } }, '/a', 'A binding has the one member "$expr", and it is a text'],
    [{ a: { $expr: 1 } }, '/a', 'A binding has the one member "$expr", and it is a text'],
  ])('a binding that cannot be resolved says where and why: %j', (args, path, message) => {
    expect(resolveBindings(args, context)).toEqual({ ok: false, path, message });
  });

  test('[P6] a value that grows beyond 64 KiB is refused', () => {
    const big = { steps: { a: { output: 'x'.repeat(70_000) } } };
    expect(resolveBindings({ text: { $expr: 'steps["a"].output' } }, big)).toEqual({
      ok: false,
      path: '/text',
      message: 'The value is larger than 64 KiB, the limit of one argument',
    });
  });

  test('text from outside is never read as a binding', () => {
    const hostile = { steps: { a: { output: { $expr: 'inputs.secret' } } }, inputs: { secret: 'x' } };
    expect(resolveBindings({ value: { $expr: 'steps["a"].output' } }, hostile)).toMatchObject({
      ok: true,
      args: { value: { $expr: 'inputs.secret' } },
    });
  });

  test('bindings are found with their place, and mapped', () => {
    const value = { 'a/b': [{ $expr: 'x' }], c: { $expr: 'y', z: 1 } };
    expect(bindingReferences(value)).toEqual([{ path: '/a~1b/0', expr: 'x' }]);
    expect(malformedBindings(value)).toEqual(['/c']);
    expect(mapBindings(value, (expr) => `${expr}!`)).toEqual({
      'a/b': [{ $expr: 'x!' }],
      c: { $expr: 'y', z: 1 },
    });
  });
});

describe('checks', () => {
  const check = (expr: string) =>
    evaluateCheck(
      { id: 'c', expr, message: 'Rows are left.' },
      'postcondition',
      { probe: { rows: [{ left: 2 }] } },
      42,
    );

  test('a result is the evidence: expression, value, answer of the probe, time', () => {
    expect(check('probe.rows[0].left == 2')).toEqual({
      id: 'c',
      kind: 'postcondition',
      expr: 'probe.rows[0].left == 2',
      holds: true,
      value: true,
      probe: { inline: { rows: [{ left: 2 }] } },
      at: 42,
    });
    expect(check('probe.rows[0].left == 0')).toMatchObject({
      holds: false,
      value: false,
      message: 'Rows are left.',
    });
  });

  test.each([
    ['probe.rows[0].right == 0', 'Rows are left. (not evaluated: No such key: right)'],
    ['probe ==', 'Rows are left. (not evaluated: Unexpected token: EOF)'],
    ['probe.rows[0].left', 'Rows are left. (not evaluated: the expression gives no true or false)'],
    ['"true"', 'Rows are left. (not evaluated: the expression gives no true or false)'],
  ])('[P4] %s is a failed check with its message, never a crash and never true', (expr, message) => {
    expect(check(expr)).toMatchObject({ holds: false, message });
  });

  test('a large answer is left out for the caller to keep by reference', () => {
    const result = evaluateCheck(
      { id: 'c', expr: 'size(probe) > 1', message: 'm' },
      'success',
      { probe: 'x'.repeat(5_000) },
      1,
    );
    expect(result).toEqual({
      id: 'c',
      kind: 'success',
      expr: 'size(probe) > 1',
      holds: true,
      value: true,
      at: 1,
    });
  });
});

describe('values against a JSON Schema', () => {
  const schema = {
    type: 'object',
    required: ['sql'],
    properties: { sql: { type: 'string', minLength: 1 }, limit: { type: 'integer', maximum: 10 } },
    additionalProperties: false,
  };

  test('each finding has its place', () => {
    expect(validateJson(schema, { sql: 'SELECT 1' })).toEqual([]);
    expect(
      validateJson(schema, { sql: '', limit: 11, other: 1 }).map(({ path, keyword }) => [path, keyword]),
    ).toEqual([
      ['/sql', 'minLength'],
      ['/limit', 'maximum'],
      ['', 'additionalProperties'],
    ]);
    expect(validateJson(schema, {})).toEqual([
      { path: '', keyword: 'required', message: 'The value does not have required property "sql".' },
    ]);
  });

  test('a frozen schema is used and stays as it is; a broken one is a finding', () => {
    expect(validateJson(Object.freeze({ ...schema }), {})).toHaveLength(1);
    expect(Object.keys(schema)).toEqual(['type', 'required', 'properties', 'additionalProperties']);
    expect(validateJson({ $ref: '#/nowhere' }, 1)).toEqual([
      { path: '', message: expect.stringMatching(/^The schema cannot be used: /) as string },
    ]);
    expect(validateJson({ pattern: '(' }, 'x')).toHaveLength(1);
  });
});
