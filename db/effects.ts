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
  undoes: string | null;
};
export type EffectRecord = WithInstants<Row>;

const columns = (sql: Sql) => sql`
  operation_key as "operationKey", run_id as "runId", address, attempt, generation, tool, resource, effect, state, args_hash as "argsHash", summary,
  intended_at as "intendedAt", settled_at as "settledAt", reconciled_by as "reconciledBy", evidence, undoes`;

/** In the order of their intents. */
export async function listEffects(sql: Sql, workspaceId: string, runId: string): Promise<EffectRecord[]> {
  const rows = await sql<
    Row[]
  >`select ${columns(sql)} from effects where workspace_id = ${workspaceId} and run_id = ${runId} order by intended_at, operation_key`;
  return rows.map(withInstants);
}

type OfRun = { runNumber: number; planId: string; planTitle: string; planVersion: number };
export async function listUnknownEffects(
  sql: Sql,
  workspaceId: string,
  limit: number,
): Promise<(EffectRecord & OfRun)[]> {
  const rows = await sql<(Row & OfRun)[]>`
    select e.*, r.number as "runNumber", r.plan_id as "planId", r.plan_version as "planVersion", p.title as "planTitle"
    from (select workspace_id, ${columns(sql)} from effects where workspace_id = ${workspaceId} and state = 'unknown' order by intended_at limit ${limit}) e
    join runs r on r.workspace_id = e.workspace_id and r.id = e."runId"
    join plans p on p.workspace_id = r.workspace_id and p.id = r.plan_id order by e."intendedAt"`;
  return rows.map(withInstants);
}

/** What runs of a plan have done, or may have done, and nothing has undone: newest first, and how many in all. */
export async function remainingEffectsOfPlan(
  sql: Sql,
  workspaceId: string,
  planId: string,
  limit: number,
): Promise<{
  total: number;
  effects: {
    runId: string;
    runNumber: number;
    summary: string;
    state: 'committed' | 'unknown';
    at: number;
  }[];
}> {
  const rows = await sql<
    {
      total: number;
      runId: string;
      runNumber: number;
      summary: string;
      state: 'committed' | 'unknown';
      at: Date;
    }[]
  >`
    select count(*) over ()::int as total, e.run_id as "runId", r.number as "runNumber", e.summary, e.state, e.intended_at as at
    from runs r join effects e on e.workspace_id = r.workspace_id and e.run_id = r.id
    where r.workspace_id = ${workspaceId} and r.plan_id = ${planId} and (e.state = 'unknown' or (e.state = 'committed' and e.undoes is null))
    order by e.intended_at desc, e.operation_key limit ${limit}`;
  return {
    total: rows[0]?.total ?? 0,
    effects: rows.map(({ total: _all, at, ...row }) => ({ ...row, at: at.getTime() })),
  };
}
