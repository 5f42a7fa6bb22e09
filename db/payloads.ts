import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '#core/json.ts';
import type { StoredValue } from '#core/run/events.ts';
import type { Sql } from './connect.ts';

/** Values up to this many bytes of JSON stay in their event (T4). */
export const INLINE_BYTES = 4 * 1024;
const PREVIEW_CHARACTERS = 200;

export type Payload = { sha256: string; bytes: number; text: string };

/** The value as it is kept: inline, or the payload that its reference names. */
export function storedValue(value: Json): { stored: StoredValue; payload?: Payload } {
  const text = jsonText(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= INLINE_BYTES) return { stored: { inline: value } };
  const sha256 = createHash('sha256').update(text).digest('hex');
  const preview = text.slice(0, PREVIEW_CHARACTERS).toWellFormed();
  return { stored: { ref: { sha256, bytes, preview } }, payload: { sha256, bytes, text } };
}

/** Canonical, so that equal values are kept once. A lone surrogate has no canonical form, but a JSON escape. */
function jsonText(value: Json): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}

export async function putPayload(sql: Sql, workspaceId: string, value: Json): Promise<StoredValue> {
  const { stored, payload } = storedValue(value);
  if (payload) {
    await sql`
      insert into payloads (workspace_id, sha256, bytes, value)
      values (${workspaceId}, ${payload.sha256}, ${payload.bytes}, ${payload.text}::text::json)
      on conflict do nothing`;
  }
  return stored;
}

export async function readPayloads(
  sql: Sql,
  workspaceId: string,
  hashes: readonly string[],
): Promise<Map<string, Json>> {
  if (hashes.length === 0) return new Map();
  const rows = await sql<{ sha256: string; value: Json }[]>`
    select sha256, value from payloads
    where workspace_id = ${workspaceId} and sha256 = any(${[...new Set(hashes)]})`;
  return new Map(rows.map((row) => [row.sha256, row.value]));
}

export async function readPayload(sql: Sql, workspaceId: string, sha256: string): Promise<Json | undefined> {
  return (await readPayloads(sql, workspaceId, [sha256])).get(sha256);
}

/** The value behind a stored one. A reference without its payload is a bug of whoever wrote it first. */
export function resolveStored(stored: StoredValue, payloads: ReadonlyMap<string, Json>): Json {
  if ('inline' in stored) return stored.inline;
  const value = payloads.get(stored.ref.sha256);
  if (value === undefined) throw new Error(`Bug: payload ${stored.ref.sha256} was never stored`);
  return value;
}
