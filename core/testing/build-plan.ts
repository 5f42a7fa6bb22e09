/**
 * Plans for tests in one line: `aPlan('a -> b, a -> c')` is a valid document of three reading steps; `d` alone is a
 * step without dependencies. Overrides change single steps or the document.
 */
import type { Catalog, ToolContract } from '../plan/tool-contract.ts';
import type { PlanDocument, Step, ToolWork } from '../plan/schema.ts';

export type PlanOverrides = {
  steps?: Record<string, Partial<Omit<Step, 'id'>>>;
} & Partial<Omit<PlanDocument, 'artifact' | 'steps'>>;

export function aPlan(graph: string, { steps: changes = {}, ...rest }: PlanOverrides = {}): PlanDocument {
  const needs = new Map<string, string[]>();
  for (const chain of graph
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const ids = chain.split('->').map((id) => id.trim());
    ids.forEach((id, index) => {
      const known = needs.get(id) ?? [];
      const need = ids[index - 1];
      needs.set(id, need === undefined || known.includes(need) ? known : [...known, need]);
    });
  }
  for (const id of Object.keys(changes))
    if (!needs.has(id)) throw new Error(`aPlan: no step "${id}" in "${graph}"`);
  return {
    artifact: 'plan/v1',
    objective: 'Every step of this test is done.',
    steps: [...needs].map(([id, list]) => ({
      ...aStep(id, list),
      ...(Object.hasOwn(changes, id) && changes[id]),
    })),
    success: [{ id: 'done', expr: 'true', message: 'Never fails.' }],
    ...rest,
  };
}

export function aStep(id: string, needs: string[] = []): Step {
  return {
    id,
    title: `Step ${id}`,
    intent: `Learn what ${id} has to tell.`,
    success: `The answer of ${id} is there.`,
    work: readWork(id),
    ...(needs.length > 0 && { needs }),
  };
}

/** Work of the three tools of `testCatalog`. */
export function readWork(key = 'x'): ToolWork {
  return { kind: 'tool', tool: 'test.read', args: { key } };
}
export function writeWork(key = 'x', value: string | number | { $expr: string } = 1): ToolWork {
  return { kind: 'tool', tool: 'test.write', args: { key, value } };
}
export function irreversibleWork(key = 'x'): ToolWork {
  return { kind: 'tool', tool: 'test.destroy', args: { key } };
}

const keyed = (more: Record<string, object> = {}, required: string[] = ['key']) => ({
  type: 'object',
  properties: { key: { type: 'string' }, ...more },
  required,
  additionalProperties: false,
});

function contract(name: string, more: Partial<ToolContract>): ToolContract {
  return {
    name,
    version: '1',
    description: `The tool ${name} of tests.`,
    argsSchema: keyed(),
    outputSchema: {},
    effect: 'read',
    risk: 'low',
    dedupe: 'key',
    maxInFlightMs: 10_000,
    canReconcile: true,
    ...more,
  };
}

export const testTools: Record<string, ToolContract> = {
  'test.read': contract('test.read', {}),
  'test.write': contract('test.write', {
    effect: 'write',
    risk: 'medium',
    argsSchema: keyed({ value: {} }, ['key', 'value']),
  }),
  'test.destroy': contract('test.destroy', { effect: 'irreversible', risk: 'high' }),
  'test.opaque': contract('test.opaque', {
    effect: 'write',
    risk: 'medium',
    dedupe: 'none',
    canReconcile: false,
  }),
};

export const testCatalog: Catalog = {
  tools: testTools,
  resourceOf: (_tool, args) => (typeof args.key === 'string' ? `key:${args.key}` : undefined),
};
