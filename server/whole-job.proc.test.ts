/** The main job through the API with a real worker process: goal, plan, run, approvals, a check fails, revision, end. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { RunEvent } from '#core/run/events.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import {
  bundleWorker,
  startWorkerProcess,
  type WorkerProcess,
} from '#server/executor/testing/worker-process.ts';
import { fillShop } from '#server/samples/prepare.ts';
import { eventually } from '#server/testing/processes.ts';
import { createTestApi, type TestApi } from '#server/testing/web-app.ts';

type Caller = ReturnType<TestApi['as']>;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function setUp(
  seed: number,
): Promise<{ product: TestDatabase; shop: TestDatabase; ada: Caller; worker: WorkerProcess }> {
  const product = await createTestDatabase();
  cleanups.push(() => product.drop());
  const shop = await createTestDatabase({ empty: true });
  cleanups.push(() => shop.drop());
  await fillShop(shop.url, seed);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-job-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const api = await createTestApi(product, { dataDir: folder });
  cleanups.push(() => api[Symbol.asyncDispose]());
  await api.workspace('w', { ada: ['admin', 'approver', 'author', 'operator', 'viewer'] }, 'solo');
  process.env.SHOP_URL_FOR_TEST = shop.url;
  const ada = api.as('ada');
  await ada.connections.create({
    connection: {
      name: 'shop',
      kind: 'postgres',
      environment: 'sample',
      credentialRef: 'env:SHOP_URL_FOR_TEST',
      readOnly: false,
      dedupe: 'key',
      maxInFlightMs: 10_000,
    },
  });
  const bundle = await bundleWorker();
  cleanups.push(() => bundle.remove());
  const worker = startWorkerProcess(bundle.file, product.url, { SHOP_URL_FOR_TEST: shop.url });
  cleanups.push(() => worker.kill('SIGTERM'));
  await worker.ready;
  return { product, shop, ada, worker };
}

async function startedRun(ada: Caller): Promise<{ planId: string; runId: string }> {
  const made = await ada.playbooks.make({
    goal: 'Split users.full_name into first and last name without downtime',
    playbookId: 'split-name',
    parameters: {},
  });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  expect(made.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  const version = await ada.plans.version({ planId: made.planId, version: 1 });
  await ada.plans.approve({ planId: made.planId, version: 1, hash: version.hash });
  const { runId } = await ada.runs.start({
    planId: made.planId,
    version: 1,
    hash: version.hash,
    idempotencyKey: 'start-once',
  });
  return { planId: made.planId, runId };
}

/** Answers what the run asks, as a person would, until it ends. Returns what was asked, in order. */
async function answerUntilEnd(ada: Caller, runId: string, planId: string): Promise<string[]> {
  const asked: string[] = [];
  await eventually(async () => {
    const { state } = await ada.runs.get({ runId });
    if (state.status !== 'running') return true;
    if (state.replan?.phase === 'review') {
      const { planVersion, planHash } = state.replan;
      asked.push(
        `review v${planVersion}: ${state.replan.reviewReasons.map((reason) => `${reason.code} ${reason.stepId}`).join(', ')}`,
      );
      await ada.plans.approve({ planId, version: planVersion, hash: planHash });
      return false;
    }
    const { approvals } = await ada.approvals.list({ tab: 'needs-you', runId });
    const first = approvals[0];
    if (!first) return false;
    const card = await ada.approvals.get({ approvalId: first.approvalId });
    if (card.batchOf && card.siblings.length < 7) return false; // the whole batch is on the card first
    const decisions = [card, ...card.siblings.filter((sibling) => sibling.status === 'pending')].map(
      ({ approvalId, seal }) => ({ approvalId, seal }),
    );
    asked.push(`${card.tier} ${card.address.stepId} x${decisions.length}`);
    await ada.approvals.decide({
      decisions,
      verdict: 'approve',
      planVersion: card.planVersion,
      policyRevision: card.policyRevision,
      idempotencyKey: `decide-${card.approvalId}`,
      ...(card.tier === 'critical' && {
        typed: card.arming.type ?? '',
        reason: 'Checked with the shop team at the desk.',
      }),
    });
    return false;
  }, 45_000);
  return asked;
}

test('[R7] [N1] [N4] [A11] the main job: approvals, a check that fails on real data, a reviewed revision, an honest end', async () => {
  const { shop, ada, worker } = await setUp(1);
  const { planId, runId } = await startedRun(ada);
  const asked = await answerUntilEnd(ada, runId, planId).catch(async (error: unknown) => {
    const { state } = await ada.runs.get({ runId });
    console.error(
      JSON.stringify({
        status: state.status,
        steps: Object.values(state.steps).map((step) => [step.address, step.status, step.failure?.message]),
        escalation: state.escalation,
        replan: state.replan?.phase,
      }),
      worker.log().slice(-4000),
    );
    throw error;
  });
  const { state } = await ada.runs.get({ runId });
  expect(state.end).toMatchObject({ status: 'succeeded', end: 'goal-met' });
  expect(asked.map((line) => line.split(':')[0])).toEqual([
    'low add_columns x1',
    'low backfill x8',
    'review v2',
    'high clean_comma_names x1',
    'high switch_view x1',
    'critical drop_column x1',
  ]);
  const columns = await shop.sql<
    { name: string }[]
  >`select column_name as name from information_schema.columns where table_name = 'users' and table_schema = 'public' order by 1`;
  expect(columns.map(({ name }) => name)).toEqual(['created_at', 'email', 'first_name', 'id', 'last_name']);
  const [bad] = await shop.sql<
    { n: number }[]
  >`select count(*)::int as n from users where first_name like '%,%' or last_name is null or first_name = ''`;
  expect(bad?.n).toBe(0);
  // The target's own ledger: each operation once, and the journal says the same.
  const [ledger] = await shop.sql<
    { n: number; keys: number }[]
  >`select count(*)::int as n, count(distinct key)::int as keys from countersign_operations where state = 'done'`;
  const { effects } = await ada.runs.effects({ runId });
  expect(ledger).toEqual({ n: 12, keys: 12 });
  expect(effects.filter((effect) => effect.state === 'committed')).toHaveLength(12);
  const { events } = await ada.runs.events({ runId, after: 0, limit: 1_000 });
  expect(events.map((event: RunEvent) => event.version)).toEqual(events.map((_, index) => index + 1));
}, 60_000);

test('[N8] clean rows: the same job without a revision', async () => {
  const { ada } = await setUp(0);
  const { planId, runId } = await startedRun(ada);
  const asked = await answerUntilEnd(ada, runId, planId);
  const { state } = await ada.runs.get({ runId });
  expect(state.end).toMatchObject({ status: 'succeeded' });
  expect(asked.filter((line) => line.startsWith('review'))).toEqual([]);
}, 60_000);
