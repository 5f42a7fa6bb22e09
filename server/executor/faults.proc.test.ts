/**
 * The fault matrix with a real PostgreSQL, a real worker process that is killed with SIGKILL, and a service in another
 * process with a ledger of its own. Each case has its own database and service, so several run side by side.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { PlanDocument } from '#core/plan/schema.ts';
import { runInvariants } from '#core/run/invariants.ts';
import type { RunState } from '#core/run/state.ts';
import { createConnection } from '#db/connections.ts';
import { openQueue, type Queue } from '#db/queue.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { type LedgerService, startLedgerService } from './testing/ledger-service.ts';
import { createRunHarness, type RunHarness, WORKSPACE } from './testing/run-harness.ts';
import { startWorkerProcess, type WorkerProcess } from './testing/worker-process.ts';

type Dedupe = 'key' | 'lookup' | 'none';
type Stage = { database: TestDatabase; queue: Queue; service: LedgerService; runs: RunHarness; start(env?: Record<string, string>): WorkerProcess };

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function setTheStage(dedupe: Dedupe, maxInFlightMs: number): Promise<Stage> {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const queue = await openQueue({ url: database.url });
  cleanups.push(() => queue.stop());
  const service = await startLedgerService();
  cleanups.push(() => service.stop());
  await database.sql`insert into workspaces (id, name, mode) values (${WORKSPACE}, 'Test', 'solo')`;
  await createConnection(database.sql, {
    workspaceId: WORKSPACE, name: 'ledger', kind: 'http', environment: 'test', credentialRef: null, allowList: [], readOnly: false, dedupe, maxInFlightMs, createdBy: 'bob',
    config: {
      baseUrl: service.url, allowPrivate: true,
      ...(dedupe === 'lookup' ? { lookup: { path: '/effects/{key}', committedWhen: 'output.body.found' } } : {}),
    },
  });
  const runs = await createRunHarness(database.sql, queue);
  const start = (env: Record<string, string> = {}) => {
    const worker = startWorkerProcess(database.url, env);
    cleanups.push(() => worker.kill('SIGKILL'));
    return worker;
  };
  return { database, queue, service, runs, start };
}

/** read -> write -> after, the write in the middle. */
function planOf(dedupe: Dedupe, timeoutMs: number): PlanDocument {
  const request = (method: string, path: string) => ({ kind: 'tool' as const, tool: 'http.request', args: { connection: 'ledger', method, path } });
  return {
    artifact: 'plan/v1',
    objective: 'The effect is there once.',
    steps: [
      { id: 'read', title: 'Read', work: request('GET', '/read') },
      { id: 'write', title: 'Write', work: request('POST', `/${dedupe}`), needs: ['read'], timeoutMs },
      { id: 'after', title: 'After', work: request('GET', '/after'), needs: ['write'] },
    ],
    success: [{ id: 'read_back', expr: 'steps["after"].output.status == 200', message: 'The end was read.' }],
  };
}

const isOver = (state: RunState) => state.end !== undefined;
const waitsForPerson = (state: RunState) => state.steps.write?.status === 'unknown' && state.steps.write.reconcileAt === null;

type Case = { row: string; fault: string; ends: Record<Dedupe, { status: 'succeeded' | 'unknown'; effects: number }> };
const once = { status: 'succeeded', effects: 1 } as const;
const cases: Case[] = [
  { row: '[FM1] kill -9 before the intent', fault: 'before-intent@write:kill', ends: { key: once, lookup: once, none: once } },
  { row: '[FM2] kill -9 after the intent, before the call', fault: 'after-intent@write:kill', ends: { key: once, lookup: once, none: { status: 'unknown', effects: 0 } } },
  { row: '[FM3] kill -9 during the call', fault: 'during-call@write:kill:100', ends: { key: once, lookup: once, none: { status: 'unknown', effects: 1 } } },
  { row: '[FM4] kill -9 after the effect, before its outcome is committed', fault: 'before-outcome@write:kill', ends: { key: once, lookup: once, none: { status: 'unknown', effects: 1 } } },
  { row: '[FM5] kill -9 after the outcome is committed', fault: 'after-outcome@write:kill', ends: { key: once, lookup: once, none: once } },
];

describe.concurrent('a worker is killed', () => {
  for (const { row, fault, ends } of cases) {
    for (const dedupe of ['key', 'lookup', 'none'] as const) {
      test(`[R8] ${row}: dedupe ${dedupe} ends ${ends[dedupe].status} with ${ends[dedupe].effects} effects`, async () => {
        const { service, runs, start } = await setTheStage(dedupe, 300);
        service.behave({ beforeMs: 200 });
        const runId = await runs.start(planOf(dedupe, 1_000));
        const killed = start({ FAULTS: fault });
        await approveUntil(killed.exited, runs, runId);
        start();
        const state = await runs.until(runId, ends[dedupe].status === 'unknown' ? waitsForPerson : isOver, 30_000);
        await settled(service);
        expect(service.effects).toHaveLength(ends[dedupe].effects);
        if (ends[dedupe].status === 'succeeded') await expectDoneOnce(runs, runId, state);
        else expect(state.end, 'it waits for a person').toBeUndefined();
      });
    }
  }

  test('[R8] [FM5] kill -9 before the job is acknowledged: the redelivery is a no-op', async () => {
    const { service, runs, start } = await setTheStage('key', 300);
    const runId = await runs.start(planOf('key', 1_000));
    await approveUntil(start({ FAULTS: 'before-ack:kill' }).exited, runs, runId, isOver); // dies each time it has nothing to do but wait
    start();
    await expectDoneOnce(runs, runId, await runs.until(runId, isOver, 30_000));
    expect(service.effects).toHaveLength(1);
  });
});

describe.concurrent('the service is slow', () => {
  for (const dedupe of ['key', 'lookup'] as const) {
    test(`[E2] [FM6] slower than the timeout is unknown, never failed: dedupe ${dedupe}`, async () => {
      const { service, runs, start } = await setTheStage(dedupe, 1_500);
      service.behave({ beforeMs: 600 });
      const runId = await runs.start(planOf(dedupe, 300));
      start();
      const state = await runs.until(runId, isOver, 30_000);
      await settled(service);
      expect(service.effects).toHaveLength(1);
      await expectDoneOnce(runs, runId, state);
      const events = await runs.events(runId);
      expect(events.some((event) => event.type === 'attempt-finished' && event.data.outcome === 'unknown')).toBe(true);
    });
  }

  test('[E3] [FM7] an effect that comes after the lookup said "not found" is still one effect', async () => {
    const { service, runs, start } = await setTheStage('lookup', 2_500);
    service.behave({ beforeMs: 1_200, cut: 'before' }); // the connection is reset, the effect comes later
    const runId = await runs.start(planOf('lookup', 1_000));
    start();
    const state = await runs.until(runId, isOver, 30_000);
    expect(service.effects).toHaveLength(1);
    await expectDoneOnce(runs, runId, state);
    const events = await runs.events(runId);
    expect(events.some(({ type }) => type === 'reconcile-inconclusive'), 'the first look was too early').toBe(true);
  });
});

/** Approves what asks until the worker has died of its fault. */
async function approveUntil(exited: WorkerProcess['exited'], runs: RunHarness, runId: string, also = (_state: RunState) => false): Promise<void> {
  let hasDied = false;
  void exited.then(() => (hasDied = true));
  await runs.until(runId, (state) => hasDied || also(state), 30_000);
  expect(await exited).toBe('SIGKILL');
}

/** Effects of requests that were under way have come by then. */
async function settled(service: LedgerService): Promise<void> {
  while (service.underWay() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function expectDoneOnce(runs: RunHarness, runId: string, state: RunState): Promise<void> {
  expect(state.status).toBe('succeeded');
  expect(runInvariants(state)).toEqual([]);
  const events = await runs.events(runId);
  expect(events.map(({ version }) => version), '[I5] versions without gaps').toEqual(events.map((_, index) => index + 1));
  const done = events.filter((event) => event.type === 'step-succeeded' && event.data.address.stepId === 'write');
  expect(done).toHaveLength(1);
}
