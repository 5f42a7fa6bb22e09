import { describe, expect, test, vi } from 'vitest';
import { must } from '../assert.ts';
import { aPlan } from '../testing/build-plan.ts';
import { parsePlan, parsePlanText } from './parse.ts';
import type { PlanDocument } from './schema.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const plan = aPlan('a -> b');
const problemsOf = (input: unknown) => {
  const parsed = parsePlan(input);
  return parsed.ok ? [] : parsed.problems;
};
const codesOfText = (text: string) => {
  const parsed = parsePlanText(text);
  return parsed.ok ? [] : parsed.problems.map(({ code }) => code);
};

describe('a plan from outside', () => {
  test('reads back what was written', () => {
    expect(parsePlanText(JSON.stringify(plan))).toEqual({ ok: true, document: plan });
  });

  test('a byte order mark and CRLF are fine', () => {
    expect(parsePlanText(`\uFEFF${JSON.stringify(plan, null, 2).replaceAll('\n', '\r\n')}`)).toEqual({
      ok: true,
      document: plan,
    });
  });

  test('[case 3] missing optional lists read as empty; a missing member names step and field', () => {
    const bare = {
      artifact: 'plan/v1',
      objective: 'Done.',
      steps: [{ id: 'a', title: 'A', work: { kind: 'tool', tool: 't', args: {} } }],
    };
    expect(parsePlan(bare)).toEqual({ ok: true, document: bare });
    const { args: _, ...noArgs } = must(bare.steps[0], 'a step').work;
    expect(problemsOf({ ...bare, steps: [{ ...bare.steps[0], work: noArgs }] })).toEqual([
      {
        code: 'missing-member',
        severity: 'error',
        path: '/steps/0/work/args',
        message: 'Missing; expected an object',
        stepId: 'a',
      },
    ]);
  });

  test('[P7] [case 4] values out of range are reported together, each with its path and what is allowed', () => {
    const step = {
      ...plan.steps[0],
      risk: 'extreme',
      budget: { costUsd: -5 },
      timeoutMs: 'soon',
      retry: { attempts: 1e9 },
      join: 'most',
      work: { kind: 'spell' },
    };
    const problems = problemsOf({ ...plan, steps: [step] });
    expect(Object.fromEntries(problems.map(({ path, message }) => [path, message]))).toEqual({
      '/steps/0/risk': 'Got "extreme"; allowed: "low", "medium", "high", "critical"',
      '/steps/0/budget/costUsd': 'Got -5; allowed: at least 0',
      '/steps/0/timeoutMs': 'Got "soon"; expected a number',
      '/steps/0/retry/attempts': 'Got 1000000000; allowed: at most 100',
      '/steps/0/join': 'Got "most"; allowed: "all", "any", {"atLeast": n} with n ≥ 1',
      '/steps/0/work/kind': 'Got "spell"; allowed: "tool", "model", "agent", "person", "checkpoint"',
    });
    expect(problems.every(({ stepId }) => stepId === 'a')).toBe(true);
  });

  test('[P3] [case 18] nothing is dropped in silence: every unknown member is named', () => {
    const odd = { ...plan, color: 'red', steps: [{ ...plan.steps[0], approved: true, credentials: 'x' }] };
    expect(problemsOf(odd).map(({ path }) => path)).toEqual([
      '/steps/0/approved',
      '/steps/0/credentials',
      '/color',
    ]);
  });

  test('[P5] a member called __proto__ would be lost by libraries, so it is refused by name', () => {
    expect(
      codesOfText(JSON.stringify({ ...plan, inputs: {} }).replace('"inputs":{}', '"inputs":{"__proto__":1}')),
    ).toEqual(['forbidden-key']);
    expect(
      problemsOf({ ...plan, inputs: JSON.parse('{"__proto__":1}') as object }).map(({ path }) => path),
    ).toEqual(['/inputs/__proto__']);
  });

  test('[P9] duplicate keys are refused with their place', () => {
    const parsed = parsePlanText('{\n "artifact": "plan/v1",\n "artifact": "plan/v1"}');
    expect(parsed).toEqual({
      ok: false,
      problems: [
        {
          code: 'duplicate-key',
          severity: 'error',
          path: '',
          message: 'The member "artifact" is there twice (line 3, column 2)',
        },
      ],
    });
  });

  test.each(['9007199254740992', '-9007199254740993', '1e400', '12345678901234567890'])(
    '[P9] the integer %s is refused',
    (number) => {
      expect(
        codesOfText(JSON.stringify(plan).replace('"objective"', `"inputs":{"n":${number}},"objective"`)),
      ).toEqual(['integer-too-large']);
      expect(problemsOf({ ...plan, inputs: { n: Number(number) } })).toHaveLength(1);
    },
  );

  test('[P9] integers up to 2^53 - 1 are kept exactly', () => {
    const parsed = parsePlanText(
      JSON.stringify({ ...plan, inputs: { n: Number.MAX_SAFE_INTEGER, m: -1.5e-3 } }),
    );
    expect(parsed.ok && parsed.document.inputs).toEqual({ n: 9_007_199_254_740_991, m: -0.0015 });
  });

  test.each(['', '{', '{"a":', '[1, 2', '{"a": "half', 'tru', '{"artifact":"plan/v1","objective":"x'])(
    '[case 2] a cut text is told apart from a wrong one: %s',
    (text) => {
      expect(codesOfText(text)).toEqual(['truncated-json']);
    },
  );

  test.each(['{a:1}', '[1,]', '{"a":1,}', '01', '"\u0001"', '{"a":1} x', "{'a':1}", '"\\x"', 'NaN', '// c'])(
    'wrong JSON is refused with its place: %s',
    (text) => {
      expect(codesOfText(text)).toEqual(['invalid-json']);
    },
  );

  test('[P6] [case 16] too many steps, dependencies, bytes and levels are named by their limit', () => {
    const steps = (count: number, needs: string[] = []) =>
      Array.from({ length: count }, (_, index) => ({ ...plan.steps[0], id: `s${index}`, needs }));
    const message = (input: unknown) => problemsOf(input).map((problem) => problem.message);
    expect(message({ ...plan, steps: steps(5_000) })).toEqual(['5000 steps: a plan holds 2000 at most']);
    expect(
      message({
        ...plan,
        steps: steps(
          1_001,
          Array.from({ length: 10 }, (_, index) => `s${index}`),
        ),
      }),
    ).toEqual(['10010 dependencies: a plan holds 10000 at most']);
    expect(message({ ...plan, inputs: { big: 'x'.repeat(5 * 1024 * 1024) } })).toEqual([
      'Larger than 4 MiB, the limit of a plan',
    ]);
    expect(codesOfText(`"${'é'.repeat(3 * 1024 * 1024)}"`)).toEqual(['document-too-large']);
    expect(message({ ...plan, inputs: { big: 'x'.repeat(70_000) } })).toEqual([
      'Larger than 64 KiB, the limit of one argument',
    ]);
    let deep: unknown = 1;
    for (let level = 0; level < 40; level += 1) deep = [deep];
    expect(problemsOf({ ...plan, inputs: { deep } }).map(({ code }) => code)).toEqual(['too-deep']);
    expect(codesOfText('['.repeat(100_000))).toEqual(['too-deep']);
  });

  test('[P6] a plan at the limits is read', () => {
    const steps = Array.from({ length: 2_000 }, (_, index) => ({
      ...(plan.steps[0] as PlanDocument['steps'][number]),
      id: `s${index}`,
      needs: Array.from({ length: Math.min(index, 5) }, (_, back) => `s${index - 1 - back}`),
    }));
    expect(parsePlan({ ...plan, steps }).ok).toBe(true);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 1],
    ['a date', new Date(0)],
    ['a function inside', { ...plan, inputs: { f: () => 1 } }],
    ['a bigint inside', { ...plan, inputs: { n: 1n } }],
    ['half a surrogate pair', { ...plan, objective: '\ud800' }],
    ['infinity', { ...plan, inputs: { n: Number.POSITIVE_INFINITY } }],
    ['no steps member', { artifact: 'plan/v1', objective: 'x' }],
    ['steps that are no list', { ...plan, steps: { a: 1 } }],
  ])('[P7] %s is a list of problems, never an exception', (_, input) => {
    expect(problemsOf(input).length).toBeGreaterThan(0);
  });

  test('a value that holds itself is refused', () => {
    const loop: Record<string, unknown> = { ...plan };
    loop.inputs = { loop };
    expect(problemsOf(loop).map(({ code }) => code)).toContain('too-deep');
  });
});
