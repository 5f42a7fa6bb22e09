import type { JsonObject } from '#core/json.ts';
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
  for (const { tool, args } of callsOf(document)) {
    const contract = Object.hasOwn(catalog.tools, tool) ? catalog.tools[tool] : undefined;
    const connection = contract?.connectionArg === undefined ? undefined : args[contract.connectionArg];
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

function callsOf({ steps, success = [], stop = [] }: PlanDocument): { tool: string; args: JsonObject }[] {
  const probes = [
    ...success,
    ...stop,
    ...steps.flatMap(({ preconditions = [], postconditions = [] }) => [...preconditions, ...postconditions]),
  ].flatMap(({ probe }) => (probe ? [probe] : []));
  const works = steps.flatMap(({ work, fallbacks = [], compensation }) =>
    [work, ...fallbacks, ...(compensation ? [compensation] : [])].flatMap((each) =>
      each.kind === 'tool' ? [each] : [],
    ),
  );
  return [...works, ...probes];
}
