import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { earlierDecisions } from './approvals.ts';
import { openSql } from './connect.ts';
import { UnreadableEventError } from './decode.ts';
import { createPostgresRunStore } from './postgres-run-store.ts';
import { findResourceHolders } from './resource-holders.ts';
import { useTestDatabase } from './testing/database.ts';
import { addPlan, addWorkspace } from './testing/rows.ts';
import {
  ANNA,
  asked,
  AT,
  committed,
  dispatched,
  granted,
  paused,
  planOf,
  rejected,
  resumed,
  started,
  succeeded,
  writerOf,
} from './testing/run-events.ts';

const database = useTestDatabase();
let workspaceId: string;
beforeAll(async () => {
  workspaceId = await addWorkspace(database().sql);
  await addPlan(database().sql, workspaceId, 'plan');
});

async function newRun(document = planOf('read', 'copy'), options = {}) {
  const runId = randomUUID();
  const writer = writerOf(workspaceId, runId);
  const store = createPostgresRunStore(database().sql, options);
  const append = async (...args: Parameters<typeof writer.batch>) =>
    expect(await store.append([writer.batch(...args)])).toEqual([{ ok: true }]);
  await append([started(workspaceId, runId, document)]);
  return { runId, writer, store, append };
}

describe('rows beside the events', () => {
  test('a run is numbered in its workspace, and its row follows its events', async () => {
    const { sql } = database();
    const own = await addWorkspace(sql);
    const store = createPostgresRunStore(sql);
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const starts = ids.map((runId) => writerOf(own, runId).batch([started(own, runId)]));
    await store.append(starts.slice(0, 2));
    await store.append(starts.slice(2));
    const rows =
      await sql`select id, number, status, version, total, started_at as at from runs where workspace_id = ${own} order by number`;
    expect([...rows]).toEqual(
      ids.map((id, index) => ({
        id,
        number: index + 1,
        status: 'running',
        version: 1,
        total: 2,
        at: new Date(AT),
      })),
    );
  });

  test('a step, its approval and its effect are rows at every moment', async () => {
    const { sql } = database();
    const { runId, append } = await newRun();
    const approvalId = randomUUID();
    const operationKey = randomUUID();
    const look = async () => {
      const [step] =
        await sql`select status, approval_id as "approvalId", summary from step_runs where run_id = ${runId} and address = 'read'`;
      const [approval] =
        await sql`select status, granted, decided_by as "decidedBy" from approvals where id = ${approvalId}`;
      const [effect] =
        await sql`select state, settled_at as "settledAt" from effects where operation_key = ${operationKey}`;
      return { step, approval, effect };
    };
    expect((await look()).step).toMatchObject({ status: 'ready' });
    await append([asked('read', approvalId)]);
    expect(await look()).toMatchObject({
      step: { status: 'needs-approval', approvalId },
      approval: { status: 'pending', granted: 0 },
    });
    await append([granted(approvalId)]);
    expect((await look()).approval).toMatchObject({ status: 'granted', granted: 1, decidedBy: [ANNA] });
    await append([dispatched('read', operationKey, [approvalId])]);
    expect(await look()).toMatchObject({
      step: { status: 'running', summary: 'Copy 3 rows' },
      approval: { status: 'consumed' },
      effect: { state: 'intended', settledAt: null },
    });
    expect(await findResourceHolders(sql, workspaceId, ['shop.users'])).toMatchObject([
      { runId, operationKey },
    ]);
    expect(await findResourceHolders(sql, workspaceId, ['shop.users'], runId)).toEqual([]);
    await append([committed('read', operationKey), succeeded('read')]);
    expect(await look()).toMatchObject({
      step: { status: 'succeeded' },
      effect: { state: 'committed', settledAt: new Date(AT) },
    });
    expect(await findResourceHolders(sql, workspaceId, ['shop.users'])).toEqual([]);
  });

  test('who rejected stays in the row', async () => {
    const { append } = await newRun();
    const approvalId = randomUUID();
    await append([asked('read', approvalId)]);
    await append([rejected(approvalId)]);
    await append([paused()]);
    const [row] = await database()
      .sql`select status, decided_by as "decidedBy", reason from approvals where id = ${approvalId}`;
    expect(row).toEqual({ status: 'rejected', decidedBy: [ANNA], reason: 'Not today' });
  });

  test('the text that was hashed is kept byte for byte', async () => {
    const { append } = await newRun();
    const approvalId = randomUUID();
    const callText = '{"z":1,"a":1.10,"text":"\\u0000 ünïcode 🙂","tool":"http.request"}';
    await append([asked('read', approvalId, { callText, summary: 'Zero \0 in a text' })]);
    const [row] = await database()
      .sql`select call_text as "callText", summary from approvals where id = ${approvalId}`;
    expect(row).toEqual({ callText, summary: 'Zero \uFFFD in a text' });
    await append([rejected(approvalId)]);
    const earlier = await earlierDecisions(database().sql, workspaceId, 'http.request', 'another', 10);
    expect(earlier.map((approval) => approval.approvalId)).toEqual([approvalId]);
  });
});

/** Resolves once that many statements of this database wait for a lock. */
async function untilBlocked(count: number): Promise<void> {
  for (;;) {
    const waiting = await database().sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting.length >= count) return;
  }
}

describe('appending', () => {
  test('is one statement, for several runs too', async () => {
    const statements: string[] = [];
    const sql = openSql(database().url, { debug: (_connection, text) => statements.push(text) });
    try {
      const store = createPostgresRunStore(sql);
      const writers = Array.from({ length: 5 }, () => ({ runId: randomUUID() })).map(({ runId }) => ({
        runId,
        ...writerOf(workspaceId, runId),
      }));
      const batches = writers.map((writer) => writer.batch([started(workspaceId, writer.runId)]));
      await store.append(batches);
      statements.length = 0;
      const results = await store.append(writers.map((writer) => writer.batch([paused(), resumed()])));
      expect(results.every((result) => result.ok)).toBe(true);
      expect(statements).toHaveLength(1);
    } finally {
      await sql.end();
    }
  });

  test('of the same runs in opposite orders never deadlocks', async () => {
    const { sql, url } = database();
    const store = createPostgresRunStore(sql);
    const ids = ['a', 'b', 'c'].map((letter) => `${letter}-${randomUUID()}`);
    const writers = ids.map((runId) => ({ runId, ...writerOf(workspaceId, runId) }));
    await store.append(writers.map((writer) => writer.batch([started(workspaceId, writer.runId)])));
    const batches = writers.map((writer) => writer.batch([paused()]));
    const holder = openSql(url, { max: 1 });
    try {
      let appends: Promise<unknown[]> | undefined;
      await holder.begin(async (tx) => {
        await tx`select from runs where id = ${ids[1] ?? ''} for update`;
        const both = [store.append(batches)];
        await untilBlocked(1);
        both.push(store.append(batches.toReversed()));
        await untilBlocked(2);
        appends = Promise.all(both);
      });
      const conflict = { ok: false, reason: 'version' };
      expect(await appends).toEqual([
        [{ ok: true }, { ok: true }, { ok: true }],
        [conflict, conflict, conflict],
      ]);
    } finally {
      await holder.end();
    }
  });

  test('keeps one snapshot a run, the latest', async () => {
    const { runId, append } = await newRun(undefined, { snapshotEvery: 3 });
    for (let turn = 0; turn < 5; turn++) await append([paused(), resumed()]);
    const rows = await database().sql`select version from run_snapshots where run_id = ${runId}`;
    expect([...rows]).toEqual([{ version: 9 }]);
  });

  test('[FM23] an event of a later release is refused with a typed error, not skipped', async () => {
    const { runId, store } = await newRun();
    const { sql } = database();
    const insert = (version: number, schema: number, type: string) => sql`
      insert into run_events (workspace_id, run_id, version, schema, type, at, actor, data)
      values (${workspaceId}, ${runId}, ${version}, ${schema}, ${type}, now(), ${JSON.stringify(ANNA)}::text::json, '{}')`;
    await insert(2, 1, 'run-teleported');
    const unreadable = await store.load(workspaceId, runId).catch((error: unknown) => error);
    expect(unreadable).toBeInstanceOf(UnreadableEventError);
    expect(unreadable).toMatchObject({
      code: 'unknown-shape',
      event: { version: 2, type: 'run-teleported' },
    });
    await insert(3, 99, 'run-paused');
    await expect(store.readEvents(workspaceId, runId, 2)).rejects.toMatchObject({ code: 'unknown-schema' });
  });

  test('events cannot be changed or deleted afterwards', async () => {
    const { runId } = await newRun();
    const { sql } = database();
    await expect(sql`update run_events set type = 'x' where run_id = ${runId}`.execute()).rejects.toThrow(
      /append-only/,
    );
    await expect(sql`delete from run_events where run_id = ${runId}`.execute()).rejects.toThrow(
      /append-only/,
    );
  });
});
