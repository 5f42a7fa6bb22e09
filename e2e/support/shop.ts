/** The sample shop as its owner sees it: the independent witness of what really changed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';

export function openShop(dataDir: string): postgres.Sql {
  const url = readFileSync(path.join(dataDir, 'samples', 'shop.url'), 'utf8').trim();
  return postgres(url, { max: 2, onnotice: () => {} });
}

export async function columnsOfUsers(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<
    { name: string }[]
  >`select column_name as name from information_schema.columns where table_name = 'users' and table_schema = 'public' order by 1`;
  return rows.map(({ name }) => name);
}

/** How many effects the target itself has recorded, and by how many keys. */
export async function ledgerOf(sql: postgres.Sql): Promise<{ done: number; keys: number }> {
  const [row] = await sql<
    { done: number; keys: number }[]
  >`select count(*)::int as done, count(distinct key)::int as keys from countersign_operations where state = 'done'`;
  return row ?? { done: 0, keys: 0 };
}
