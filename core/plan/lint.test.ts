import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { must } from '../assert.ts';
import type { Json } from '../json.ts';
import {
  aPlan,
  irreversibleWork,
  readWork,
  testCatalog,
  testTools,
  writeWork,
} from '../testing/build-plan.ts';
import { anyEditedPlan, anyPlan } from '../testing/plan-arbitraries.ts';
import { applyEdits } from './edit.ts';
import { hasErrors, lintPlan, type LintStage, lintStructure, STRUCTURE_CODES } from './lint.ts';
import type { Problem } from './problem.ts';
import type { PlanDocument, Step } from './schema.ts';
import type { Catalog } from './tool-contract.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const lint = (document: PlanDocument, catalog: Catalog = testCatalog, stage?: LintStage) =>
  lintPlan(document, catalog, stage);
const found = (document: PlanDocument, code: string, catalog?: Catalog): Problem[] =>
  lint(document, catalog).filter((problem) => problem.code === code);
const one = (document: PlanDocument, code: string, catalog?: Catalog): Problem => {
  const problems = found(document, code, catalog);
  expect(problems.map((problem) => problem.code)).toEqual([code]);
  return must(problems[0], 'one problem was found');
};
/** A plan that lint has nothing to say about. */
const clean = aPlan('a -> b', {
  steps: {
    a: { postconditions: [{ id: 'has-answer', expr: 'output.n > 0', message: 'No answer.' }] },
    b: { intent: 'Every row is copied once.', work: writeWork('b', { $expr: 'steps["a"].output.n' }) },
  },
});
const withStep = (change: Partial<Step>, document = clean): PlanDocument => ({
  ...document,
  steps: document.steps.map((step) => (step.id === 'b' ? { ...step, ...change } : step)),
});
const fixed = (document: PlanDocument, problem: Problem) => {
  const result = applyEdits(document, must(problem.fix, 'the problem offers a fix').edits);
  expect(result.ok).toBe(true);
  return result.ok ? result.document : document;
};

describe('lint', () => {
  test('[P7] has nothing to say about a good plan', () => {
    expect(lint(clean, testCatalog, 'submit')).toEqual([]);
  });

  test('[P7] [case 9] a cycle is an error with its path, and a fix that opens it', () => {
    const plan = aPlan('a -> b -> c', { steps: { a: { needs: ['c'] } } });
    const problem = one(plan, 'cycle');
    expect(problem).toMatchObject({ severity: 'error', stepId: 'a', path: '/steps/0/needs' });
    expect(problem.message).toContain('a > b > c > a');
    expect(found(fixed(plan, problem), 'cycle')).toEqual([]);
  });

  test('[P7] a cycle of 2,000 steps is told in a few words', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `s${index}`);
    const plan = aPlan(ids.join(' -> '), { steps: { s0: { needs: ['s1999'] } } });
    expect(one(plan, 'cycle').message.length).toBeLessThan(400);
  });

  test('[P7] [case 11] a step that needs itself is named, and is no cycle beside it', () => {
    const plan = aPlan('s1', { steps: { s1: { needs: ['s1'] } } });
    expect(one(plan, 'self-dependency')).toMatchObject({
      severity: 'error',
      stepId: 's1',
      message: 'Step "s1" needs itself',
    });
    expect(found(plan, 'cycle')).toEqual([]);
  });

  test('[P7] [case 12] a need that names no step says both', () => {
    const plan = aPlan('a', {
      steps: { a: { needs: ['ghost'] } },
      assumptions: [{ id: 'as', statement: 'So it is.', steps: ['phantom'] }],
    });
    const problems = found(plan, 'dangling-need');
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ['/steps/0/needs/0', 'Step "a" needs "ghost", and there is no such step'],
      ['/assumptions/0/steps/0', 'Assumption "as" names step "phantom", and there is no such step'],
    ]);
    expect(fixed(plan, must(problems[0], 'found')).steps[0]?.needs).toBeUndefined();
  });

  test('[P7] [case 13] every duplicate id is listed', () => {
    const plan = aPlan('s1, s2');
    const doubled = { ...plan, steps: [...plan.steps, ...plan.steps] };
    expect(found(doubled, 'duplicate-id').map(({ path, stepId }) => [path, stepId])).toEqual([
      ['/steps/2/id', 's1'],
      ['/steps/3/id', 's2'],
    ]);
  });

  test('[P7] [case 14] an empty plan is an error', () => {
    expect(one({ ...clean, steps: [] }, 'empty-plan').severity).toBe('error');
  });

  test('[P7] [case 6] an unknown tool is named with its step, and a near name is offered', () => {
    const plan = withStep({
      work: { kind: 'tool', tool: 'test.wirte', args: {} },
      fallbacks: [{ kind: 'agent', brief: 'Try.', tools: ['no.such'], outputSchema: {} }],
    });
    expect(
      found(plan, 'unknown-tool').map(({ path, message, severity }) => [path, message, severity]),
    ).toEqual([
      [
        '/steps/1/work/tool',
        'Step "b" uses the tool "test.wirte", which there is not; did you mean "test.write"?',
        'error',
      ],
      ['/steps/1/fallbacks/0/tools/0', 'Step "b" uses the tool "no.such", which there is not', 'error'],
    ]);
  });

  test('[P5] a tool called like a member of every object is unknown too', () => {
    for (const tool of ['constructor', '__proto__', 'toString'])
      one(withStep({ work: { kind: 'tool', tool, args: {} } }), 'unknown-tool');
  });

  test('[P7] a probe may only read', () => {
    const check = {
      id: 'c',
      expr: 'probe.n > 1',
      message: 'No.',
      probe: { tool: 'test.write', args: { key: 'x', value: 1 } },
    };
    expect(one({ ...clean, success: [check] }, 'probe-not-a-read').path).toBe('/success/0/probe/tool');
  });

  test('[P5] [P7] what a waiting step asks is a probe: its tool is known, its arguments fit, and it only reads', () => {
    const waits = (tool: string, args: Json) =>
      withStep({
        work: {
          kind: 'tool',
          tool: 'wait.for',
          args: { condition: { expr: 'probe.n > 1', probe: { tool, args } } },
        },
      } as Partial<Step>);
    const at = (document: PlanDocument, code: string) => found(document, code).map(({ path }) => path);
    const condition = '/steps/1/work/args/condition/probe';
    expect(at(waits('test.raed', {}), 'unknown-tool')).toContain(`${condition}/tool`);
    expect(at(waits('test.write', { key: 'x', value: 1 }), 'probe-not-a-read')).toEqual([
      `${condition}/tool`,
    ]);
    expect(at(waits('test.write', { key: 5, value: 1 }), 'invalid-arguments')).toEqual([
      `${condition}/args/key`,
    ]);
    expect(at(waits('test.read', {}), 'probe-not-a-read')).toEqual([]);
  });

  test('[P7] a probe whose call only reads is one, whatever other calls of its tool do', () => {
    const check = {
      id: 'c',
      expr: 'probe.n > 1',
      message: 'No.',
      probe: { tool: 'test.write', args: { key: 'x', value: 1 } },
    };
    const reads = { ...testCatalog, effectOf: () => 'read' as const };
    expect(found({ ...clean, success: [check] }, 'probe-not-a-read', reads)).toEqual([]);
  });

  test("[P7] arguments are held against the tool's schema; bound values are judged when they are known", () => {
    const args = { key: 5, extra: 1 };
    expect(
      found(withStep({ work: { kind: 'tool', tool: 'test.write', args } }), 'invalid-arguments').map(
        ({ path }) => path,
      ),
    ).toEqual(['/steps/1/work/args', '/steps/1/work/args/key', '/steps/1/work/args']);
    expect(
      found(
        withStep({
          work: {
            kind: 'tool',
            tool: 'test.write',
            args: { key: { $expr: 'steps["a"].output.k' }, value: 1 },
          },
        }),
        'invalid-arguments',
      ),
    ).toEqual([]);
  });

  test("[P7] the plan's own schemas must be usable", () => {
    expect(one(withStep({ outputs: { $ref: '#/nowhere' } }), 'invalid-schema').path).toBe('/steps/1/outputs');
  });

  test.each<[string, Partial<Step>, string]>([
    ['that does not parse', { when: 'steps["a"].output ==' }, '/steps/1/when'],
    ['with an unknown name', { when: 'nope > 1' }, '/steps/1/when'],
    [
      'reading item without a forEach',
      { work: writeWork('b', { $expr: 'item.n' }) },
      '/steps/1/work/args/value',
    ],
    [
      'reading output before there is one',
      { preconditions: [{ id: 'c', expr: 'output.n > 1', message: 'No.' }] },
      '/steps/1/preconditions/0/expr',
    ],
    [
      'reading a probe that is not made',
      { preconditions: [{ id: 'c', expr: 'probe.n > 1', message: 'No.' }] },
      '/steps/1/preconditions/0/expr',
    ],
    ['naming a step by a computed name', { when: 'steps[inputs.x].output' }, '/steps/1/when'],
    [
      'in a binding with other members',
      { work: { kind: 'tool', tool: 'test.write', args: { key: 'b', value: { $expr: '1', more: 2 } } } },
      '/steps/1/work/args/value',
    ],
  ])('[P4] [P7] an expression %s is an error at its place', (_, change, path) => {
    expect(one(withStep(change), 'bad-expression')).toMatchObject({ severity: 'error', path, stepId: 'b' });
  });

  test('[P7] a binding to a step that need not have run is an error, and the dependency is offered', () => {
    const plan = aPlan('a, b', { steps: { b: { work: writeWork('b', { $expr: 'steps["a"].output.n' }) } } });
    const problem = one(plan, 'unbound-input');
    expect(problem).toMatchObject({ severity: 'error', stepId: 'b', path: '/steps/1/work/args/value' });
    expect(found(fixed(plan, problem), 'unbound-input')).toEqual([]);
  });

  test('[P7] where the dependency would close a cycle it is not offered', () => {
    const plan = aPlan('b -> a', {
      steps: { b: { work: writeWork('b', { $expr: 'steps["a"].output.n' }) } },
    });
    expect(one(plan, 'unbound-input').fix).toBeUndefined();
  });

  test('[P7] outputs of ghosts, of itself too early, and inputs that there are not', () => {
    const reads = (expr: string) => one(withStep({ when: expr }), 'unbound-input').message;
    expect(reads('steps["ghost"].output')).toContain('no such step');
    expect(reads('steps["b"].output')).toContain('before it ran');
    expect(reads('inputs.limit > 3')).toBe('The plan has no input "limit"');
    expect(found(withStep({ when: 'has(inputs.limit) && steps["a"].output.ok' }), 'unbound-input')).toEqual(
      [],
    );
    expect(
      found({ ...withStep({ when: 'inputs.limit > 3' }), inputs: { limit: 1 } }, 'unbound-input'),
    ).toEqual([]);
  });

  test('[P7] after a cycle is reported, steps on it are not accused of reading too early', () => {
    const plan = aPlan('a -> b -> c', { steps: { a: { needs: ['c'] }, b: { when: 'steps["c"].output' } } });
    expect(found(plan, 'unbound-input')).toEqual([]);
  });

  test('[P7] missing success criterion', () => {
    expect(one(withStep({ success: ' ' }), 'missing-success-criterion').severity).toBe('warning');
    expect(
      found(
        withStep({ success: '', postconditions: [{ id: 'c', expr: 'true', message: 'No.' }] }),
        'missing-success-criterion',
      ),
    ).toEqual([]);
  });

  test.each(['', 'Copy', 'Handle it', 'Process the data', 'Fix stuff as needed'])(
    '[P7] the intent "%s" is vague',
    (intent) => {
      expect(one(withStep({ intent }), 'vague-intent').severity).toBe('warning');
    },
  );

  test.each([
    'Every row of users has a first name.',
    '読み手はビューだけを使う',
    'العمود القديم لم يعد موجودا',
  ])('[P7] the intent "%s" is not vague', (intent) => {
    expect(found(withStep({ intent }), 'vague-intent')).toEqual([]);
  });

  test.each([
    'Run `drop table users`.',
    'UPDATE users SET a = 1',
    'Use curl -X POST now',
    '1. open it 2. close it',
    'x'.repeat(700),
  ])('[P7] the intent "%s" says how', (intent) => {
    expect(one(withStep({ intent }), 'over-specified-intent').severity).toBe('warning');
  });

  test('[P7] a write that no policy asks about', () => {
    const lax: Catalog = { ...testCatalog, policyAsks: () => false };
    const problem = one(clean, 'write-without-approval', lax);
    expect(problem.stepId).toBe('b');
    expect(found(fixed(clean, problem), 'write-without-approval', lax)).toEqual([]);
    expect(found(clean, 'write-without-approval', { ...testCatalog, policyAsks: () => true })).toEqual([]);
  });

  test('[P7] [case 5] a plan that waives approval or lowers a risk is told that it cannot', () => {
    expect(one(withStep({ approval: { required: false } }), 'approval-not-waived').severity).toBe('warning');
    expect(one(withStep({ risk: 'low' }), 'risk-below-tool').message).toContain('test.write is medium');
    expect(found(withStep({ risk: 'critical' }), 'risk-below-tool')).toEqual([]);
  });

  test('[P7] a write that cannot be reconciled', () => {
    expect(
      one(
        withStep({ work: { kind: 'tool', tool: 'test.opaque', args: { key: 'b' } } }),
        'write-without-reconcile',
      ).severity,
    ).toBe('warning');
  });

  test('[P7] an irreversible step with no compensation', () => {
    expect(one(withStep({ work: irreversibleWork() }), 'irreversible-without-compensation').stepId).toBe('b');
    expect(
      found(
        withStep({ work: irreversibleWork(), compensation: writeWork() }),
        'irreversible-without-compensation',
      ),
    ).toEqual([]);
  });

  test('[P7] a dependency that another one implies, with a fix', () => {
    const plan = aPlan('a -> b -> c, a -> c');
    const problem = one(plan, 'redundant-dependency');
    expect(problem).toMatchObject({
      severity: 'warning',
      stepId: 'c',
      message: 'Step "c" needs "a" through "b" already',
    });
    expect(fixed(plan, problem).steps[2]?.needs).toEqual(['b']);
    expect(
      found(
        aPlan('a -> b -> c, a -> c', { steps: { c: { needs: ['a', 'b'], join: 'any' } } }),
        'redundant-dependency',
      ),
    ).toEqual([]);
  });

  test('[P7] a read whose answer nothing uses', () => {
    expect(found(aPlan('a -> b'), 'unused-output').map(({ stepId }) => stepId)).toEqual(['a', 'b']);
    expect(found(clean, 'unused-output')).toEqual([]);
  });

  test('[P7] two writers of one resource in no order, with a fix; ordered ones are fine', () => {
    const write = { work: writeWork('shared') };
    const plan = aPlan('a, b, c -> d', { steps: { a: write, b: write, c: write, d: write } });
    expect(found(plan, 'unordered-writers').map(({ stepId }) => stepId)).toEqual(['b', 'c']);
    const mended = found(plan, 'unordered-writers').reduce(fixed, plan);
    expect(found(mended, 'unordered-writers')).toEqual([]);
    expect(found(aPlan('a -> x -> b', { steps: { a: write, b: write } }), 'unordered-writers')).toEqual([]);
  });

  test("[P7] budgets over the plan's", () => {
    const plan = aPlan('a, b, c', {
      steps: {
        a: { budget: { costUsd: 2 } },
        b: { budget: { costUsd: 0.1 } },
        c: { budget: { costUsd: 0.2 } },
      },
    });
    const limited = (costUsd: number) =>
      found({ ...plan, limits: { budget: { costUsd } } }, 'over-budget').map(({ severity }) => severity);
    expect(limited(1)).toEqual(['error', 'warning']);
    expect(limited(2.2)).toEqual(['warning']);
    expect(limited(2.3)).toEqual([]);
  });

  test('[P7] eight steps of one tool should not be planned; of two tools they may', () => {
    const plan = aPlan('a, b, c, d, e, f, g, h');
    expect(one(plan, 'too-many-steps').severity).toBe('warning');
    expect(
      found(aPlan('a, b, c, d, e, f, g, h', { steps: { a: { work: writeWork() } } }), 'too-many-steps'),
    ).toEqual([]);
    expect(found(aPlan('a, b, c, d, e, f, g'), 'too-many-steps')).toEqual([]);
  });

  test('[P10] a plan that writes needs a success check: a warning at import, an error at submit', () => {
    const plan = { ...clean, success: [] };
    const severity = (stage: LintStage) =>
      lint(plan, testCatalog, stage).find(({ code }) => code === 'missing-success-check')?.severity;
    expect([severity('import'), severity('submit')]).toEqual(['warning', 'error']);
    expect(found({ ...aPlan('a'), success: [] }, 'missing-success-check')).toEqual([]);
  });

  test('[P7] connections that there are not, also through an input, and read-only ones that would be written', () => {
    const tool = (effect: 'read' | 'write') => ({
      ...must(testTools['test.write'], 'there'),
      effect,
      connectionArg: 'key',
    });
    const catalog: Catalog = {
      tools: { 'test.read': tool('read'), 'test.write': tool('write') },
      connections: { shop: { name: 'shop', kind: 'postgres', environment: 'test', readOnly: true } },
    };
    const using = (key: string | { $expr: string }) => ({
      ...aPlan('a', {
        steps: { a: { work: { kind: 'tool', tool: 'test.write', args: { key, value: 1 } } } },
      }),
      inputs: { db: 'shop', other: 'nope' },
    });
    expect(one(using('nope'), 'unknown-connection', catalog)).toMatchObject({
      severity: 'error',
      path: '/steps/0/work/args/key',
    });
    one(using({ $expr: 'inputs.other' }), 'unknown-connection', catalog);
    one(using({ $expr: 'inputs.db' }), 'read-only-connection', catalog);
    const folders = { ...tool('read'), connectionKind: 'folder' };
    expect(
      one(using('shop'), 'wrong-connection', { ...catalog, tools: { 'test.write': folders } }),
    ).toMatchObject({ severity: 'error', path: '/steps/0/work/args/key' });
    expect(found(using('nope'), 'unknown-connection')).toEqual([]);
  });

  test('[P7][T2] commands of a connection: which there are, what they take, and what they do', () => {
    const runs = { ...must(testTools['test.write'], 'there'), connectionArg: 'key', commandArg: 'value' };
    const argsSchema = { type: 'object', required: ['more'] };
    const commands = {
      look: { effect: 'read' as const, argsSchema: {} },
      go: { effect: 'write' as const, argsSchema },
    };
    const catalog: Catalog = {
      tools: { 'test.run': { ...runs, argsSchema: {}, effect: 'irreversible', canReconcile: false } },
      connections: { host: { name: 'host', kind: 'shell', environment: 'test', readOnly: true, commands } },
    };
    const using = (value: string) =>
      aPlan('a', {
        steps: { a: { work: { kind: 'tool', tool: 'test.run', args: { key: 'host', value } } } },
      });
    const codes = ['unknown-command', 'invalid-arguments', 'read-only-connection', 'write-without-reconcile'];
    const said = (value: string) => codes.filter((code) => found(using(value), code, catalog).length > 0);
    expect(said('look')).toEqual([]);
    expect(said('go')).toEqual(['invalid-arguments', 'read-only-connection', 'write-without-reconcile']);
    expect(one(using('stop'), 'unknown-command', catalog).path).toBe('/steps/0/work/args/value');
  });

  test('[P7] a join that cannot be met', () => {
    expect(one(aPlan('a -> b', { steps: { b: { join: { atLeast: 2 } } } }), 'unmeetable-join').severity).toBe(
      'error',
    );
    expect(found(aPlan('a -> b', { steps: { b: { join: 'any' } } }), 'unmeetable-join')).toEqual([]);
  });

  test('[P8] errors come first and block; warnings alone do not', () => {
    const problems = lint(aPlan('a -> b', { steps: { a: { needs: ['ghost'] } } }));
    const severities = problems.map(({ severity }) => severity);
    expect(severities).toEqual([...severities].sort());
    expect(hasErrors(problems)).toBe(true);
    expect(hasErrors(lint(aPlan('a -> b')))).toBe(false);
  });

  test('[P7] never throws, whatever it is given', () => {
    const garbage = fc.oneof(
      fc.anything(),
      fc.record(
        { artifact: fc.constant('plan/v1'), objective: fc.anything(), steps: fc.array(fc.anything()) },
        { requiredKeys: [] },
      ),
      fc.record({
        steps: fc.array(
          fc.record(
            { id: fc.anything(), needs: fc.anything(), work: fc.anything(), preconditions: fc.anything() },
            { requiredKeys: [] },
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(garbage, (input) => {
        const problems = lintPlan(input as PlanDocument, testCatalog);
        expect(Array.isArray(problems)).toBe(true);
        for (const problem of problems) expect(problem).not.toMatchObject({ code: 'lint-failed' });
      }),
    );
  });

  test('[P7] judges any plan of valid shape, and every fix it offers can be applied', () => {
    fc.assert(
      fc.property(anyPlan, (document) => {
        for (const problem of lint(document)) {
          expect(problem.code).not.toBe('lint-failed');
          if (problem.fix) expect(applyEdits(document, problem.fix.edits).ok).toBe(true);
        }
      }),
    );
  });

  test('[P7] what a browser judges alone is what the server says of the same codes', () => {
    const named = new Set<string>();
    fc.assert(
      fc.property(anyEditedPlan, ({ document, edit }) => {
        const result = applyEdits(document, [edit]);
        if (!result.ok) return;
        const alone = lintStructure(result.document, { tools: testCatalog.tools }, 'submit');
        for (const { code } of alone) named.add(code);
        expect(alone).toEqual(
          lint(result.document, testCatalog, 'submit').filter(({ code }) => STRUCTURE_CODES.has(code)),
        );
      }),
    );
    expect(named.size).toBeGreaterThan(4);
  });

  test('[P6] 2,000 steps in a chain, with reads of far ancestors, are judged', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `s${index}`);
    const plan = aPlan(ids.join(' -> '), {
      steps: { s1999: { work: readWork('s0'), when: 'steps["s0"].output.ok' } },
    });
    expect(hasErrors(lint(plan))).toBe(false);
  });
});
