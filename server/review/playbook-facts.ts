import { toolOf } from '#core/plan/lint-rules/context.ts';
import { namedCalls } from '#core/plan/named-calls.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import { planSummary, type PlanSummary } from './plan-summary.ts';

export type NeededSystem = {
  connection: string;
  kind: string | null;
  /** Whether this workspace has a connection of that name and kind. */
  exists: boolean;
};
export type PlaybookFacts = Pick<PlanSummary, 'steps' | 'reads' | 'writes' | 'irreversible'> & {
  systems: NeededSystem[];
};

/** What a playbook would touch, by the plan it makes with its defaults. */
export function playbookFacts(document: PlanDocument, catalog: Catalog): PlaybookFacts {
  const { steps, reads, writes, irreversible } = planSummary(document, catalog);
  return { steps, reads, writes, irreversible, systems: systemsOf(document, catalog) };
}

function systemsOf(document: PlanDocument, catalog: Catalog): NeededSystem[] {
  const systems = new Map<string, NeededSystem>();
  for (const { tool, args } of namedCalls(document)) {
    const contract = toolOf(catalog, tool);
    const connection = contract?.connectionArg === undefined ? undefined : args?.[contract.connectionArg];
    if (typeof connection !== 'string') continue;
    const kind = contract?.connectionKind ?? null;
    const known = catalog.connections ?? {};
    const here = Object.hasOwn(known, connection) ? known[connection] : undefined;
    systems.set(JSON.stringify([connection, kind]), {
      connection,
      kind,
      exists: here !== undefined && (kind === null || here.kind === kind),
    });
  }
  return [...systems.values()];
}
