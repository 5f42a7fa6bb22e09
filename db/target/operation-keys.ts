/**
 * The key table in the target database: what makes an effect there exactly-once (domain E3). The effect's own
 * transaction inserts its operation key first; whoever asks later inserts the same key as `void`. The primary key
 * makes the second one wait for the first, and lets only one of them in.
 */
import type { Json } from '#core/json.ts';
import type { TargetSession } from './target-database.ts';
import { parseColumn } from './column-values.ts';

export const KEY_TABLE = 'countersign_operations';

export const CREATE_KEY_TABLE = `create table if not exists ${KEY_TABLE} (
  key text primary key,
  state text not null check (state in ('done', 'void')),
  result jsonb,
  at timestamptz not null default now()
)`;

export type KeyClaim = { taken: 'now' } | { taken: 'before'; state: 'done' | 'void'; result: Json };

/** Waits for a live transaction that holds the same key. */
export async function claimKey(
  session: TargetSession,
  key: string,
  state: 'done' | 'void',
): Promise<KeyClaim> {
  const inserted = await session.query(
    `insert into ${KEY_TABLE} (key, state) values ($1, $2) on conflict (key) do nothing`,
    [key, state],
  );
  if (inserted.rowCount === 1) return { taken: 'now' };
  const found = await session.query(`select state, result::text as result from ${KEY_TABLE} where key = $1`, [
    key,
  ]);
  const row = found.rows[0];
  if (row?.['state'] !== 'done' && row?.['state'] !== 'void')
    throw new Error(`The row of operation ${key} is gone from ${KEY_TABLE}.`);
  return {
    taken: 'before',
    state: row['state'],
    result: typeof row['result'] === 'string' ? parseColumn(JSONB, row['result']) : null,
  };
}
const JSONB = 3802;

/** Part of the effect's transaction: who asks again gets the same answer. */
export async function storeResult(session: TargetSession, key: string, result: Json): Promise<void> {
  await session.query(`update ${KEY_TABLE} set result = $2::text::jsonb where key = $1`, [
    key,
    JSON.stringify(result),
  ]);
}
