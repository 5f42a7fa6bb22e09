/** Requests that were answered, by the key their sender gave them: the same request again gets the same answer. */
import type { Json } from '#core/json.ts';
import type { Sql } from './connect.ts';

export type KeyedRequest = { workspaceId: string; userId: string; key: string; procedure: string; requestHash: string };
export type KeyState =
  /** First of its key, or its forerunner died: do the work. `since` is when the key was first seen. */
  | { state: 'new'; since: number }
  | { state: 'busy' }
  | { state: 'answered'; response: Json }
  /** The key belongs to another request. */
  | { state: 'other' };

/** A request without an answer for this long has died with its process. */
const DEAD_AFTER = '30 seconds';

export async function beginRequest(sql: Sql, request: KeyedRequest): Promise<KeyState> {
  const { workspaceId, userId, key, procedure, requestHash } = request;
  const [made] = await sql<{ createdAt: Date }[]>`
    insert into idempotency_keys (workspace_id, user_id, key, procedure, request_hash)
    values (${workspaceId}, ${userId}, ${key}, ${procedure}, ${requestHash})
    on conflict do nothing returning created_at as "createdAt"`;
  if (made) return { state: 'new', since: made.createdAt.getTime() };
  const [held] = await sql<{ same: boolean; finished: boolean; dead: boolean; response: Json; createdAt: Date }[]>`
    select procedure = ${procedure} and request_hash = ${requestHash} as same, finished_at is not null as finished,
      created_at < now() - ${DEAD_AFTER}::interval as dead, response, created_at as "createdAt"
    from idempotency_keys where workspace_id = ${workspaceId} and user_id = ${userId} and key = ${key}`;
  if (!held) return beginRequest(sql, request); // given up in between
  if (!held.same) return { state: 'other' };
  if (held.finished) return { state: 'answered', response: held.response };
  return held.dead ? { state: 'new', since: held.createdAt.getTime() } : { state: 'busy' };
}

export async function finishRequest(sql: Sql, request: KeyedRequest, response: Json): Promise<void> {
  await sql`update idempotency_keys set response = ${JSON.stringify(response)}::text::json, finished_at = now()
    where workspace_id = ${request.workspaceId} and user_id = ${request.userId} and key = ${request.key}`;
}

/** Nothing was done: the same key may try again. */
export async function giveUpRequest(sql: Sql, request: KeyedRequest): Promise<void> {
  await sql`delete from idempotency_keys
    where workspace_id = ${request.workspaceId} and user_id = ${request.userId} and key = ${request.key} and finished_at is null`;
}
