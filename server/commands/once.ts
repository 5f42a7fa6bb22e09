import { contentHash } from '#core/hash.ts';
import type { Json } from '#core/json.ts';
import type { Sql } from '#db/connect.ts';
import { beginRequest, finishRequest, giveUpRequest } from '#db/idempotency.ts';
import type { Clock } from '#server/clock.ts';
import { RefusedError, refuse } from '#server/refusal.ts';

const ASK_AGAIN_MS = 100;
const WAIT_AT_MOST_MS = 10_000;

export type OnceRequest = { workspaceId: string; userId: string; procedure: string; input: { idempotencyKey?: string | undefined; [member: string]: unknown } };

/**
 * Runs `work` once per key. A second request with the key and the same input waits for the first and gets its answer;
 * with another input it is refused. `since` is when the key was first seen: whoever repeats work that died half-way
 * can make the same ids from it. Without a key, the work is done each time.
 */
export async function once<T extends Json>(app: { sql: Sql; clock: Clock }, asked: OnceRequest, work: (since: number) => Promise<T>): Promise<T> {
  const { idempotencyKey: key, ...input } = asked.input;
  if (key === undefined) return work(app.clock.now());
  const { workspaceId, userId, procedure } = asked;
  const request = { workspaceId, userId, procedure, key, requestHash: contentHash(input) };
  for (let waited = 0; ; waited += ASK_AGAIN_MS) {
    const held = await beginRequest(app.sql, request);
    if (held.state === 'answered') return held.response as T; // as it was stored below
    if (held.state === 'other') throw refuse(409, 'key-used', 'This idempotency key was used for another request.');
    if (held.state === 'new') return workOnce(app, request, () => work(held.since));
    if (waited >= WAIT_AT_MOST_MS) throw refuse(409, 'still-at-it', 'The first request with this key is not done yet. Ask again.');
    await app.clock.sleep(ASK_AGAIN_MS);
  }
}

async function workOnce<T extends Json>(app: { sql: Sql }, request: Parameters<typeof finishRequest>[1], work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work();
    await finishRequest(app.sql, request, answer);
    return answer;
  } catch (error) {
    // Only a refusal says for certain that nothing was done; after anything else the key stays until it counts as dead.
    if (error instanceof RefusedError) await giveUpRequest(app.sql, request);
    throw error;
  }
}
