import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPlan } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import { planHash } from './normal-form.ts';
import type { Work } from './schema.ts';
import {
  fillTemplate,
  literalPlaces,
  parametersSchema,
  suggestParameters,
  templateProblems,
} from './playbook-template.ts';

const noCode = () => [];
const sqlIsCode = () => ['sql'];
const call = (args: object): Work => ({ kind: 'tool', tool: 'test.write', args: args as never });
const document = aPlan('a -> b', {
  inputs: { limit: 100 },
  steps: {
    a: { work: call({ connection: 'shop', sql: 'select 1', params: ['x', { $expr: 'inputs.limit' }] }) },
    b: {
      work: call({ connection: 'shop', dryRun: true }),
      compensation: call({ connection: 'shop' }),
      approval: { approvers: 2 },
      postconditions: [
        {
          id: 'seen',
          expr: 'probe.ok',
          message: 'No',
          probe: { tool: 'test.read', args: { 'a/b': 'deep' } },
        },
      ],
    },
  },
});
const shop = {
  name: 'connection',
  label: 'Connection',
  at: [
    '/steps/0/work/args/connection',
    '/steps/1/work/args/connection',
    '/steps/1/compensation/args/connection',
  ],
};
const limit = { name: 'limit', label: 'Limit', at: ['/inputs/limit'] };
const template = { document, parameters: [limit, shop] };
const fill = (values: Record<string, string | number | boolean | null>) =>
  fillTemplate(template, values, document.objective);

describe('what may become a parameter', () => {
  test('inputs and arguments; no binding, no code, no approval', () => {
    expect(literalPlaces(document, sqlIsCode).map(({ pointer, value }) => [pointer, value])).toEqual([
      ['/inputs/limit', 100],
      ['/steps/0/work/args/connection', 'shop'],
      ['/steps/0/work/args/params/0', 'x'],
      ['/steps/1/work/args/connection', 'shop'],
      ['/steps/1/work/args/dryRun', true],
      ['/steps/1/compensation/args/connection', 'shop'],
      ['/steps/1/postconditions/0/probe/args/a~1b', 'deep'],
    ]);
  });

  test('one suggestion for a value under one name, wherever it stands', () => {
    expect(suggestParameters(document, sqlIsCode).slice(0, 2)).toEqual([
      { ...limit, value: 100, stepIds: [] },
      { ...shop, value: 'shop', stepIds: ['a', 'b'] },
    ]);
  });

  test('[K1] a place without a value, values that differ, a name or a place used twice are refused by name', () => {
    const of = (...parameters: { name: string; at: string[] }[]) =>
      templateProblems(
        { document, parameters: parameters.map((each) => ({ label: 'x', ...each })) },
        sqlIsCode,
      ).map(({ path }) => path);
    expect(of(limit, shop)).toEqual([]);
    expect(of({ name: 'gone', at: ['/steps/7/work/args/connection'] })).toEqual(['/parameters/0/at/0']);
    expect(of({ name: 'code', at: ['/steps/0/work/args/sql'] })).toEqual(['/parameters/0/at/0']);
    expect(of({ name: 'bound', at: ['/steps/0/work/args/params/1/$expr'] })).toEqual(['/parameters/0/at/0']);
    expect(of({ name: 'step', at: ['/steps/1/approval/approvers'] })).toEqual(['/parameters/0/at/0']);
    expect(of({ name: 'both', at: ['/inputs/limit', '/steps/0/work/args/params/0'] })).toEqual([
      '/parameters/0/at/1',
    ]);
    expect(of(limit, { ...shop, name: 'limit' })).toEqual(['/parameters/1/name']);
    expect(of(limit, { ...limit, name: 'again' })).toEqual(['/parameters/1/at/0']);
  });

  test('[K4] a version that takes back what a run did is no playbook', () => {
    const undo = aPlan('a', { steps: { a: { undoes: { step: 'x' } } } });
    expect(templateProblems({ document: undo, parameters: [] }, noCode)).toMatchObject([
      { path: '/steps/0' },
    ]);
  });
});

describe('making a plan of it', () => {
  test('[K2] the defaults make the very document that was saved', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const parameters = suggestParameters(plan, noCode).map(({ name, label, at }) => ({
          name,
          label,
          at,
        }));
        expect(templateProblems({ document: plan, parameters }, noCode)).toEqual([]);
        const made = fillTemplate({ document: plan, parameters }, {}, plan.objective);
        expect(made.ok && planHash(made.document)).toBe(planHash(plan));
      }),
    );
  });

  test('[K2] a value stands in each of its places and changes nothing else', () => {
    const made = fill({ connection: "x'); drop table users; --", limit: 5 });
    if (!made.ok) throw new Error('not made');
    const changed = literalPlaces(made.document, noCode).map(({ value }) => value);
    expect(changed).toEqual([
      5,
      "x'); drop table users; --",
      'select 1',
      'x',
      "x'); drop table users; --",
      true,
      "x'); drop table users; --",
      'deep',
    ]);
    const back = fillTemplate(
      { ...template, document: made.document },
      { connection: 'shop', limit: 100 },
      document.objective,
    );
    expect(back).toEqual({ ok: true, document });
    expect(fillTemplate(template, {}, 'Another goal')).toMatchObject({
      document: { objective: 'Another goal' },
    });
  });

  test('[K3] another type, nothing, a text too long and an unknown name are named', () => {
    const paths = (values: Parameters<typeof fill>[0]) => {
      const made = fill(values);
      return made.ok ? [] : made.problems.map(({ path, message }) => path + (path ? '' : message));
    };
    expect(paths({ limit: 'many' })).toEqual(['/limit']);
    expect(paths({ limit: 1.5 })).toEqual(['/limit']);
    expect(paths({ limit: null })).toEqual(['/limit']);
    expect(paths({ connection: '' })).toEqual(['/connection']);
    expect(paths({ connection: 'x'.repeat(501) })).toEqual(['/connection']);
    expect(paths({ other: 1 }).join()).toContain('other');
  });

  test('the form asks for each with its label and its value of today', () => {
    expect(parametersSchema(template)).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['limit', 'connection'],
      properties: {
        limit: { type: 'integer', title: 'Limit', default: 100 },
        connection: { type: 'string', minLength: 1, maxLength: 500, title: 'Connection', default: 'shop' },
      },
    });
  });
});
