import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#core/json.ts';
import { openTargetDatabase, type TargetDatabase } from '#db/target/target-database.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import type { ResolvedPostgresConnection } from '#server/connections/connection.ts';
import { postgresExecute } from '../builtin/postgres-execute.ts';

const database = useTestDatabase({ empty: true });
let target: TargetDatabase;

beforeAll(async () => {
  const { sql } = database();
  await sql.unsafe(`
    create table users (id integer primary key, name text);
    insert into users select n, 'name ' || n from generate_series(1, 20) n;
    analyze users;
    create table orders (id integer primary key, user_id integer references users on delete cascade);
    create table notes (id serial primary key, body text check (length(body) < 50));
    create table watched (id integer);
    create function noticed() returns trigger language plpgsql as $$ begin insert into notes (body) values ('seen'); return new; end $$;
    create trigger watch after insert on watched for each row execute function noticed();
    create table parts (id integer) partition by range (id);
    create table part_one partition of parts for values from (0) to (10);
    create function shout(text) returns text language sql immutable as 'select upper($1)';
    create table plain (id integer, name text); insert into plain values (1, 'one'), (2, 'two');
    create view names as select name from users;
    create table guarded (id integer); alter table guarded enable row level security;
    create table doubled (id integer); create rule twice as on insert to doubled do also insert into watched values (1);
  `);
  target = openTargetDatabase(database().url, { max: 3 });
});
afterAll(() => target.close());

test.each([
  ['UPDATE users SET name = $1', true],
  ['/* note */ delete from users', true],
  ['ALTER TABLE users ADD COLUMN x text', false],
  ['TRUNCATE users', false],
])('[T1] a dry run is offered only where it can be: %s', (sql, may) => {
  expect(postgresExecute.mayDryRun?.({ connection: 'shop', sql })).toBe(may);
});

function look(): { signal: AbortSignal; connection: ResolvedPostgresConnection } {
  return {
    signal: new AbortController().signal,
    connection: {
      name: 'shop',
      kind: 'postgres',
      environment: 'test',
      readOnly: false,
      dedupe: 'key',
      maxInFlightMs: 0,
      credentialRef: 'env:SHOP',
      revision: 'r' as ResolvedPostgresConnection['revision'],
      database: target,
    },
  };
}
const dryRun = (sql: string, more: JsonObject = {}) =>
  postgresExecute.dryRun?.({ connection: 'shop', sql, ...more }, look());
const reach = (sql: string) => postgresExecute.reach?.({ connection: 'shop', sql }, look());

describe('[T1] a dry run of one statement', () => {
  test('counts, shows rows as they are and as they would be, and leaves everything as it was', async () => {
    expect(await dryRun('update users set name = $1 where id <= 3', { params: ['x'] })).toEqual({
      done: true,
      rows: 3,
      sample: [1, 2, 3].map((id) => ({
        before: { id, name: `name ${id}` },
        after: { id, name: 'x' },
      })),
    });
    expect(await dryRun('delete from plain where id = 2; -- the last one')).toEqual({
      done: true,
      rows: 1,
      sample: [],
    });
    expect(await dryRun('delete from plain where id = 2;')).toMatchObject({
      done: true,
      sample: [{ before: { id: 2, name: 'two' }, after: null }],
    });
    const inserted = await dryRun("insert into users values (21, 'new'), (22, now()::text)");
    expect(inserted).toMatchObject({
      done: true,
      rows: 2,
      sample: [{ before: null, after: { id: 21 } }, {}],
    });
    const [left] = await database().sql`select count(*)::int as n, min(name) as first from users`;
    expect(left).toEqual({ n: 20, first: 'name 1' });
  });

  test('shows five rows of many, and says when the bounds of the call would roll it back', async () => {
    const tried = await dryRun("update users set name = 'x'", { expectRows: { max: 5 } });
    expect(tried).toMatchObject({ done: true, rows: 20, wouldFail: expect.stringContaining('at most 5') });
    expect(tried?.done === true && tried.sample.length).toBe(5);
  });

  test('says what the database would refuse', async () => {
    expect(await dryRun("insert into users values (1, 'again')")).toMatchObject({
      done: true,
      wouldFail: expect.stringContaining('duplicate key'),
    });
    expect(await dryRun('update users set nothing = 1')).toMatchObject({
      done: true,
      wouldFail: expect.stringContaining('nothing'),
    });
  });

  test.each([
    ['alter table users drop column name', 'Only a single'],
    [
      'with gone as (delete from users returning *) insert into notes (body) select name from gone',
      'Only a single',
    ],
    ["insert into notes (body) values ('x')", 'nextval()'],
    ["insert into notes (id, body) values (nextval('notes_id_seq'), 'x')", 'nextval()'],
    ['update users set name = shout(name)', 'shout()'],
    ['update users set name = public.shout(name)', 'shout()'],
    ['update users set name = random ()::text', 'random()'],
    ["update users set name = 'x' where id = (select count(pg_notify('a', 'b')))", 'pg_notify()'],
    ["insert into users values (1, 'x') on conflict (id) do update set name = 'y'", 'ON CONFLICT'],
    ['insert into watched values (1)', 'triggers'],
    ['insert into parts values (1)', 'no plain table'],
    ['delete from users where id = 1', 'orders'],
    ['insert into guarded values (1)', 'row security'],
    ['insert into doubled values (1)', 'rule'],
  ])('is not made of %s', async (sql, why) => {
    expect(await dryRun(sql)).toMatchObject({ done: false, why: expect.stringContaining(why) });
  });

  test('text in quotes calls nothing', async () => {
    expect(await dryRun("update users set name = 'random()' where id = 1")).toMatchObject({
      done: true,
      rows: 1,
    });
  });

  test('waits for a lock no longer than a second, and says so', async () => {
    const { sql } = database();
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = sql.begin(async (tx) => {
      await tx`lock table users in access exclusive mode`;
      held.resolve();
      await release.promise;
    });
    await held.promise;
    expect(await dryRun("update users set name = 'x' where id = 1")).toMatchObject({
      done: false,
      why: expect.stringContaining('locked'),
    });
    release.resolve();
    await holder;
  });
});

describe('reach', () => {
  test('names who reads a table and who refers to it', async () => {
    expect(await reach('delete from users')).toMatchObject({
      target: 'users',
      kind: 'table',
      estimatedRows: 20,
      size: expect.stringContaining('kB'),
      readBy: ['names'],
      referredBy: ['orders'],
    });
    expect(await reach('alter table users drop column name')).toMatchObject({
      target: 'users.name',
      kind: 'column',
      readBy: ['names'],
    });
    expect(await reach('alter table users drop column id')).toMatchObject({
      readBy: [],
      referredBy: ['orders'],
    });
  });
  test('is not known of what is not there', async () => {
    expect(await reach('delete from nothing_here')).toBeNull();
    expect(await reach('select 1')).toBeNull();
  });
});
