/** The effect journal of a run, and what is unknown in a workspace. */
import type { Actor } from '#core/run/events.ts';
import type { EffectState } from '#core/run/events.ts';
import type { Sql } from './connect.ts';
import { withInstants, type WithInstants } from './rows.ts';

type Row = {
  operationKey: string;
  runId: string;
  address: string;
  attempt: number;
  generation: number;
  tool: string;
  resource: string | null;
  effect: 'write' | 'irreversible';
  state: EffectState;
  argsHash: string;
  summary: string;
  intendedAt: Date;
  settledAt: Date | null;
  reconciledBy: Actor | null;
  evidence: string | null;
};
export type EffectRecord = WithInstants<Row>;

const columns = (sql: Sql) => sql`
  operation_key as "operationKey", run_id as "runId", address, attempt, generation, tool, resource, effect, state, args_hash as "argsHash", summary,
  intended_at as "intendedAt", settled_at as "settledAt", reconciled_by as "reconciledBy", evidence`;

/** In the order of their intents. */
export async function listEffects(sql: Sql, workspaceId: string, runId: string): Promise<EffectRecord[]> {
  const rows = await sql<
    Row[]
  >`select ${columns(sql)} from effects where workspace_id = ${workspaceId} and run_id = ${runId} order by intended_at, operation_key`;
  return rows.map(withInstants);
}

export async function listUnknownEffects(
  sql: Sql,
  workspaceId: string,
  limit: number,
): Promise<(EffectRecord & { planId: string; planTitle: string; planVersion: number })[]> {
  const rows = await sql<(Row & { planId: string; planTitle: string; planVersion: number })[]>`
    select e.*, r.plan_id as "planId", r.plan_version as "planVersion", p.title as "planTitle"
    from (select workspace_id, ${columns(sql)} from effects where workspace_id = ${workspaceId} and state = 'unknown' order by intended_at limit ${limit}) e
    join runs r on r.workspace_id = e.workspace_id and r.id = e."runId"
    join plans p on p.workspace_id = r.workspace_id and p.id = r.plan_id order by e."intendedAt"`;
  return rows.map(withInstants);
}
