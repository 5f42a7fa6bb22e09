/** One request, one answer: a repeated mutation gets the first one's. */
import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '#core/json.ts';
import type { Sql } from './connect.ts';
import { asJson } from './rows.ts';

export type IdempotencyScope = { workspaceId: string; userId: string; key: string };

export type IdempotencyClaim =
  /** Ours: do the work, then `finishIdempotent` or, if nothing happened, `forgetIdempotent`. */
  | { kind: 'new' }
  | { kind: 'done'; response: Json }
  /** The first request is still at it, or died: ask again. */
  | { kind: 'running'; ageMs: number }
  /** The same key with another procedure or input. */
  | { kind: 'mismatch' };

export async function claimIdempotent(
  sql: Sql,
  scope: IdempotencyScope,
  request: { procedure: string; input: unknown },
): Promise<IdempotencyClaim> {
  const hash = createHash('sha256')
    .update(canonicalJson(request.input ?? null))
    .digest('hex');
  const claimed = await sql`
    insert into idempotency_keys (workspace_id, user_id, key, procedure, request_hash)
    values (${scope.workspaceId}, ${scope.userId}, ${scope.key}, ${request.procedure}, ${hash})
    on conflict do nothing returning key`;
  if (claimed.length > 0) return { kind: 'new' };
  const [row] = await sql<
    { procedure: string; hash: string; response: Json; isFinished: boolean; ageMs: number }[]
  >`
    select procedure, request_hash as hash, response, finished_at is not null as "isFinished",
      (extract(epoch from now() - created_at) * 1000)::float8 as "ageMs"
    from idempotency_keys
    where workspace_id = ${scope.workspaceId} and user_id = ${scope.userId} and key = ${scope.key}`;
  if (!row) return { kind: 'running', ageMs: 0 }; // forgotten between the two statements
  if (row.procedure !== request.procedure || row.hash !== hash) return { kind: 'mismatch' };
  return row.isFinished ? { kind: 'done', response: row.response } : { kind: 'running', ageMs: row.ageMs };
}

export async function finishIdempotent(sql: Sql, scope: IdempotencyScope, response: Json): Promise<void> {
  await sql`
    update idempotency_keys set response = ${asJson(response)}::text::json, finished_at = now()
    where workspace_id = ${scope.workspaceId} and user_id = ${scope.userId} and key = ${scope.key} and finished_at is null`;
}

export async function forgetIdempotent(sql: Sql, scope: IdempotencyScope): Promise<void> {
  await sql`
    delete from idempotency_keys
    where workspace_id = ${scope.workspaceId} and user_id = ${scope.userId} and key = ${scope.key} and finished_at is null`;
}

export async function deleteOldIdempotencyKeys(sql: Sql, olderThanMs: number): Promise<number> {
  const rows = await sql`
    delete from idempotency_keys where created_at < now() - ${olderThanMs}::float8 * interval '1 millisecond' returning key`;
  return rows.length;
}
