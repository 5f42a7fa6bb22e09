import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';

export type { Sql };
export type Db = PostgresJsDatabase;

type Connections = { pool?: Sql; drizzle?: Sql; db?: Db; direct?: Sql };

/** On globalThis: Next loads this module once per bundle and again on every edit in development. */
const shared = globalThis as typeof globalThis & { countersignDb?: Connections };

function connections(): Connections {
  shared.countersignDb ??= {};
  return shared.countersignDb;
}

/** DATABASE_URL; the launcher sets it for its children when the database is the embedded one. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set: start the app with `npm start`, or set it yourself.');
  return url;
}

/** The address for LISTEN, session locks and workers, which a transaction pooler cannot serve. */
export function directDatabaseUrl(): string {
  return process.env.DATABASE_DIRECT_URL || databaseUrl();
}

/** Opens a client of its own; the caller ends it. */
export function openSql(url: string, options: Options<Record<string, PostgresType>> = {}): Sql {
  return postgres(url, { max: 10, connect_timeout: 10, onnotice: () => {}, ...options });
}

/** The pool of this process, opened at first use. */
export function getSql(): Sql {
  const held = connections();
  // Behind a transaction pooler, the next statement may run on a server that never saw the PREPARE.
  held.pool ??= openSql(databaseUrl(), { prepare: directDatabaseUrl() === databaseUrl() });
  return held.pool;
}

/** Drizzle, over a pool of its own: it changes how its client reads times and writes JSON. */
export function getDb(): Db {
  const held = connections();
  held.drizzle ??= openSql(databaseUrl(), { max: 4, prepare: directDatabaseUrl() === databaseUrl() });
  held.db ??= drizzle(held.drizzle);
  return held.db;
}

/** A small pool that bypasses the pooler: LISTEN and session advisory locks. */
export function getDirectSql(): Sql {
  const held = connections();
  held.direct ??= openSql(directDatabaseUrl(), { max: 4 });
  return held.direct;
}

/** Ends whatever this process opened; open queries get five seconds. */
export async function closeConnections(): Promise<void> {
  const { pool, drizzle: drizzlePool, direct } = connections();
  delete shared.countersignDb;
  const ends = [pool, drizzlePool, direct].flatMap((client) => (client ? [client.end({ timeout: 5 })] : []));
  await Promise.all(ends);
}

/** `host:port/name`, for messages: never the user, never the password. */
export function describeDatabase(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${pathname}`;
}
