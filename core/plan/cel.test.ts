import { describe, expect, test } from 'vitest';
import { type CelContext, celReferences, evaluateCel, renameStepsInCel } from './cel.ts';
import type { Json } from '../json.ts';

const context: CelContext = {
  inputs: { n: 3, half: 1.5, name: 'Ada', none: null, list: [1, 2.5, 'x'] },
  steps: Object.fromEntries(
    Object.entries({
      'count-rows': { rows: [{ n: 1 }, { n: 2.5 }] },
      constructor: { ok: true },
      skipped: null,
    }).map(([id, output]) => [id, { output: output as Json }]),
  ),
  probe: { rows: [{ left: 0 }] },
};
const value = (expr: string, given = context) => {
  const result = evaluateCel(expr, given);
  return result.ok ? result.value : `! ${result.message}`;
};

describe('expressions', () => {
  test.each<[string, Json]>([
    ['steps["count-rows"].output.rows.size()', 2],
    ["steps['count-rows']['output'].rows[1].n", 2.5],
    ['steps.constructor.output.ok', true],
    ['has(steps["count-rows"].output.rows)', true],
    ['has(steps["count-rows"].output.columns)', false],
    ['steps["skipped"].output == null', true],
    ['steps["count-rows"].output.rows.filter(r, r.n > 1).map(r, r.n * 2)', [5]],
    ['steps["count-rows"].output.rows.all(steps, steps.n >= 1)', true],
    ['probe.rows[0].left == 0', true],
    ['inputs.name.startsWith("A") && inputs.name.size() == 3', true],
    ['size(inputs.list)', 3],
    ['has(inputs.zero) ? inputs.zero : 7', 7],
    ['{"a": [inputs.n, inputs.half], "b": {"c": null}}', { a: [3, 1.5], b: { c: null } }],
    ['inputs.none == null', true],
  ])('[P4] %s', (expr, expected) => {
    expect(value(expr)).toEqual(expected);
  });

  test.each<[string, Json]>([
    ['inputs.n / 2', 1],
    ['inputs.n / 2.0', 1.5],
    ['inputs.n * inputs.half', 4.5],
    ['inputs.n == 3.0', true],
    ['inputs.half + 1', 2.5],
    ['3 > 2.5', true],
    ['inputs.n % 2', 1],
    ['9007199254740991 - 1', 9_007_199_254_740_990],
  ])('[P4] integers of JSON are CEL ints, and mix with doubles: %s', (expr, expected) => {
    expect(value(expr)).toEqual(expected);
  });

  test.each([
    ['1 +', '! Unexpected token: EOF'],
    ['nope > 1', '! Unknown name "nope": an expression reads inputs, steps, run, item, probe, output'],
    ['item.n', '! "item" cannot be read here'],
    ['inputs.zero', '! No such key: zero'],
    ['inputs.name + 1', '! no such overload: dyn<string> + int'],
    ['inputs.n / 0', '! division by zero'],
    ['inputs.half / 0', '! The result is Infinity, which is no JSON number'],
    ['9007199254740991 + 1', '! 9007199254740992 is beyond 2^53 and would be rounded: use string()'],
    ['steps["later"].output', '! Step "later" has no output yet'],
    ['steps["count-rows"].status', '! Only the output of a step can be read: steps["count-rows"].output'],
    ['steps[inputs.name].output', '! Name the step literally: steps["id"].output'],
    ['size(steps)', '! Name the step: steps["id"].output'],
    ['inputs.name.matches("(a+)+$")', '! "matches" is not offered: use contains, startsWith or endsWith'],
    ['type(1)', '! The result is no JSON value'],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, expect.stringContaining('!')],
    [`[${'1,'.repeat(3_000)}1]`, expect.stringContaining('!')],
  ])('[P4] an expression that fails says why and never throws: %s', (expr, message) => {
    expect(value(expr)).toEqual(message);
  });

  test('[P5] steps called __proto__, constructor or toString are ordinary steps', () => {
    const ids = ['__proto__', 'constructor', 'toString', 'has-own'];
    const steps = Object.fromEntries(ids.map((id, index) => [id, { output: { n: index } }]));
    const sum = ids.map((id) => `steps[${JSON.stringify(id)}].output.n`).join(' + ');
    expect(value(sum, { steps })).toBe(6);
    expect(value('steps["__proto__"].output', { steps: {} })).toBe('! Step "__proto__" has no output yet');
    expect(value('steps["constructor"].output', { steps: {} })).toBe(
      '! Step "constructor" has no output yet',
    );
  });

  test('[P5] members called like members of every object are read as data', () => {
    const inputs = JSON.parse('{"constructor": {"prototype": 1}, "a": {}}') as Record<string, Json>;
    expect(value('inputs.constructor', { inputs })).toEqual({ prototype: 1 });
    expect(value('has(inputs.a.constructor)', { inputs })).toBe(false);
    expect(value('inputs.a.toString', { inputs })).toBe('! No such key: toString');
  });

  test('what is read is known without evaluating', () => {
    expect(
      celReferences('steps["a"].output.x + steps.b.output + inputs.k + (has(inputs.q) ? 1 : 2) + item.z'),
    ).toEqual({
      ok: true,
      steps: ['a', 'b'],
      names: ['steps', 'inputs', 'item'],
      inputs: ['k'],
    });
    expect(celReferences('[1].map(inputs, inputs + 1)')).toMatchObject({ ok: true, names: [] });
    expect(celReferences('cel.bind(x, steps["a"].output, x + x)')).toMatchObject({ ok: true, steps: ['a'] });
  });

  test('[case 26] a renamed step is renamed where it is named, and nowhere else', () => {
    const rename = (id: string) => ({ a: 'b-2', b: 'a' })[id] ?? id;
    expect(
      renameStepsInCel(
        `steps["a"].output.a + steps.b['output'] + "steps['a']" + inputs.a + steps['c'].output`,
        rename,
      ),
    ).toBe(`steps["b-2"].output.a + steps["a"]['output'] + "steps['a']" + inputs.a + steps['c'].output`);
    expect(renameStepsInCel('steps["a"].output +', rename)).toBe('steps["a"].output +');
  });
});
