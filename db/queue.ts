/**
 * Hints that a run wants driving, on pg-boss's primitives. Rows of `runs` are the truth: a lost hint costs the
 * sweeper's second, never a run. A claim raises the run's fence in the transaction that takes the hint, so whoever
 * drove it before is refused from then on.
 *
 *   ring -> created -> claim -> active (one a run) -> complete: the job is gone
 *                                      `-> the worker died: seize, ring again
 *
 * Jobs are deleted when they end, so pg-boss's own supervision (expiry, retries, retention) stays off.
 */
import { type Db as BossDb, PgBoss } from 'pg-boss';
import { openSql, type Sql } from './connect.ts';
import { inTransaction } from './transaction.ts';

const SCHEMA = 'countersign_queue';
const QUEUE = 'drive';

export type Claim = { workspaceId: string; runId: string; fence: number; jobId: string; workerId: string };

export type Queue = {
  /** Asks for a driver. Any number of rings before a claim are one. */
  ring(workspaceId: string, runId: string): Promise<void>;
  /** The same inside a transaction of the caller's. */
  ringInside(tx: Sql, workspaceId: string, runId: string): Promise<void>;
  /** Takes up to `limit` runs that nobody drives. */
  claim(workerId: string, limit: number): Promise<Claim[]>;
  /** The claims among these that still hold. */
  beat(claims: readonly Claim[]): Promise<Claim[]>;
  /** Nothing is left but to wait. False: it was another's by then. */
  complete(claim: Claim): Promise<boolean>;
  /** Gives the run back with work left in it. */
  release(claim: Claim): Promise<boolean>;
  /** Frees the runs of these workers and rings them; the fence rises at once. */
  seize(workerIds: readonly string[]): Promise<{ workspaceId: string; runId: string }[]>;
  /** Rings runs that have work or a due timer and no driver. One process at a time; the others do nothing. */
  sweep(limit?: number): Promise<{ workspaceId: string; runId: string }[]>;
  stop(): Promise<void>;
};

export type QueueOptions = { url: string; max?: number; onError?: (error: Error) => void };

/** Any number that nothing else in the database locks. */
const SWEEP_LOCK = 727_003;
type Hint = { workspaceId: string; runId: string };
const keyOf = (workspaceId: string, runId: string) => JSON.stringify([workspaceId, runId]);

export async function openQueue({ url, max = 3, onError = () => {} }: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max,
    application_name: 'countersign-queue',
    supervise: false,
    schedule: false,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', onError);
  const sql = openSql(url, { max });
  try {
    await boss.start({ attempts: 3 });
    await boss.createQueue(QUEUE, { policy: 'singleton', retryLimit: 0, retentionSeconds: 365 * 86_400 });
  } catch (error) {
    await Promise.allSettled([boss.stop({ graceful: false }), sql.end({ timeout: 1 })]);
    throw error;
  }

  async function ringOn(db: BossDb | undefined, workspaceId: string, runId: string): Promise<void> {
    const data: Hint = { workspaceId, runId };
    // Without startAfter a ring can land on a hint that waits; upsert, since send() loses rings in open transactions.
    const options = { singletonKey: keyOf(workspaceId, runId), startAfter: new Date(0) };
    await boss.upsert(QUEUE, data, db ? { ...options, db } : options);
  }

  async function free(claim: Claim, hasWork: boolean): Promise<boolean> {
    return await inTransaction(sql, async (tx) => {
      const freed = await tx`
        update runs set worker_id = null, job_id = null, claimed_at = null
        where workspace_id = ${claim.workspaceId} and id = ${claim.runId} and fence = ${claim.fence}
          and worker_id = ${claim.workerId}
        returning id`;
      await boss.deleteJob(QUEUE, claim.jobId, { db: bossDb(tx) });
      if (freed.length > 0 && hasWork) await ringOn(bossDb(tx), claim.workspaceId, claim.runId);
      return freed.length > 0;
    });
  }

  return {
    ring: (workspaceId, runId) => ringOn(undefined, workspaceId, runId),
    ringInside: (tx, workspaceId, runId) => ringOn(bossDb(tx), workspaceId, runId),

    async claim(workerId, limit) {
      return await inTransaction(sql, async (tx) => {
        const jobs = await boss.fetch<Hint>(QUEUE, { batchSize: limit, db: bossDb(tx) });
        if (jobs.length === 0) return [];
        const hints = jobs.map((job) => ({
          job_id: job.id,
          workspace_id: job.data.workspaceId,
          run_id: job.data.runId,
        }));
        const claimed = await tx<{ workspaceId: string; runId: string; fence: number; jobId: string }[]>`
          with hint as materialized (
            select * from json_to_recordset(${JSON.stringify(hints)}::text::json)
              as h(job_id text, workspace_id text, run_id text)
          ), locked as materialized (
            select h.job_id, r.workspace_id, r.id
            from hint h join runs r on r.workspace_id = h.workspace_id and r.id = h.run_id
            where r.status in ('running', 'paused', 'stopping')
            order by r.workspace_id, r.id
            for no key update of r
          )
          update runs r set fence = r.fence + 1, worker_id = ${workerId}, job_id = l.job_id, claimed_at = now()
          from locked l where r.workspace_id = l.workspace_id and r.id = l.id
          returning r.workspace_id as "workspaceId", r.id as "runId", r.fence, r.job_id as "jobId"`;
        const taken = new Set(claimed.map((claim) => claim.jobId));
        const idle = jobs.filter((job) => !taken.has(job.id)).map((job) => job.id); // ended since, or never started
        if (idle.length > 0) await boss.deleteJob(QUEUE, idle, { db: bossDb(tx) });
        return claimed.map((claim) => ({ ...claim, workerId }));
      });
    },

    async beat(claims) {
      if (claims.length === 0) return [];
      const rows = await sql<{ workspaceId: string; runId: string; fence: number }[]>`
        select r.workspace_id as "workspaceId", r.id as "runId", r.fence
        from json_to_recordset(${JSON.stringify(claims)}::text::json) as c("workspaceId" text, "runId" text)
        join runs r on r.workspace_id = c."workspaceId" and r.id = c."runId"`;
      const fences = new Map(rows.map((row) => [keyOf(row.workspaceId, row.runId), row.fence]));
      return claims.filter((claim) => fences.get(keyOf(claim.workspaceId, claim.runId)) === claim.fence);
    },

    complete: (claim) => free(claim, false),
    release: (claim) => free(claim, true),

    async seize(workerIds) {
      if (workerIds.length === 0) return [];
      return await inTransaction(sql, async (tx) => {
        const seized = await tx<{ workspaceId: string; runId: string; jobId: string | null }[]>`
          with held as materialized (
            select workspace_id, id, job_id from runs where worker_id = any(${[...workerIds]})
            order by workspace_id, id for no key update
          )
          update runs r set fence = r.fence + 1, worker_id = null, job_id = null, claimed_at = null
          from held h where r.workspace_id = h.workspace_id and r.id = h.id
          returning r.workspace_id as "workspaceId", r.id as "runId", h.job_id as "jobId"`;
        const jobs = seized.flatMap(({ jobId }) => (jobId ? [jobId] : []));
        if (jobs.length > 0) await boss.deleteJob(QUEUE, jobs, { db: bossDb(tx) });
        for (const { workspaceId, runId } of seized) await ringOn(bossDb(tx), workspaceId, runId);
        return seized.map(({ workspaceId, runId }) => ({ workspaceId, runId }));
      });
    },

    async sweep(limit = 200) {
      return await inTransaction(sql, async (tx) => {
        const [lock] = await tx<{ held: boolean }[]>`select pg_try_advisory_xact_lock(${SWEEP_LOCK}) as held`;
        if (!lock?.held) return [];
        const due = await tx<Hint[]>`
          select workspace_id as "workspaceId", id as "runId" from runs
          where status in ('running', 'paused', 'stopping') and worker_id is null and (has_work or wake_at <= now())
          order by workspace_id, id limit ${limit}`;
        for (const { workspaceId, runId } of due) await ringOn(bossDb(tx), workspaceId, runId);
        return due.map(({ workspaceId, runId }) => ({ workspaceId, runId }));
      });
    },

    async stop() {
      await Promise.allSettled([boss.stop({ graceful: false }), sql.end({ timeout: 5 })]);
    },
  };
}

/** pg-boss's statements on a connection of postgres.js. Its JSON comes as text, and must be bound as text. */
function bossDb(tx: Sql): BossDb {
  const TEXT = 25;
  return {
    async executeSql(text, values = []) {
      const bound = values.map((value) => (typeof value === 'string' ? tx.typed(value, TEXT) : value));
      return { rows: [...(await tx.unsafe(text, bound as never[]))] };
    },
  };
}
