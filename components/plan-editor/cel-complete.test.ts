import { describe, expect, test } from 'vitest';
import { aPlan, aStep } from '#core/testing/build-plan.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { ToolContract } from '#core/plan/tool-contract.ts';
import { complete } from './cel-complete.ts';
import { celProblem, planScope, schemaAt, stepScope, withProbe } from './cel-scope.ts';

const rows = {
  type: 'object',
  properties: {
    rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    table: { type: 'string' },
  },
};
const query = { name: 'db.query', effect: 'read', outputSchema: rows } as unknown as ToolContract;
const tools = { 'db.query': query };
const withTool = (step: Step): Step => ({ ...step, work: { kind: 'tool', tool: 'db.query', args: {} } });
const document: PlanDocument = {
  ...aPlan('read -> copy-rows -> check, other'),
  inputs: { table: 'users', limit: 5 },
};
const plan = { ...document, steps: document.steps.map(withTool) };
const step = (id: string): Step => plan.steps.find((each) => each.id === id) ?? aStep(id);
const scope = stepScope(plan, step('check'), tools, 'before');
const labels = (text: string, at = text.length, where = scope) =>
  complete(text, at, where)?.options.map(({ label }) => label);
/** What stands there once the first suggestion is taken. */
const taken = (text: string, at = text.length) => {
  const found = complete(text, at, scope);
  const [first] = found?.options ?? [];
  return found && first ? text.slice(0, found.from) + first.insert + text.slice(found.to) : undefined;
};

describe('completing an expression', () => {
  test('offers the names that have a value there', () => {
    expect(labels('')).toEqual(['inputs', 'steps', 'run']);
    expect(labels('1 + in')).toEqual(['inputs', 'int()']);
    expect(labels('', 0, stepScope(plan, step('check'), tools, 'after'))).toContain('output');
  });
  test('offers ancestors only, and writes the form with brackets', () => {
    expect(labels('steps[')).toEqual(['steps["read"]', 'steps["copy-rows"]']);
    expect(labels('steps["cop')).toEqual(['steps["copy-rows"]']);
    expect(taken('steps[')).toBe('steps["read"].output');
    expect(taken('steps["co')).toBe('steps["copy-rows"].output');
    expect(taken('steps.co')).toBe('steps["copy-rows"].output');
    expect(taken('size(steps["re"].output)', 'size(steps["re'.length)).toBe('size(steps["read"].output)');
  });
  test('offers members of outputs and inputs, by their schema', () => {
    expect(labels('steps["read"].')).toEqual(['output']);
    expect(labels('steps["read"].output.')).toEqual(['rows', 'table']);
    expect(labels('steps["read"].output.rows[0].')).toEqual(['id']);
    expect(labels('steps["read"].output.rows.si')).toEqual(['size()']);
    expect(labels('inputs.l')).toEqual(['limit']);
    expect(labels('run.')).toEqual(['id', 'plan', 'planVersion', 'startedAt']);
  });
  test('offers nothing inside a text', () => {
    expect(complete('"in', 3, scope)).toBeUndefined();
    expect(complete('"it\\"s in', 9, scope)).toBeUndefined();
  });
  test('an item of a forEach has the shape of its list', () => {
    const each = { ...step('check'), forEach: { items: 'steps["read"].output.rows' } };
    expect(labels('item.', 5, stepScope(plan, each, tools, 'before'))).toEqual(['id']);
    const read = { ...step('read'), forEach: { items: '[1]' } };
    const list = stepScope({ ...plan, steps: [read, ...plan.steps.slice(1)] }, each, tools, 'before');
    expect(schemaAt('steps["read"].output', list)).toMatchObject({ type: 'array' });
  });
  test('a probe’s answer has the shape of its tool', () => {
    expect(labels('probe.t', 7, withProbe(planScope(plan, tools), query))).toEqual(['table']);
  });
});

describe('checking an expression', () => {
  test.each([
    ['inputs.table', undefined],
    ['steps["read"].output.rows.size() > 0', undefined],
    ['', 'Write an expression'],
    ['1 +', 'Not an expression'],
    ['item', '"item" cannot be read here'],
    ['inputs.nope', 'no input "nope"'],
    ['steps["nope"].output', 'There is no step "nope"'],
    ['steps["other"].output', '"other" need not have run by then'],
    ['steps["check"].output', '"check" need not have run by then'],
  ])('%j', (expr, problem) => {
    const found = celProblem(expr, scope);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });
});
