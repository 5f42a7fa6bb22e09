import type { Sql } from '#db/connect.ts';
import { writeWorkerMetrics } from '#db/metrics.ts';
import type { RunMetrics } from './run-metrics.ts';

export type ReportOptions = {
  sql: Sql;
  workerId: string;
  metrics: Pick<RunMetrics, 'registry'>;
  everyMs: number;
  onError: (error: unknown) => void;
};

/** A worker has no port: every so often it stores what it has counted, and a web process answers for all of them. */
export function startReport({ sql, workerId, metrics, everyMs, onError }: ReportOptions): {
  stop(): Promise<void>;
} {
  let current = Promise.resolve();
  let isBusy = false;
  async function report(): Promise<void> {
    try {
      await writeWorkerMetrics(sql, workerId, await metrics.registry.getMetricsAsJSON());
    } catch (error) {
      onError(error);
    }
    isBusy = false;
  }
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    current = report();
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
