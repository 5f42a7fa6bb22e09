import type { Sql } from './connect.ts';

/** Runs `work` between BEGIN and COMMIT, on one connection; what it throws rolls back. */
export async function inTransaction<T>(sql: Sql, work: (tx: Sql) => Promise<T>): Promise<T> {
  const done: { value?: T } = {};
  await sql.begin(async (tx) => {
    done.value = await work(tx as unknown as Sql); // a transaction is a tag like any other, without begin and end
  });
  return done.value as T;
}
