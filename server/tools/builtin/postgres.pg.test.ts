import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#core/json.ts';
import { openTargetDatabase, type TargetDatabase } from '#db/target/target-database.ts';
import { CREATE_KEY_TABLE } from '#db/target/operation-keys.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import type { ResolvedPostgresConnection } from '#server/connections/connection.ts';
import type { ToolContext } from '../tool.ts';
import { postgresExecute } from './postgres-execute.ts';
import { postgresQuery } from './postgres-query.ts';

const database = useTestDatabase({ empty: true });
let target: TargetDatabase;

beforeAll(async () => {
  await database().sql.unsafe(CREATE_KEY_TABLE);
  await database().sql`create table users (id integer primary key, name text)`;
  await database().sql`insert into users select n, 'name ' || n from generate_series(1, 1500) n`;
  target = openTargetDatabase(database().url, { max: 5 });
});
afterAll(() => target.close());

function context(more: Partial<ToolContext> & { keys?: 'key' | 'none' } = {}): ToolContext {
  const connection: ResolvedPostgresConnection = {
    name: 'shop',
    kind: 'postgres',
    environment: 'test',
    readOnly: false,
    dedupe: more.keys ?? 'key',
    maxInFlightMs: 0,
    credentialRef: 'env:SHOP',
    revision: 'r' as ResolvedPostgresConnection['revision'],
    database: target,
  };
  return {
    operationKey: randomUUID(),
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    connection,
    ...more,
  };
}
const query = (sql: string, more: JsonObject = {}, ctx = context()) =>
  postgresQuery.execute({ connection: 'shop', sql, ...more }, ctx);
const execute = (sql: string, more: JsonObject = {}, ctx = context()) =>
  postgresExecute.execute({ connection: 'shop', sql, ...more }, ctx);
const reconcile = (ctx: ToolContext) =>
  postgresExecute.reconcile?.({ connection: 'shop', sql: '' }, { ...ctx, dispatchedAt: 0, now: 0 });
const count = async (condition: string) =>
  (await database().sql.unsafe(`select count(*)::int as n from users where ${condition}`))[0]?.['n'];
const failureOf = (outcome: Awaited<ReturnType<typeof query>>) =>
  'failure' in outcome ? outcome.failure : undefined;

describe('postgres.query', () => {
  test('[T2] values keep their exactness: bigint as text, times in RFC 3339, JSON as JSON', async () => {
    const sql = `select 9007199254740993::bigint as big, 1.50::numeric as money, true as yes, null as nothing, 2 as two, 'NaN'::float8 as nan,
      timestamptz '2026-01-02 03:04:05.123456+00' at time zone 'UTC' as local, '{"n": 12345678901234567890, "__proto__": 1}'::jsonb as doc, array[1,2] as list, $1::text as param`;
    expect(await query(sql, { params: ['x'] })).toEqual({
      outcome: 'read',
      output: {
        rows: [
          {
            big: '9007199254740993',
            money: '1.50',
            yes: true,
            nothing: null,
            two: 2,
            nan: 'NaN',
            local: '2026-01-02T03:04:05.123456',
            doc: JSON.parse('{"n": "12345678901234567890", "__proto__": 1}'),
            list: [1, 2],
            param: 'x',
          },
        ],
        rowCount: 1,
        truncated: false,
      },
    });
  });

  test('[T2] a result stops at 1,000 rows and says that there is more', async () => {
    const outcome = await query('select * from users order by id');
    expect(outcome).toMatchObject({ outcome: 'read', output: { rowCount: 1_000, truncated: true } });
    expect(await query('select id from users where id <= 1000')).toMatchObject({
      output: { rowCount: 1_000, truncated: false },
    });
  });

  test('[T2] a result stops at its byte cap', async () => {
    const outcome = await query(`select repeat('x', 300000) as wide from generate_series(1, 9)`);
    expect(outcome).toMatchObject({ outcome: 'read', output: { rowCount: 3, truncated: true } });
  });

  test.each([
    ['with gone as (delete from users returning id) select * from gone', 'sqlstate-25006'],
    ['select id into copy_of_users from users', 'sqlstate-25006'],
    ['select 1; delete from users', 'sqlstate-42601'],
  ])('[T2] the read-only transaction and the protocol stop: %s', async (sql, code) => {
    expect(failureOf(await query(sql))).toMatchObject({ class: 'permanent', code });
    expect(await count('true')).toBe(1_500);
  });

  test.each([
    'delete from users',
    'set statement_timeout = 0',
    'commit',
    "copy users to program 'cat'",
    '/* select */ drop table users',
    '',
  ])('[T2] only reading statements are accepted, not: %s', (sql) => {
    expect(postgresQuery.refuse?.({ connection: 'shop', sql })).toBeTypeOf('string');
  });

  test('[F1] a statement beyond its time limit is cancelled from outside and reported as timed out', async () => {
    const stop = new AbortController();
    const running = query('select pg_sleep(60)', {}, context({ signal: stop.signal, timeoutMs: 120_000 }));
    await backendRuns('pg_sleep(60)');
    stop.abort();
    expect(failureOf(await running)).toMatchObject({ class: 'timed-out' });
    await backendGone('pg_sleep(60)');
  });

  test('[F1] the server enforces the limit too, for when this process dies', async () => {
    expect(failureOf(await query('select pg_sleep(60)', {}, context({ timeoutMs: 50 })))).toMatchObject({
      class: 'timed-out',
      code: 'sqlstate-57014',
    });
  });

  test('[T2] session state does not leak from one call to the next', async () => {
    await query("select set_config('search_path', 'nowhere', false), pg_advisory_lock(42)");
    expect(
      await query(
        "select current_setting('search_path') as path, count(*)::int as locks from pg_locks where locktype = 'advisory' and objid = 42 and database = (select oid from pg_database where datname = current_database())",
      ),
    ).toMatchObject({
      output: { rows: [{ path: '"$user", public', locks: 0 }] },
    });
  });
});

describe('postgres.execute', () => {
  test('[E3] the effect and its key commit together, and the same key answers with the stored result', async () => {
    const ctx = context();
    const first = await execute("insert into users values (2001, 'a') returning id, name", {}, ctx);
    expect(first).toEqual({
      outcome: 'committed',
      output: { rows: [{ id: 2001, name: 'a' }], rowCount: 1, truncated: false },
    });
    expect(await execute("insert into users values (2001, 'a') returning id, name", {}, ctx)).toEqual(first);
    expect(await count('id = 2001')).toBe(1);
    expect(await reconcile(ctx)).toMatchObject({
      verdict: 'committed',
      final: true,
      output: { rowCount: 1 },
    });
  });

  test('[E3] a failed statement leaves neither effect nor key, and may be tried again under the same key', async () => {
    const ctx = context();
    expect(await execute("insert into users values (1, 'twice')", {}, ctx)).toMatchObject({
      outcome: 'not-applied',
      failure: { class: 'permanent', code: 'sqlstate-23505' },
    });
    expect(await execute("insert into users values (2002, 'b')", {}, ctx)).toMatchObject({
      outcome: 'committed',
    });
  });

  test('[E3] reconcile marks a key void, and a late attempt under it cannot take effect', async () => {
    const ctx = context();
    expect(await reconcile(ctx)).toMatchObject({ verdict: 'not-applied', final: true });
    expect(await execute("insert into users values (2003, 'late')", {}, ctx)).toMatchObject({
      outcome: 'not-applied',
      final: true,
      failure: { code: 'operation-void' },
    });
    expect(await count('id = 2003')).toBe(0);
    expect(await reconcile(ctx)).toMatchObject({ verdict: 'not-applied', final: true });
  });

  test('[E3][FM3][FM7] reconcile waits for the live transaction and then tells what it did', async () => {
    const ctx = context();
    const held = await database().sql.reserve();
    await held`begin`;
    await held`select pg_advisory_xact_lock(77)`;
    const writing = execute(
      "insert into users select 2004, 'slow' from (select pg_advisory_xact_lock(77)) wait",
      {},
      ctx,
    );
    await backendRuns('2004');
    const asked = reconcile(ctx);
    await backendRuns('insert into countersign_operations', 'Lock');
    await held`rollback`;
    held.release();
    expect(await asked).toMatchObject({ verdict: 'committed', final: true });
    expect(await writing).toMatchObject({ outcome: 'committed' });
  });

  test('[E2][FM6] a write beyond its limit is unknown, and reconcile then says exactly that nothing happened', async () => {
    const ctx = context();
    const stop = new AbortController();
    const writing = execute(
      "insert into users select 2005, 'x' from pg_sleep(60)",
      {},
      { ...ctx, signal: stop.signal, timeoutMs: 120_000 },
    );
    await backendRuns('2005');
    stop.abort();
    expect(await writing).toMatchObject({ outcome: 'unknown', failure: { class: 'transient' } });
    expect(await reconcile(ctx)).toMatchObject({ verdict: 'not-applied', final: true });
    expect(await count('id = 2005')).toBe(0);
  });

  test('[E2][FM8] a connection lost before COMMIT proves that nothing happened', async () => {
    const writing = execute("insert into users select 2006, 'x' from pg_sleep(60)");
    const [pid] = await backendRuns('2006');
    await database().sql`select pg_terminate_backend(${pid ?? 0})`;
    expect(await writing).toMatchObject({ outcome: 'not-applied', failure: { class: 'transient' } });
    expect(await count('id = 2006')).toBe(0);
  });

  test('[E3] a violated row expectation rolls everything back', async () => {
    const outcome = await execute("update users set name = 'gone'", { expectRows: { max: 10 } });
    expect(outcome).toMatchObject({
      outcome: 'not-applied',
      failure: {
        class: 'permanent',
        code: 'rows-out-of-range',
        message: expect.stringContaining('expected at most 10'),
      },
    });
    expect(await count("name = 'gone'")).toBe(0);
    expect(
      await execute("update users set name = 'one' where id = 1", { expectRows: { min: 1, max: 1 } }),
    ).toMatchObject({ outcome: 'committed' });
  });

  test('[E3] RETURNING beyond the row cap still changes and counts every row', async () => {
    expect(await execute('update users set name = name returning id')).toMatchObject({
      outcome: 'committed',
      output: { truncated: true, rowCount: await count('true') },
    });
  });

  test('[E3] DDL runs in the transaction with its key', async () => {
    const ctx = context();
    expect(await execute('alter table users add column extra text', {}, ctx)).toMatchObject({
      outcome: 'committed',
    });
    expect(await execute('alter table users add column extra text', {}, ctx)).toMatchObject({
      outcome: 'committed',
    });
  });

  test.each(['reindex database', 'create database other', "alter system set work_mem = '8MB'"])(
    '[E3] what cannot run in a transaction is not applied: %s',
    async (sql) => {
      const text =
        sql === 'reindex database' ? `reindex database ${new URL(database().url).pathname.slice(1)}` : sql;
      expect(await execute(text)).toMatchObject({
        outcome: 'not-applied',
        failure: { class: 'permanent', code: 'sqlstate-25001', message: expect.stringContaining('by hand') },
      });
    },
  );

  test('[E3] a deferred constraint that fails at COMMIT is not applied', async () => {
    await database()
      .sql`create table parts (id integer primary key, whole integer references parts deferrable initially deferred)`;
    expect(await execute('insert into parts values (1, 99)')).toMatchObject({
      outcome: 'not-applied',
      failure: { code: 'sqlstate-23503' },
    });
  });

  test('[E3] without the key table a connection has no keys and a lost call stays open', async () => {
    expect(
      await execute("insert into users values (2007, 'n')", {}, context({ keys: 'none' })),
    ).toMatchObject({ outcome: 'committed' });
    expect(await reconcile(context({ keys: 'none' }))).toMatchObject({
      verdict: 'inconclusive',
      final: true,
    });
  });

  test('[T1] several statements in one text are refused by the server', async () => {
    expect(await execute('delete from users where id = 5; delete from users where id = 6')).toMatchObject({
      outcome: 'not-applied',
      failure: { message: 'One statement per call: this text holds several.' },
    });
    expect(await count('id in (5, 6)')).toBe(2);
  });
});

/** Waits until the server shows a backend that runs `text`, by asking it; it sends no event for that. */
async function backendRuns(text: string, wait?: string): Promise<number[]> {
  return await look(async () => {
    const rows = await database()
      .sql`select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
      and query like ${`%${text}%`} and (${wait ?? null}::text is null or wait_event_type = ${wait ?? null})`;
    return rows.length > 0 ? rows.map((row) => Number(row['pid'])) : undefined;
  });
}
async function backendGone(text: string): Promise<void> {
  await look(async () => {
    const rows = await database()
      .sql`select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like ${`%${text}%`}`;
    return rows.length === 0 ? true : undefined;
  });
}
async function look<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const seen = await ask();
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error('The server did not get there within 10 s.');
    await delay(10);
  }
}
