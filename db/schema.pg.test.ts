import { expect, test } from 'vitest';
import { useTestDatabase } from './testing/database.ts';

const database = useTestDatabase();

/** better-auth's own, and those that serve all workspaces. */
const GLOBAL_TABLES = new Set(['user', 'session', 'account', 'verification', 'workspaces', 'workers']);

test('the workspace leads every primary key and every unique index', async () => {
  const rows = await database().sql<{ table: string; index: string; leading: string }[]>`
    select t.relname as table, i.relname as index, a.attname as leading
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
    where n.nspname = 'public' and x.indisunique`;
  const owned = rows.filter((row) => !GLOBAL_TABLES.has(row.table));
  expect(owned.length).toBeGreaterThan(15);
  expect(owned.filter((row) => row.leading !== 'workspace_id')).toEqual([]);
});

test('no column is jsonb: it refuses U+0000, which a tool may answer', async () => {
  const rows = await database().sql`
    select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'jsonb'`;
  expect([...rows]).toEqual([]);
});
