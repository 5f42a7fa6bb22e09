import type { Json } from '#core/json.ts';
import type { Sql } from '#db/connect.ts';
import {
  claimIdempotent,
  finishIdempotent,
  forgetIdempotent,
  type IdempotencyScope,
} from '#db/idempotency.ts';
import type { Clock } from '#server/clock.ts';
import { RefusedError, refuse } from '#server/refusal.ts';

const ASK_AGAIN_MS = 100;
const WAIT_AT_MOST_MS = 10_000;
/** A request without an answer for this long has died with its process; its key may be taken over. */
const DEAD_AFTER_MS = 30_000;

export type OnceRequest = {
  workspaceId: string;
  userId: string;
  procedure: string;
  input: { idempotencyKey?: string | undefined; [member: string]: unknown };
};

/**
 * Runs `work` once per key. A second request with the key and the same input waits for the first and gets its answer;
 * with another input it is refused. Work that died half-way is repeated, so it makes its ids from the key
 * (`derivedId`). Without a key, the work is done each time.
 */
export async function once<T extends Json>(
  app: { sql: Sql; clock: Clock },
  asked: OnceRequest,
  work: () => Promise<T>,
): Promise<T> {
  const { idempotencyKey: key, ...input } = asked.input;
  if (key === undefined) return work();
  const { workspaceId, userId, procedure } = asked;
  const scope = { workspaceId, userId, key };
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    const claim = await claimIdempotent(app.sql, scope, { procedure, input });
    if (claim.kind === 'done') return claim.response as T; // as it was stored below
    if (claim.kind === 'mismatch')
      throw refuse(409, 'key-used', 'This idempotency key was used for another request.');
    if (claim.kind === 'new' || claim.ageMs > DEAD_AFTER_MS) return workOnce(app, scope, work);
    if (waited >= WAIT_AT_MOST_MS)
      throw refuse(409, 'still-at-it', 'The first request with this key is not done yet. Ask again.');
    await app.clock.sleep(ASK_AGAIN_MS);
  }
}

async function workOnce<T extends Json>(
  app: { sql: Sql },
  scope: IdempotencyScope,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await work();
    await finishIdempotent(app.sql, scope, answer);
    return answer;
  } catch (error) {
    // Only a refusal says for certain that nothing was done; after anything else the key stays until it counts as dead.
    if (error instanceof RefusedError) await forgetIdempotent(app.sql, scope);
    throw error;
  }
}
