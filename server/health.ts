import { getSql, type Sql } from '#db/connect.ts';
import { getEnv } from './env.ts';
import { version } from './version.ts';

export type Health = {
  status: 'ok' | 'unavailable';
  version: string;
  database: 'up' | 'down';
  /** Workers whose last beat is recent enough; 0 while the database is away. */
  workers: number;
};

/** A health check that hangs is worse than one that says no. */
const ANSWER_WITHIN_MS = 2_000;

export async function checkHealth(): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer.')), ANSWER_WITHIN_MS);
  });
  try {
    const workers = await Promise.race([countLiveWorkers(getSql(), getEnv().DEAD_AFTER_MS), late]);
    return { status: 'ok', version, database: 'up', workers };
  } catch {
    return { status: 'unavailable', version, database: 'down', workers: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/** 0 as well before the first migration. */
export async function countLiveWorkers(sql: Sql, deadAfterMs: number): Promise<number> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('workers') is not null as exists`;
  if (!table?.exists) return 0;
  const oldest = `${deadAfterMs} milliseconds`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from workers
    where stopped_at is null and beat_at > now() - ${oldest}::interval`;
  return row?.count ?? 0;
}
