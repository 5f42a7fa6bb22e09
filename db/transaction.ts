import type { Sql } from './connect.ts';

/** Runs `work` between BEGIN and COMMIT, on one connection; what it throws rolls back. Inside of one it joins that one. */
export async function inTransaction<T>(sql: Sql, work: (tx: Sql) => Promise<T>): Promise<T> {
  if (!('begin' in sql)) return work(sql);
  const done: { value?: T } = {};
  await sql.begin(async (tx) => {
    done.value = await work(tx as unknown as Sql); // a transaction is a tag like any other, without begin and end
  });
  return done.value as T;
}
