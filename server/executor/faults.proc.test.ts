/**
 * The fault matrix with a real PostgreSQL, a real worker process that is killed with SIGKILL, and a service in another
 * process with a ledger of its own. Each run writes three times, to targets that keep operation keys, that can be asked,
 * and that do neither; the worker is killed at the same point of each write.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PlanDocument } from '#core/plan/schema.ts';
import { runInvariants } from '#core/run/invariants.ts';
import type { RunState } from '#core/run/state.ts';
import { createConnection } from '#db/connections.ts';
import { openQueue, type Queue } from '#db/queue.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { type LedgerService, startLedgerService } from './testing/ledger-service.ts';
import { createRunHarness, type RunHarness, WORKSPACE } from './testing/run-harness.ts';
import { bundleWorker, startWorkerProcess, type WorkerProcess } from './testing/worker-process.ts';

const kinds = ['key', 'lookup', 'none'] as const;
type Kind = (typeof kinds)[number];
/** A loaded machine takes its time; nothing here waits for this long otherwise. */
const PATIENCE_MS = 120_000;

const database = useTestDatabase();
let queue: Queue;
let service: LedgerService;
let runs: RunHarness;
let bundle: Awaited<ReturnType<typeof bundleWorker>>;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  bundle = await bundleWorker();
  queue = await openQueue({ url: database().url });
  service = await startLedgerService();
  await database().sql`insert into workspaces (id, name, mode) values (${WORKSPACE}, 'Test', 'solo')`;
  for (const kind of kinds) {
    const lookup = { path: '/effects/{key}', committedWhen: 'output.body.found' };
    await createConnection(database().sql, {
      workspaceId: WORKSPACE,
      name: kind,
      kind: 'http',
      environment: 'test',
      credentialRef: null,
      allowList: [],
      readOnly: false,
      dedupe: kind,
      maxInFlightMs: 1_500,
      createdBy: 'bob',
      config: { baseUrl: service.url, allowPrivate: true, ...(kind === 'lookup' ? { lookup } : {}) },
    });
  }
  runs = await createRunHarness(database().sql, queue);
}, PATIENCE_MS);

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill('SIGKILL');
});
afterAll(async () => {
  await queue?.stop();
  await service?.stop();
  bundle?.remove();
});

function startWorker(faults = ''): WorkerProcess {
  const worker = startWorkerProcess(bundle.file, database().url, { FAULTS: faults });
  workers.push(worker);
  return worker;
}

type Write = { kind: Kind; path: string };
/** read -> one step for each write -> after. A step is called as the kind of its target. */
function planOf(writes: Write[], timeoutMs: number): PlanDocument {
  const work = (connection: Kind, method: string, path: string) => ({
    kind: 'tool' as const,
    tool: 'http.request',
    args: { connection, method, path },
  });
  const ids = ['read', ...writes.map(({ kind }) => kind)];
  return {
    artifact: 'plan/v1',
    objective: 'Every effect is there once.',
    steps: [
      { id: 'read', title: 'Read', work: work('key', 'GET', '/read') },
      ...writes.map(({ kind, path }, index) => ({
        id: kind,
        title: `Write to ${kind}`,
        work: work(kind, 'POST', path),
        needs: [ids[index] ?? 'read'],
        timeoutMs,
      })),
      { id: 'after', title: 'After', work: work('key', 'GET', '/after'), needs: [ids.at(-1) ?? 'read'] },
    ],
    success: [{ id: 'read_back', expr: 'steps["after"].output.status == 200', message: 'The end was read.' }],
  };
}

const isOver = (state: RunState) => state.end !== undefined;
const asksPerson = (state: RunState) =>
  state.steps.none?.status === 'unknown' && state.steps.none.reconcileAt === null;

type Row = {
  title: string;
  fault: (kind: Kind) => string;
  /** The opaque target: what becomes of the write, and its effects. */ opaque: {
    ends: 'succeeded' | 'unknown';
    effects: number;
  };
};
const rows: Row[] = [
  {
    title: '[FM1] kill -9 before the intent: it runs once',
    fault: (kind) => `before-intent@${kind}:kill`,
    opaque: { ends: 'succeeded', effects: 1 },
  },
  {
    title: '[FM2] kill -9 after the intent, before the call: an opaque target is unknown',
    fault: (kind) => `after-intent@${kind}:kill`,
    opaque: { ends: 'unknown', effects: 0 },
  },
  {
    title: '[FM4] kill -9 after the effect, before its outcome is committed',
    fault: (kind) => `before-outcome@${kind}:kill`,
    opaque: { ends: 'unknown', effects: 1 },
  },
  {
    title: '[FM5] kill -9 after the outcome is committed: the redelivery is a no-op',
    fault: (kind) => `after-outcome@${kind}:kill`,
    opaque: { ends: 'succeeded', effects: 1 },
  },
];

for (const [index, { title, fault, opaque }] of rows.entries()) {
  test(`[R8] ${title}`, { timeout: PATIENCE_MS }, async () => {
    const writes = kinds.map((kind) => ({ kind, path: `/${kind}/${index}` }));
    const runId = await runs.start(planOf(writes, 10_000));
    for (const kind of kinds) await dies(startWorker(fault(kind)), runId);
    await endsAs(runId, writes, opaque);
  });
}

test(
  '[case 70] [R8] [FM3] kill -9 during the call: an opaque target is unknown, whatever became of it',
  { timeout: PATIENCE_MS },
  async () => {
    const writes = kinds.map((kind) => ({ kind, path: `/${kind}/300` }));
    const runId = await runs.start(planOf(writes, 10_000));
    for (const { path } of writes) {
      const arrived = service.nextRequest(path);
      const worker = startWorker();
      void arrived.then(() => worker.kill('SIGKILL')); // its effect comes 300 ms later
      await dies(worker, runId);
      await service.settled();
    }
    await endsAs(runId, writes, { ends: 'unknown', effects: 1 });
  },
);

test(
  '[R8] [FM5] kill -9 before the job is acknowledged: the redelivery is a no-op',
  { timeout: PATIENCE_MS },
  async () => {
    const writes: Write[] = [{ kind: 'key', path: '/key/5' }];
    const runId = await runs.start(planOf(writes, 10_000));
    await dies(startWorker('before-ack:kill'), runId); // waiting for the approval, it gives the run back
    await dies(startWorker('before-ack:kill'), runId); // and again at its end
    await endsAs(runId, writes, { ends: 'succeeded', effects: 0 });
  },
);

test(
  '[case 69] [E2] [E3] [FM6] [FM7] slower than the timeout is unknown, never failed; an effect that comes after the lookup is still one',
  { timeout: PATIENCE_MS },
  async () => {
    const slow = [
      await runs.start(planOf([{ kind: 'key', path: '/key/900' }], 300)),
      await runs.start(planOf([{ kind: 'lookup', path: '/lookup/900' }], 300)),
    ];
    const cut = await runs.start(planOf([{ kind: 'lookup', path: '/lookup/901/cut' }], 1_000));
    startWorker();
    for (const runId of [...slow, cut]) {
      await runs.until(runId, isOver, PATIENCE_MS);
      await service.settled();
      await expectDoneOnce(runId, 'key', 'lookup');
      const events = await runs.events(runId);
      expect(
        events.some((event) => event.type === 'attempt-finished' && event.data.outcome === 'unknown'),
      ).toBe(true);
      expect(
        events.some((event) => event.type === 'effect-reconciled' && event.data.verdict === 'committed'),
      ).toBe(true);
    }
    expect(
      (await runs.events(cut)).some(({ type }) => type === 'reconcile-inconclusive'),
      'the first look came too early',
    ).toBe(true);
  },
);

/** Approves what asks until the worker has died. */
async function dies(worker: WorkerProcess, runId: string): Promise<void> {
  let hasDied = false;
  void worker.exited.then(() => (hasDied = true));
  await runs.until(runId, () => hasDied, PATIENCE_MS);
  expect(await worker.exited, worker.log()).toBe('SIGKILL');
}

/** A worker without faults brings the run to its end. */
async function endsAs(runId: string, writes: readonly Write[], opaque: Row['opaque']): Promise<void> {
  startWorker();
  const state = await runs.until(runId, opaque.ends === 'unknown' ? asksPerson : isOver, PATIENCE_MS);
  await service.settled();
  await expectDoneOnce(runId, 'key', 'lookup', ...(opaque.ends === 'succeeded' ? (['none'] as const) : []));
  const effects = service.effects.filter((name) =>
    writes.some(({ kind, path }) => kind === 'none' && path === name),
  );
  expect(effects).toHaveLength(opaque.effects);
  if (opaque.ends === 'succeeded') expect(state.status).toBe('succeeded');
  expect(runInvariants(state)).toEqual([]);
}

/** By the service's ledger and by the run's log; only steps that the plan has count. */
async function expectDoneOnce(runId: string, ...kindsToCheck: Kind[]): Promise<void> {
  const events = await runs.events(runId);
  expect(
    events.map(({ version }) => version),
    '[I5] versions without gaps',
  ).toEqual(events.map((_, index) => index + 1));
  for (const kind of kindsToCheck) {
    const intents = events.flatMap((event) =>
      event.type === 'attempt-dispatched' && event.data.address.stepId === kind
        ? [event.data.operationKey]
        : [],
    );
    if (intents.length === 0) continue;
    const done = events.filter(
      (event) => event.type === 'step-succeeded' && event.data.address.stepId === kind,
    );
    expect(done, `${kind} is done once`).toHaveLength(1);
    if (kind !== 'none')
      expect(
        service.effects.filter((key) => intents.includes(key)),
        `[I1] effects of ${kind}`,
      ).toHaveLength(1);
  }
}
