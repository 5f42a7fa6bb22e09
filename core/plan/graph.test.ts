import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { aPlan } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import {
  ancestors,
  ancestry,
  criticalPath,
  descendants,
  findCycle,
  redundantDependencies,
  type StepGraph,
  topologicalOrder,
  transitiveReduction,
} from './graph.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const graphOf = (edges: Record<string, string[]>): StepGraph => ({
  steps: Object.entries(edges).map(([id, needs]) => ({ id, needs })),
});
/** Any graph at all: unknown ids, duplicates, self edges, cycles. */
const anyGraph: fc.Arbitrary<StepGraph> = fc
  .array(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor'),
      needs: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor', 'ghost'), {
        maxLength: 4,
      }),
    }),
    { maxLength: 7 },
  )
  .map((steps) => ({ steps }));
const chain = (length: number): StepGraph => ({
  steps: Array.from({ length }, (_, index) => ({
    id: `s${index}`,
    needs: index === 0 ? [] : [`s${index - 1}`],
  })),
});

describe('the graph of a plan', () => {
  test('needs come before the steps that need them', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const order = topologicalOrder(plan);
        expect([...order].sort()).toEqual(plan.steps.map(({ id }) => id).sort());
        for (const step of plan.steps)
          for (const need of step.needs ?? [])
            expect(order.indexOf(need)).toBeLessThan(order.indexOf(step.id));
      }),
    );
  });

  test('[P7] a cycle is found exactly when there is one, and every step of it needs the one before', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const cycle = findCycle(graph);
        const first = new Map(graph.steps.toReversed().map((step) => [step.id, step]));
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
          if (seen.has(from)) return false;
          seen.add(from);
          return (first.get(from)?.needs ?? []).some(
            (need) => first.has(need) && (need === to || reaches(need, to, seen)),
          );
        };
        expect(cycle !== undefined).toBe([...first.keys()].some((id) => reaches(id, id)));
        cycle?.slice(1).forEach((id, index) => expect(first.get(id)?.needs).toContain(cycle[index]));
        if (cycle) expect(cycle.at(0)).toBe(cycle.at(-1));
      }),
    );
  });

  test('ancestors are what walking the needs reaches', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const needsOf = new Map(plan.steps.map((step) => [step.id, step.needs ?? []]));
        const walk = (id: string, found = new Set<string>()): Set<string> => {
          for (const need of needsOf.get(id) ?? []) if (!found.has(need)) walk(need, found.add(need));
          return found;
        };
        const all = ancestors(plan);
        for (const { id } of plan.steps) {
          expect([...(all.get(id) ?? [])].sort()).toEqual([...walk(id)].sort());
          for (const other of descendants(plan, id)) expect(walk(other).has(id)).toBe(true);
        }
      }),
    );
  });

  test('what is left of the dependencies orders the same steps', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const left = transitiveReduction(plan);
        const reduced = {
          steps: plan.steps.map(({ id }) => ({
            id,
            needs: left.filter(({ to }) => to === id).map(({ from }) => from),
          })),
        };
        expect(ancestors(reduced)).toEqual(ancestors(plan));
        expect(redundantDependencies(reduced)).toEqual([]);
      }),
    );
  });

  test('the longest chain, by number and by weight', () => {
    const plan = aPlan('a -> b -> d, a -> c -> d, e');
    expect(criticalPath(plan)).toEqual(['a', 'b', 'd']);
    expect(criticalPath(plan, ({ id }) => (id === 'e' ? 10 : 1))).toEqual(['e']);
    expect(criticalPath(aPlan(''))).toEqual([]);
  });

  test('of a step behind a cycle nothing certain is said', () => {
    const graph = graphOf({ a: ['b'], b: ['a'], c: ['a'], d: [] });
    expect(ancestry(graph).isAncestor('d', 'c')).toBe(true);
    expect([...ancestry(graph).of('c')]).toEqual([]);
    expect(topologicalOrder(graph)).toEqual(['d']);
  });

  test('[P6] [case 16] a chain of 5,000 steps, and a cycle of as many, do no harm', () => {
    const long = chain(5_000);
    expect(topologicalOrder(long)).toHaveLength(5_000);
    expect(ancestry(long).isAncestor('s0', 's4999')).toBe(true);
    expect(findCycle(long)).toBeUndefined();
    const closed = {
      steps: long.steps.map((step, index) => (index === 0 ? { ...step, needs: ['s4999'] } : step)),
    };
    expect(findCycle(closed)).toHaveLength(5_001);
    expect(descendants(closed, 's7').size).toBe(4_999);
  });
});
