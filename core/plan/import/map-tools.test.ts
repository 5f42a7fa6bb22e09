import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPlan, readWork, testCatalog, writeWork } from '../../testing/build-plan.ts';
import { anyPlan } from '../../testing/plan-arbitraries.ts';
import { applyEdits } from '../edit.ts';
import type { PlanDocument } from '../schema.ts';
import { importPlan } from './import-plan.ts';
import { lintImported } from './lint-imported.ts';
import { mapTools, toolsOf, toolUses } from './map-tools.ts';

function mapped(document: PlanDocument, tools: Record<string, string>): PlanDocument {
  const result = applyEdits(document, mapTools(document, tools));
  if (!result.ok) throw new Error(result.message);
  return result.document;
}

const probe = { tool: 'old.probe', args: { key: 'x' } };
const everywhere = aPlan('a -> b', {
  steps: {
    a: {
      work: { kind: 'tool', tool: 'old.read', args: { key: 'x' } },
      fallbacks: [{ kind: 'tool', tool: 'old.second', args: { key: 'x' } }],
      preconditions: [{ id: 'c', expr: 'probe.ok', probe, message: 'No' }],
      postconditions: [{ id: 'c', expr: 'probe.ok', probe, message: 'No' }],
      compensation: { kind: 'tool', tool: 'old.undo', args: { key: 'x' } },
    },
    b: { work: { kind: 'agent', brief: 'Look', tools: ['old.agent', 'test.read'], outputSchema: {} } },
  },
  assumptions: [{ id: 'as', statement: 'So', check: { id: 'c', expr: 'probe.ok', probe, message: 'No' } }],
  success: [{ id: 'c', expr: 'probe.ok', probe, message: 'No' }],
  stop: [{ id: 's', expr: 'probe.ok', probe, message: 'No' }],
});

describe('tools of another installation', () => {
  test('[I6] an unknown tool is a warning on arrival, stands against a submit, and does not when it is mapped', () => {
    const source = {
      goal: 'g',
      steps: [{ id: 'a', title: 'A', tool: 'SQL Select', args: { key: 'x' } }],
    };
    const result = importPlan(JSON.stringify(source));
    const document = result.ok ? result.plan.document : aPlan('');
    const before = lintImported(document, testCatalog);
    expect(before.canSubmit).toBe(false);
    expect(before.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(before.problems.map(({ code, path }) => `${code} ${path}`)).toContain(
      'unknown-tool /steps/0/work/tool',
    );
    expect(lintImported(mapped(document, { 'SQL Select': 'test.read' }), testCatalog).canSubmit).toBe(true);
  });

  test('[P10] a write without a success check is a warning on arrival and stands against a submit', () => {
    const document = { ...aPlan('a', { steps: { a: { work: writeWork() } } }), success: [] };
    const judged = lintImported(document, testCatalog);
    expect(judged.canSubmit).toBe(false);
    expect(judged.problems.find(({ code }) => code === 'missing-success-check')?.severity).toBe('warning');
  });

  test('[I6] a tool is mapped wherever it is named', () => {
    const names = toolsOf(everywhere);
    expect(names.toSorted()).toEqual([
      'old.agent',
      'old.probe',
      'old.read',
      'old.second',
      'old.undo',
      'test.read',
    ]);
    const after = mapped(
      everywhere,
      Object.fromEntries(names.map((name) => [name, name.replace('old', 'new')])),
    );
    expect(after).toEqual(JSON.parse(JSON.stringify(everywhere).replaceAll('old.', 'new.')));
  });

  test('[I6] two tools can change places, and a name that objects have is a name like any other', () => {
    const plan = aPlan('a -> b', { steps: { b: { work: writeWork() } } });
    const swapped = mapped(plan, { 'test.read': 'test.write', 'test.write': 'test.read' });
    expect(toolsOf(swapped)).toEqual(['test.write', 'test.read']);
    expect(mapTools({ ...plan, steps: [] }, {})).toEqual([]);
    expect(
      mapTools(aPlan('a', { steps: { a: { work: { kind: 'tool', tool: 'constructor', args: {} } } } }), {}),
    ).toEqual([]);
  });

  test('[I6] each tool names the steps that use it, and the plan’s own checks name none', () => {
    expect(toolUses(everywhere)).toEqual([
      { tool: 'old.read', steps: ['a'] },
      { tool: 'old.second', steps: ['a'] },
      { tool: 'old.undo', steps: ['a'] },
      { tool: 'old.probe', steps: ['a'] },
      { tool: 'old.agent', steps: ['b'] },
      { tool: 'test.read', steps: ['b'] },
    ]);
    expect(toolUses({ ...everywhere, steps: [] })).toEqual([{ tool: 'old.probe', steps: [] }]);
  });

  test('[I6] of two steps of one id the first is mapped and stays itself; the second has its turn with an id of its own', () => {
    const one = (tool: string) => ({ work: { kind: 'tool' as const, tool, args: { key: tool } } });
    const plan = aPlan('a, b', { steps: { a: one('old.one'), b: one('old.two') } });
    const twice = { ...plan, steps: plan.steps.map((step) => ({ ...step, id: 'a' })) };
    const tools = { 'old.one': 'test.read', 'old.two': 'test.write' };
    const [first, second] = mapped(twice, tools).steps;
    expect(first?.work).toEqual({ kind: 'tool', tool: 'test.read', args: { key: 'old.one' } });
    expect(second?.work).toEqual(twice.steps[1]?.work);
    const apart = { ...twice, steps: twice.steps.map((step, index) => ({ ...step, id: `a${index}` })) };
    expect(toolsOf(mapped(apart, tools))).toEqual(['test.read', 'test.write']);
  });

  test('[I6] mapping there and back gives the same plan, and only what changes is edited', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const there = mapped(plan, { 'test.read': 'x', 'test.write': 'y' });
        expect(mapped(there, { x: 'test.read', y: 'test.write' })).toEqual(plan);
        expect(mapTools(plan, { other: 'x' })).toEqual([]);
      }),
    );
    expect(mapTools(aPlan('a', { steps: { a: { work: readWork() } } }), { 'test.read': 'x' })).toHaveLength(
      1,
    );
  });
});
