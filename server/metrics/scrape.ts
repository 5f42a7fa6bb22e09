import {
  AggregatorRegistry,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Sql } from '#db/connect.ts';
import { readStanding, readWorkerMetrics, type Standing } from '#db/metrics.ts';
import { countLiveWorkers } from '../health.ts';
import type { RunMetrics } from './run-metrics.ts';

export type ScrapeDeps = { sql: Sql; metrics: Pick<RunMetrics, 'registry'>; deadAfterMs: number };
export const contentType = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * One answer for the whole installation: how things stand by the database, what this web process counted, and what each
 * living worker last stored. Series of a process end with it; sum rates over them.
 */
export async function scrape({ sql, metrics, deadAfterMs }: ScrapeDeps): Promise<string> {
  const [standing, workers, live, own] = await Promise.all([
    readStanding(sql),
    readWorkerMetrics(sql, deadAfterMs),
    countLiveWorkers(sql, deadAfterMs),
    metrics.registry.getMetricsAsJSON(),
  ]);
  const now = await standingRegistry(standing, live).getMetricsAsJSON();
  const all = [now, own, ...(workers as MetricObjectWithValues<MetricValue<string>>[][])];
  return AggregatorRegistry.aggregate(all).metrics();
}

const LIVE = ['running', 'paused', 'stopping'];
const TIERS = ['low', 'high', 'critical'];

function standingRegistry(standing: Standing, liveWorkers: number): Registry {
  const registry = new Registry();
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
  const oldest = 'Seconds that the oldest of them has waited.';

  gauge('workers', 'Workers that live.').set(liveWorkers);
  const runs = gauge('runs', 'Runs that have not ended, by status.', ['status']);
  for (const status of LIVE) runs.set({ status }, 0);
  for (const { status, count } of standing.runs) runs.set({ status }, count);
  gauge('runs_queued', 'Runs with something to do that no worker drives yet.').set(standing.queued.count);
  gauge('runs_queued_oldest_seconds', oldest).set(standing.queued.oldestSeconds);
  const steps = gauge('steps', 'Steps of runs that have not ended, by status.', ['status']);
  for (const { status, count } of standing.steps) steps.set({ status }, count);
  const waiting = gauge('approvals_waiting', 'Calls that wait for a signature, by risk.', ['tier']);
  const waited = gauge('approvals_waiting_oldest_seconds', oldest, ['tier']);
  for (const tier of TIERS) {
    const found = standing.approvals.find((row) => row.tier === tier);
    waiting.set({ tier }, found?.count ?? 0);
    waited.set({ tier }, found?.oldestSeconds ?? 0);
  }
  gauge('effects_unknown', 'Calls of which it is not known whether they took effect.').set(
    standing.unknownEffects.count,
  );
  gauge('effects_unknown_oldest_seconds', oldest).set(standing.unknownEffects.oldestSeconds);
  return registry;
}
