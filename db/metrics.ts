/** What `GET /api/metrics` asks of the database: how things stand now, over all workspaces. Read-only; no text of anybody. */
import type { Sql } from './connect.ts';

export type Standing = {
  /** Runs that have not ended, by status. */
  runs: { status: string; count: number }[];
  /** Runs with something to do and no worker on them. */
  queued: { count: number; oldestSeconds: number };
  /** Steps of runs that have not ended, by status. */
  steps: { status: string; count: number }[];
  approvals: { tier: string; count: number; oldestSeconds: number }[];
  unknownEffects: { count: number; oldestSeconds: number };
};

const LIVE = ['running', 'paused', 'stopping'];

export async function readStanding(sql: Sql): Promise<Standing> {
  const [runs, queued, steps, approvals, unknown] = await Promise.all([
    sql<{ status: string; count: number }[]>`
      select status, count(*)::int as count from runs where status in ${sql(LIVE)} group by status`,
    sql<{ count: number; oldestSeconds: number }[]>`
      select count(*)::int as count, coalesce(extract(epoch from max(now() - updated_at)), 0)::float8 as "oldestSeconds"
      from runs where has_work and worker_id is null and status in ('running', 'paused', 'stopping')`,
    sql<{ status: string; count: number }[]>`
      select s.status, count(*)::int as count
      from runs r join step_runs s on s.workspace_id = r.workspace_id and s.run_id = r.id
      where r.status in ${sql(LIVE)} group by s.status`,
    sql<{ tier: string; count: number; oldestSeconds: number }[]>`
      select tier, count(*)::int as count, extract(epoch from max(now() - requested_at))::float8 as "oldestSeconds"
      from approvals where status = 'pending' group by tier`,
    sql<{ count: number; oldestSeconds: number }[]>`
      select count(*)::int as count, coalesce(extract(epoch from max(now() - intended_at)), 0)::float8 as "oldestSeconds"
      from effects where state = 'unknown'`,
  ]);
  const none = { count: 0, oldestSeconds: 0 };
  return { runs, queued: queued[0] ?? none, steps, approvals, unknownEffects: unknown[0] ?? none };
}

/** What each living worker last said of itself. */
export async function readWorkerMetrics(sql: Sql, deadAfterMs: number): Promise<unknown[]> {
  const rows = await sql<{ metrics: unknown }[]>`
    select metrics from workers
    where stopped_at is null and metrics is not null and beat_at > now() - ${deadAfterMs}::float8 * interval '1 millisecond'`;
  return rows.map(({ metrics }) => metrics);
}

export async function writeWorkerMetrics(sql: Sql, id: string, metrics: unknown): Promise<void> {
  await sql`update workers set metrics = ${sql.json(metrics as never)} where id = ${id} and stopped_at is null`;
}
