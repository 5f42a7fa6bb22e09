/** Runs as lists and heads show them: read from the projection, never folded. */
import type { Actor, Spend } from '#core/run/events.ts';
import type { RunStatus } from '#core/run/state.ts';
import type { Sql } from './connect.ts';
import { withInstants, type WithInstants } from './rows.ts';

type Row = {
  runId: string;
  number: number;
  planId: string;
  planTitle: string;
  planVersion: number;
  status: RunStatus;
  version: number;
  done: number;
  total: number;
  waits: { code: string; [param: string]: unknown }[];
  pendingApprovals: number;
  unknownEffects: number;
  replans: number;
  spent: Spend;
  startedBy: Actor | null;
  startedAt: Date;
  endedAt: Date | null;
  ending: {
    status: 'succeeded' | 'failed' | 'cancelled';
    end: 'goal-met' | 'gave-up' | 'stopped';
    reason: string;
  } | null;
};
export type RunHead = WithInstants<Row>;

const columns = (sql: Sql) => sql`
  r.id as "runId", r.number, r.plan_id as "planId", p.title as "planTitle", r.plan_version as "planVersion", r.status, r.version, r.done, r.total,
  r.waits, r.pending_approvals as "pendingApprovals", r.unknown_effects as "unknownEffects", r.replans, r.spent, r.started_by as "startedBy",
  r.started_at as "startedAt", r.ended_at as "endedAt", r.ending`;

export type RunFilter = {
  limit: number;
  planId?: string | undefined;
  statuses?: readonly RunStatus[];
  endedSince?: number;
};

/** Newest first. */
export async function listRuns(sql: Sql, workspaceId: string, filter: RunFilter): Promise<RunHead[]> {
  const { limit, planId = null, statuses = null, endedSince = null } = filter;
  const rows = await sql<Row[]>`
    select ${columns(sql)} from runs r join plans p on p.workspace_id = r.workspace_id and p.id = r.plan_id
    where r.workspace_id = ${workspaceId}
      and (${planId}::text is null or r.plan_id = ${planId})
      and (${statuses === null} or r.status = any(${statuses ? [...statuses] : []}))
      and (${endedSince === null ? null : new Date(endedSince)}::timestamptz is null or r.ended_at >= ${endedSince === null ? null : new Date(endedSince)}::timestamptz)
    order by r.started_at desc, r.id desc limit ${limit}`;
  return rows.map(withInstants);
}

export async function findRunHead(
  sql: Sql,
  workspaceId: string,
  runId: string,
): Promise<RunHead | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from runs r join plans p on p.workspace_id = r.workspace_id and p.id = r.plan_id
    where r.workspace_id = ${workspaceId} and r.id = ${runId}`;
  return row && withInstants(row);
}

export async function countPendingApprovals(sql: Sql, workspaceId: string): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from approvals where workspace_id = ${workspaceId} and status = 'pending' and expires_at > now()`;
  return row?.count ?? 0;
}

/** How long successful calls took in the newest runs, by tool: half were faster than `typicalMs`, nine of ten than `slowMs`. */
export async function toolDurations(
  sql: Sql,
  workspaceId: string,
  runs: number,
): Promise<{ tool: string; samples: number; typicalMs: number; slowMs: number }[]> {
  return sql<{ tool: string; samples: number; typicalMs: number; slowMs: number }[]>`
    select tool, count(*)::int as samples,
      percentile_cont(0.5) within group (order by ms) as "typicalMs",
      percentile_cont(0.9) within group (order by ms) as "slowMs"
    from (
      select s.tool, extract(epoch from s.ended_at - s.started_at)::float8 * 1000 as ms
      from (select id from runs where workspace_id = ${workspaceId} order by started_at desc limit ${runs}) r
      join step_runs s on s.workspace_id = ${workspaceId} and s.run_id = r.id
      where s.status = 'succeeded' and not s.manual and s.tool is not null
        and s.started_at is not null and s.ended_at is not null
    ) taken group by tool order by tool`;
}
