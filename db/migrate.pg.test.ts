import { expect, test } from 'vitest';
import { applyMigrations } from './migrate.ts';
import { createTestDatabase, useTestDatabase } from './testing/database.ts';

const database = useTestDatabase({ empty: true });

test('[case 116] four processes that start at once migrate an empty database exactly once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => applyMigrations(database().url)));
  await using migrated = await createTestDatabase();
  const tables = (of: typeof migrated) =>
    of.sql`select schemaname, tablename from pg_tables where schemaname in ('public', 'drizzle') order by 1, 2`;
  expect([...(await tables(database()))]).toEqual([...(await tables(migrated))]);
});
