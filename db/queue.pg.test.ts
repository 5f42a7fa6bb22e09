import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresRunStore } from './postgres-run-store.ts';
import { openQueue, type Queue } from './queue.ts';
import { useTestDatabase } from './testing/database.ts';
import { addWorkspace } from './testing/rows.ts';
import { paused, started, type Writer, writerOf } from './testing/run-events.ts';
import { beatWorker, findDeadWorkers, registerWorker } from './workers.ts';

const database = useTestDatabase();
let queue: Queue;
let workspaceId: string;
const errors: Error[] = [];

beforeAll(async () => {
  queue = await openQueue({ url: database().url, onError: (error) => errors.push(error) });
  workspaceId = await addWorkspace(database().sql);
});
afterAll(async () => {
  await queue?.stop();
  expect(errors).toEqual([]);
});

async function startRun(ring = false): Promise<{ runId: string; writer: Writer }> {
  const runId = randomUUID();
  const writer = writerOf(workspaceId, runId);
  const store = createPostgresRunStore(database().sql, { ring: queue.ringInside });
  expect(await store.append([writer.batch([started(workspaceId, runId)], { ring })])).toEqual([{ ok: true }]);
  return { runId, writer };
}
const claimAll = async (worker: string) => (await queue.claim(worker, 100)).map((claim) => claim.runId);

describe('the queue', () => {
  test('[FM10] rings before a claim are one job; a run is claimed by one worker', async () => {
    const { runId } = await startRun();
    await Promise.all(Array.from({ length: 20 }, () => queue.ring(workspaceId, runId)));
    const claims = (await Promise.all(['w1', 'w2', 'w3'].map((worker) => queue.claim(worker, 10)))).flat();
    expect(claims.map((claim) => claim.runId)).toEqual([runId]);
    const [claim] = claims;
    if (!claim) throw new Error('nobody claimed it');
    expect(await queue.complete(claim)).toBe(true);
    expect(await claimAll('w1')).toEqual([]);
  });

  test('[FM10] a ring while a run is driven waits for its end and is not lost', async () => {
    const { runId } = await startRun();
    await queue.ring(workspaceId, runId);
    const [claim] = await queue.claim('w1', 1);
    if (!claim) throw new Error('nobody claimed it');
    await Promise.all([queue.ring(workspaceId, runId), queue.ring(workspaceId, runId)]);
    expect(await claimAll('w2')).toEqual([]);
    await queue.complete(claim);
    const [next] = await queue.claim('w2', 10);
    expect(next).toMatchObject({ runId, fence: claim.fence + 1 });
    if (next) await queue.complete(next);
    expect(await claimAll('w2')).toEqual([]);
  });

  test('an append that rings does so in its own transaction', async () => {
    const { runId, writer } = await startRun(true);
    const [claim] = await queue.claim('w1', 10);
    expect(claim?.runId).toBe(runId);
    if (claim) await queue.complete(claim);
    const store = createPostgresRunStore(database().sql, { ring: queue.ringInside });
    const refused = { ...writer.batch([paused()]), expectedVersion: 7 };
    refused.state.version = 8;
    expect(await store.append([{ ...refused, ring: true }])).toEqual([{ ok: false, reason: 'version' }]);
    expect(await claimAll('w1')).toEqual([]);
  });

  test('[FM9] each claim raises the fence, and the one before can neither append nor complete', async () => {
    const { runId, writer } = await startRun(true);
    const [first] = await queue.claim('dead', 1);
    if (!first) throw new Error('nobody claimed it');
    expect(await queue.seize(['dead'])).toEqual([{ workspaceId, runId }]);
    const [second] = await queue.claim('alive', 1);
    if (!second) throw new Error('nobody claimed it again');
    expect(second.fence).toBeGreaterThan(first.fence);
    expect(await queue.beat([first, second])).toEqual([second]);
    const store = createPostgresRunStore(database().sql);
    const stale = writer.batch([paused()], { fence: first.fence });
    expect(await store.append([stale])).toEqual([{ ok: false, reason: 'fenced' }]);
    expect(await queue.complete(first)).toBe(false);
    expect(await claimAll('third'), 'the stale completion freed nothing').toEqual([]);
    expect(await store.append([{ ...stale, fence: second.fence }])).toEqual([{ ok: true }]);
    expect(await queue.complete(second)).toBe(true);
  });

  test('a released run is rung again', async () => {
    const { runId } = await startRun(true);
    const [claim] = await queue.claim('w1', 1);
    if (!claim) throw new Error('nobody claimed it');
    expect(await queue.release(claim)).toBe(true);
    const [again] = await queue.claim('w2', 1);
    expect(again?.runId).toBe(runId);
    if (again) await queue.complete(again);
  });

  test('the sweeper finds runs with work or a due timer and no driver, and no others', async () => {
    const { sql } = database();
    await sql`update runs set has_work = false, wake_at = null`;
    const [busy, due, later, driven] = await Promise.all([startRun(), startRun(), startRun(), startRun()]);
    const set = (runId: string, hasWork: boolean, wakeInMs: number | null, workerId: string | null) =>
      sql`update runs set has_work = ${hasWork}, worker_id = ${workerId}, wake_at = now() + ${wakeInMs}::float8 * interval '1 millisecond'
        where workspace_id = ${workspaceId} and id = ${runId}`;
    await set(busy.runId, true, null, null);
    await set(due.runId, false, -1, null);
    await set(later.runId, false, 60_000, null);
    await set(driven.runId, true, -1, 'somebody');
    const found = (await queue.sweep()).map((run) => run.runId).sort();
    expect(found).toEqual([busy.runId, due.runId].sort());
    await queue.sweep();
    const claims = await queue.claim('w1', 100);
    expect(claims.map((claim) => claim.runId).sort()).toEqual(found);
    await Promise.all(claims.map((claim) => queue.complete(claim)));
    await sql`update runs set has_work = false, wake_at = null, worker_id = null`;
  });

  test('a hint of a run that ended since is thrown away', async () => {
    const { runId } = await startRun(true);
    await database().sql`update runs set status = 'cancelled' where id = ${runId}`;
    expect(await claimAll('w1')).toEqual([]);
    const left = await database().sql`select id from countersign_queue.job where name = 'drive'`;
    expect(left).toHaveLength(0);
  });

  test('opening it twice at once is harmless', async () => {
    const opened = await Promise.all([
      openQueue({ url: database().url }),
      openQueue({ url: database().url }),
    ]);
    await Promise.all(opened.map((other) => other.stop()));
  });
});

describe('workers', () => {
  const limits = { deadAfterMs: 60_000, sessionGoneMs: 0 };
  const register = (id: string, onLost?: () => void) =>
    registerWorker({
      url: database().url,
      id,
      host: 'here',
      pid: 1,
      version: '1',
      ...(onLost && { onLost }),
    });

  test('a worker whose session is gone loses its runs and is told', async () => {
    const { sql } = database();
    let lost = () => {};
    const wasLost = new Promise<void>((resolve) => {
      lost = resolve;
    });
    const worker = await register('killed', lost);
    const other = await register('living');
    const { runId } = await startRun(true);
    const [claim] = await queue.claim('killed', 1);
    expect(claim?.runId).toBe(runId);
    expect(await findDeadWorkers(sql, limits)).toEqual([]);
    await sql`select pg_terminate_backend(l.pid) from pg_locks l join workers w on l.objid::bigint = w.lock_key
      where l.locktype = 'advisory' and w.id = 'killed'`;
    await wasLost;
    expect(worker.isHeld()).toBe(false);
    const dead = await findDeadWorkers(sql, limits);
    expect(dead).toEqual(['killed']);
    expect(await beatWorker(sql, 'killed')).toBe(false);
    expect(await beatWorker(sql, 'living')).toBe(true);
    expect(await queue.seize(dead)).toEqual([{ workspaceId, runId }]);
    const [again] = await queue.claim('living', 1);
    expect(again?.runId).toBe(runId);
    if (again) await queue.complete(again);
    await Promise.all([worker.stop(), other.stop()]);
  });

  test('a worker that holds its session but stopped beating is dead after its limit', async () => {
    const { sql } = database();
    const worker = await register('silent');
    const { runId } = await startRun(true);
    await queue.claim('silent', 1);
    await sql`update workers set beat_at = now() - interval '16 seconds' where id = 'silent'`;
    expect(await findDeadWorkers(sql, { deadAfterMs: 20_000, sessionGoneMs: 3_000 })).toEqual([]);
    expect(await findDeadWorkers(sql, { deadAfterMs: 15_000, sessionGoneMs: 3_000 })).toEqual(['silent']);
    expect(await queue.seize(['silent'])).toEqual([{ workspaceId, runId }]);
    const [again] = await queue.claim('other', 1);
    if (again) await queue.complete(again);
    await worker.stop();
  });
});
