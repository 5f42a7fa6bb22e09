import { existsSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { openSql } from './connect.ts';
import { projectRoot } from './project-root.ts';

/** Any number that nothing else in the database locks; it only has to stay the same. */
const MIGRATION_LOCK = 727_001;

/** Applies what is new in db/migrations. Processes that start at the same instant take turns. */
export async function applyMigrations(url: string, root: string = projectRoot()): Promise<void> {
  const migrationsFolder = path.join(root, 'db', 'migrations');
  if (!existsSync(path.join(migrationsFolder, 'meta', '_journal.json'))) return;
  const sql = openSql(url, { max: 1 }); // one connection, so that the session lock is held by the migrator itself
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
