/**
 * Which workers live. A worker holds an advisory lock in a session of its own and beats; the sweeper takes it for dead
 * when its lock has been free for a while, or its last beat is old. All times are the database's. A slow worker is not
 * a dead one: the limits are settings.
 */
import { randomInt } from 'node:crypto';
import { openSql, type Sql } from './connect.ts';
import { withInstants } from './rows.ts';

/** First half of the lock's key; the second is the worker's own number. */
const WORKER_LOCK_CLASS = 727_004;

export type WorkerRegistration = {
  id: string;
  /** False once the session is gone: dispatch nothing any more. */
  isHeld(): boolean;
  /** Says goodbye: its runs are free at the next sweep. */
  stop(): Promise<void>;
};

export type WorkerOptions = {
  /** Not through a pooler: the lock belongs to the session. */
  url: string;
  id: string;
  host: string;
  pid: number;
  version: string;
  onLost?: () => void;
};

export async function registerWorker({
  url,
  id,
  host,
  pid,
  version,
  onLost,
}: WorkerOptions): Promise<WorkerRegistration> {
  let state: 'opening' | 'held' | 'lost' | 'stopping' = 'opening';
  const sql = openSql(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: 'countersign-worker' },
    onclose: () => {
      if (state !== 'held') return;
      state = 'lost';
      onLost?.();
    },
  });
  try {
    const lockKey = await takeLock(sql);
    await sql`
      insert into workers (id, host, pid, version, lock_key) values (${id}, ${host}, ${pid}, ${version}, ${lockKey})`;
    state = 'held';
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return {
    id,
    isHeld: () => state === 'held',
    async stop() {
      if (state === 'held') {
        state = 'stopping';
        await sql`update workers set stopped_at = now() where id = ${id} and stopped_at is null`;
      }
      state = 'stopping';
      await sql.end({ timeout: 5 });
    },
  };
}

async function takeLock(sql: Sql): Promise<number> {
  for (;;) {
    const lockKey = randomInt(1, 2 ** 31 - 1);
    const [lock] = await sql<
      { held: boolean }[]
    >`select pg_try_advisory_lock(${WORKER_LOCK_CLASS}::int, ${lockKey}::int) as held`;
    if (lock?.held) return lockKey;
  }
}

/** False: it was taken for dead. Its runs are another's; it must stop. */
export async function beatWorker(sql: Sql, id: string): Promise<boolean> {
  const rows =
    await sql`update workers set beat_at = now() where id = ${id} and stopped_at is null returning id`;
  return rows.length > 0;
}

export type DeathLimits = { deadAfterMs: number; sessionGoneMs: number };

/** Marks the dead and returns everyone who is gone but still stands at a run, for `Queue.seize`. */
export async function findDeadWorkers(
  sql: Sql,
  { deadAfterMs, sessionGoneMs }: DeathLimits,
): Promise<string[]> {
  await sql`
    with held as (
      select l.objid::bigint as lock_key from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.classid = ${WORKER_LOCK_CLASS}::int::oid and l.objsubid = 2 and l.granted
        and d.datname = current_database()
    ), seen as (
      select w.id, case when w.lock_key in (select lock_key from held) then null else coalesce(w.lock_gone_at, now()) end as gone_at
      from workers w where w.stopped_at is null
    )
    update workers w set lock_gone_at = s.gone_at,
      stopped_at = case when w.beat_at < now() - ${deadAfterMs}::float8 * interval '1 millisecond'
        or s.gone_at <= now() - ${sessionGoneMs}::float8 * interval '1 millisecond' then now() end
    from seen s where s.id = w.id`;
  await sql`
    delete from workers w where stopped_at < now() - interval '7 days'
      and not exists (select from runs r where r.worker_id = w.id)`;
  const rows = await sql<{ id: string }[]>`
    select distinct r.worker_id as id from runs r
    where r.worker_id is not null
      and not exists (select from workers w where w.id = r.worker_id and w.stopped_at is null)`;
  return rows.map((row) => row.id);
}

export type WorkerRecord = {
  id: string;
  host: string;
  pid: number;
  version: string;
  startedAt: number;
  beatAt: number;
  stoppedAt: number | null;
  /** Runs it drives now. */
  runs: number;
};

/** Living ones first. */
export async function listWorkers(sql: Sql, limit = 50): Promise<WorkerRecord[]> {
  const rows = await sql<
    (Omit<WorkerRecord, 'startedAt' | 'beatAt' | 'stoppedAt'> & {
      startedAt: Date;
      beatAt: Date;
      stoppedAt: Date | null;
    })[]
  >`
    select id, host, pid, version, started_at as "startedAt", beat_at as "beatAt", stopped_at as "stoppedAt",
      (select count(*)::int from runs where worker_id = workers.id) as runs
    from workers order by stopped_at desc nulls first, started_at desc limit ${limit}`;
  return rows.map(withInstants);
}
