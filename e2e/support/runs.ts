/** Runs made through the API, so that a screen test starts where its screen does. */
import { expect } from '@playwright/test';
import postgres from 'postgres';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { Api } from './api.ts';

const key = (): string => crypto.randomUUID();

/** A service that keeps no operation keys: what is lost on the way to it only a person can find out. */
export async function connectService(
  api: Api,
  url: string,
  dedupe: 'none' | 'key' = 'none',
): Promise<string> {
  const name = `svc-${key().slice(0, 8)}`;
  await api.connections.create.mutate({
    connection: {
      name,
      kind: 'http',
      environment: 'test',
      baseUrl: url,
      readOnly: false,
      dedupe,
      allowPrivate: true,
      maxInFlightMs: 1_000,
    },
    idempotencyKey: key(),
  });
  return name;
}

export function personStep(id: string, more: Partial<Step> = {}): Step {
  return {
    id,
    title: `Ask about ${id}`,
    success: `Somebody has answered ${id}.`,
    work: { kind: 'person', prompt: `What is true of ${id}?` },
    ...more,
  };
}

/** One write over HTTP; `fault` is what the service of the tests shall do with it. */
export function writeStep(id: string, connection: string, fault?: string, more: Partial<Step> = {}): Step {
  return {
    id,
    title: `Send ${id}`,
    success: `The service has recorded ${id}.`,
    work: {
      kind: 'tool',
      tool: 'http.request',
      args: {
        connection,
        method: 'POST',
        path: '/none/effects',
        headers: fault ? { 'x-fault': fault } : {},
        body: { item: id, amount: 12 },
      },
    },
    ...more,
  };
}

export type Started = { runId: string; planId: string };

/** Plan → approved → started. */
export async function startPlan(
  api: Api,
  title: string,
  steps: Step[],
  limits?: PlanDocument['limits'],
): Promise<Started> {
  const made = await api.plans.create.mutate({
    title,
    note: 'For a test of the screens.',
    document: {
      artifact: 'plan/v1',
      objective: title,
      steps,
      success: [{ id: 'done', expr: 'true', message: 'Nothing to look at.' }],
      ...(limits && { limits }),
    },
    idempotencyKey: key(),
  });
  const { planId, version, hash } = made;
  await api.plans.approve.mutate({ planId, version, hash, idempotencyKey: key() });
  const { runId } = await api.runs.start.mutate({ planId, version, hash, idempotencyKey: key() });
  return { runId, planId };
}

/** Signs the next `count` calls that the run asks for. */
export async function signCalls(api: Api, runId: string, count = 1): Promise<void> {
  for (let signed = 0; signed < count;) {
    await expect
      .poll(async () => (await api.approvals.list.query({ tab: 'needs-you', runId })).approvals.length)
      .toBeGreaterThan(0);
    const { approvals } = await api.approvals.list.query({ tab: 'needs-you', runId });
    for (const { approvalId } of approvals) {
      const card = await api.approvals.get.query({ approvalId });
      await api.approvals.decide.mutate({
        decisions: [{ approvalId, seal: card.seal }],
        verdict: 'approve',
        planVersion: card.planVersion,
        policyRevision: card.policyRevision,
        idempotencyKey: key(),
      });
      signed += 1;
    }
  }
}

/** Waits until the run's state says so. */
export async function runUntil(
  api: Api,
  runId: string,
  done: (state: Awaited<ReturnType<Api['runs']['get']['query']>>['state']) => boolean,
): Promise<void> {
  await expect.poll(async () => done((await api.runs.get.query({ runId })).state)).toBe(true);
}

/**
 * Makes the log of a run long, as a chatty run would: `count` more events (pauses that are resumed at once), written
 * where the run's events are kept while nothing drives it.
 */
export async function lengthenLog(databaseUrl: string, runId: string, count: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      const [run] = await tx<{ workspace: string; version: number }[]>`
        select workspace_id as workspace, version from runs where id = ${runId} for update`;
      if (!run) throw new Error(`No run ${runId}`);
      await tx`
        insert into run_events (workspace_id, run_id, version, schema, type, at, actor, data)
        select ${run.workspace}, ${runId}, ${run.version} + n, 1, case when n % 2 = 1 then 'run-paused' else 'run-resumed' end,
          now(), '{"kind":"system","id":"chatty","name":"A chatty run"}'::json, '{}'::json
        from generate_series(1, ${count}::int) n`;
      await tx`update runs set version = version + ${count} where id = ${runId}`;
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
