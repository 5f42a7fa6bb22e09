/**
 * `npm run bench -- executor`: what a step costs through the shipped driver, gate, policy and PostgreSQL store, with a
 * tool that does nothing. Counters are exact; milliseconds depend on the machine and are for people. BENCH_PG_URL uses
 * a server that runs already; run nothing else on it, since transactions and WAL are counted for the whole server.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PlanDocument } from '#core/plan/schema.ts';
import { planHash } from '#core/plan/normal-form.ts';
import { decide } from '#core/run/decide.ts';
import { RUN_EVENT_SCHEMA } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import { openSql, type Sql } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { applyMigrations } from '#db/migrate.ts';
import { createPostgresRunStore } from '#db/postgres-run-store.ts';
import type { RunStore } from '#db/run-store.ts';
import { realClock } from '../clock.ts';
import { createConnections } from '../connections/resolve.ts';
import { createDriver, type Driver } from '../executor/driver.ts';
import { noFaults } from '../executor/fault-points.ts';
import { createGate } from '../gate/call-tool.ts';
import { createCedarPolicyDecider } from '../gate/cedar-policy-decider.ts';
import { defaultPolicy } from '../gate/default-policy.ts';
import { newId } from '../new-id.ts';
import { createCatalog } from '../tools/catalog.ts';
import { ONE_CALL, type Tool } from '../tools/tool.ts';

const WORKSPACE = 'bench';
const WARM_UP = 2;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const noop: Tool = {
  name: 'bench.write',
  version: '1',
  description: 'A write that does nothing.',
  argsSchema: {
    type: 'object',
    properties: { step: { type: 'integer' } },
    required: ['step'],
    additionalProperties: false,
  },
  outputSchema: {},
  effect: 'write',
  risk: 'medium',
  dedupe: 'key',
  maxInFlightMs: 1_000,
  canReconcile: true,
  resource: (args) => `step ${String(args['step'])}`,
  summary: (args) => `Write ${String(args['step'])}`,
  effectSentence: () => 'Does nothing.',
  estimate: () => ONE_CALL,
  execute: async (args) => ({
    outcome: 'committed',
    output: { ok: true, step: args['step'] ?? null },
    spent: {},
  }),
  reconcile: async () => ({ verdict: 'inconclusive', final: false, evidence: 'Nobody asks.' }),
};

type Workload = { name: string; plans: PlanDocument[] };
const chain = (steps: number) => planOf(steps, (index) => (index === 0 ? [] : [index - 1]), 4);
const workloads: Workload[] = [
  { name: 'chain of 50', plans: [chain(50)] },
  { name: 'chain of 200', plans: [chain(200)] },
  {
    name: 'fan-out 100',
    plans: [
      planOf(102, (index) => (index === 0 ? [] : index === 101 ? range(100).map((at) => at + 1) : [0]), 100),
    ],
  },
  { name: '20 runs x 20', plans: range(20).map(() => chain(20)) },
];

const server = await openServer();
try {
  await applyMigrations(server.url);
  let statements = 0;
  const sql = openSql(server.url, { debug: () => void statements++ });
  const meter = openSql(server.url, { max: 1 });
  const bench = createBench(sql);
  console.log(`The driver at ${ROUNDS} rounds; ms is the median, the others of one step.\n`);
  console.log(row('', 'steps', 'ms', 'ms/step', 'statements', 'write tx', 'WAL bytes'));
  for (const { name, plans } of workloads) {
    const steps = plans.reduce((sum, plan) => sum + plan.steps.length, 0);
    const seen: { ms: number; statements: number; transactions: number; wal: number }[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const before = await countersOf(meter);
      statements = 0;
      const startedAt = performance.now();
      await bench(plans);
      const ms = performance.now() - startedAt;
      const after = await countersOf(meter);
      if (round >= WARM_UP)
        seen.push({ ms, statements, transactions: after.xid - before.xid, wal: after.wal - before.wal });
    }
    const ms = median(seen.map((one) => one.ms));
    const per = (pick: (one: (typeof seen)[number]) => number, digits: number) =>
      (median(seen.map(pick)) / steps).toFixed(digits);
    console.log(
      row(
        name,
        `${steps}`,
        ms.toFixed(0),
        (ms / steps).toFixed(2),
        per((one) => one.statements, 2),
        per((one) => one.transactions, 2),
        per((one) => one.wal, 0),
      ),
    );
  }
  await Promise.all([sql.end({ timeout: 5 }), meter.end({ timeout: 5 })]);
  const floor = process.env.BENCH_FLOOR ?? '';
  console.log(
    existsSync(floor)
      ? `\nThe bare floor: node ${floor}`
      : '\nThe bare floor (the least a safe executor writes) is not installed here; set BENCH_FLOOR to its script.',
  );
} finally {
  await server.stop();
}

function createBench(sql: Sql): (plans: readonly PlanDocument[]) => Promise<void> {
  const store = createPostgresRunStore(sql);
  const catalog = createCatalog([noop]);
  const policy = createCedarPolicyDecider({ ...defaultPolicy, approvals: '' });
  const connections = createConnections({ source: { find: async () => undefined } });
  const driver = createDriver({
    store,
    clock: realClock,
    newId,
    faults: noFaults,
    random: Math.random,
    driverId: 'bench',
    notify: () => {},
    gate: createGate({ catalog, connections, policy, clock: realClock }),
    reviser: async () => undefined,
    facts: {
      rolesOf: async () => ['operator'],
      provenanceOf: async () => undefined,
      catalog: async () => catalog.contracts(),
    },
    log: {
      warn: (fields, message) => console.warn(message, fields),
      error: (fields, message) => console.error(message, fields),
    },
  });
  return async (plans) => void (await Promise.all(plans.map((plan) => runOnce(store, driver, plan))));
}

async function runOnce(store: RunStore, driver: Driver, document: PlanDocument): Promise<void> {
  const runId = newId('run');
  const state = initialState();
  const decision = decide(state, {
    type: 'start-run',
    at: Date.now(),
    actor: { kind: 'person', id: 'bench' },
    workspaceId: WORKSPACE,
    runId,
    planId: 'bench',
    planVersion: 1,
    planHash: planHash(document),
    document,
    identity: 'service',
    solo: true,
  });
  if (!decision.ok) throw new Error(`The run does not start: ${decision.rejection.code}`);
  const touched = decision.events.flatMap((event) =>
    evolve(state, { ...event, version: state.version + 1, schema: RUN_EVENT_SCHEMA }),
  );
  await store.append([
    { workspaceId: WORKSPACE, runId, expectedVersion: 0, events: decision.events, state, touched },
  ]);
  await driver.drive({ workspaceId: WORKSPACE, runId, fence: 0 }, new AbortController().signal);
  const ended = await store.load(WORKSPACE, runId);
  if (ended?.state.status !== 'succeeded') throw new Error(`The run ended ${ended?.state.status}`);
}

function planOf(count: number, needsOf: (index: number) => number[], concurrency: number): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective: 'The bench has run.',
    steps: range(count).map((index) => ({
      id: `s${index}`,
      title: `Step ${index}`,
      work: { kind: 'tool', tool: noop.name, args: { step: index } },
      needs: needsOf(index).map((need) => `s${need}`),
    })),
    success: [{ id: 'done', expr: 'true', message: 'It ran.' }],
    limits: { concurrency },
  };
}

async function countersOf(sql: Sql): Promise<{ xid: number; wal: number }> {
  const [row] = await sql<{ xid: number; wal: number }[]>`
    select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint)::float8 as xid, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal`;
  if (!row) throw new Error('The counters cannot be read');
  return row;
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  if (process.env.BENCH_PG_URL) return { url: process.env.BENCH_PG_URL, stop: async () => {} };
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countersign-bench-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another account
  const embedded = await startEmbedded({ dataDir, durable: true });
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function row(...cells: string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(14) : cell.padStart(11))).join('');
}
function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
