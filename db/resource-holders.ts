import type { Sql } from './connect.ts';

export type ResourceHolder = { resource: string; runId: string; runNumber: number; operationKey: string };

/** Runs with a write on one of these resources under way or of unknown outcome, whom another run waits for (R12). */
export async function findResourceHolders(
  sql: Sql,
  workspaceId: string,
  resources: readonly string[],
  exceptRunId: string | null = null,
): Promise<ResourceHolder[]> {
  if (resources.length === 0) return [];
  const rows = await sql<ResourceHolder[]>`
    select e.resource, e.run_id as "runId", r.number as "runNumber", e.operation_key as "operationKey"
    from effects e join runs r on r.workspace_id = e.workspace_id and r.id = e.run_id
    where e.workspace_id = ${workspaceId} and e.resource = any(${[...resources]}) and e.state in ('intended', 'unknown')
      and e.run_id is distinct from ${exceptRunId}
    order by e.intended_at`;
  return rows.map((row) => ({ ...row }));
}
