import { randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/postgres-js';
import { afterAll, beforeAll } from 'vitest';
import { type Db, openSql, type Sql } from '../connect.ts';
import { TEMPLATE, withDatabase } from './server.ts';

export type TestDatabase = AsyncDisposable & {
  readonly url: string;
  readonly sql: Sql;
  readonly db: Db;
  /** Ends the pool and drops the database, whoever is still connected. */
  drop(): Promise<void>;
};

function serverUrl(): string {
  const url = process.env.TEST_SERVER_URL;
  if (!url)
    throw new Error('There is no test server: name the file *.pg.test.ts, *.sim.test.ts or *.proc.test.ts.');
  return url;
}

async function onServer(work: (admin: Sql) => Promise<unknown>): Promise<void> {
  const admin = openSql(serverUrl(), { max: 1 });
  try {
    await work(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
}

/** A migrated database of one's own; `empty` leaves the migrations out. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty ? 'template1' : TEMPLATE;
  await onServer((admin) => admin`create database ${admin(name)} template ${admin(template)}`);
  const url = withDatabase(serverUrl(), name);
  const sql = openSql(url);
  const drizzlePool = openSql(url, { max: 4 }); // drizzle changes its client's parsers; opens nothing until it is used
  const drop = async () => {
    await Promise.all([sql.end({ timeout: 1 }), drizzlePool.end({ timeout: 1 })]);
    await onServer((admin) => admin`drop database if exists ${admin(name)} with (force)`);
  };
  return { url, sql, db: drizzle(drizzlePool), drop, [Symbol.asyncDispose]: drop };
}

/** Gives the tests of this file (or `describe`) one database, and drops it after the last. */
export function useTestDatabase(options: { empty?: boolean } = {}): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase(options);
  });
  afterAll(() => database?.drop());
  return () => {
    if (!database) throw new Error('The test database is there from beforeAll on.');
    return database;
  };
}
