/** Entry of a worker process: forked by the launcher, or alone. */
import os from 'node:os';
import { databaseUrl, directDatabaseUrl } from '#db/connect.ts';
import { registerWorker } from '#db/workers.ts';
import { createApp } from '../app.ts';
import { getEnv } from '../env.ts';
import { logFor } from '../log.ts';
import { createRunMetrics } from '../metrics/run-metrics.ts';
import { startReport } from '../metrics/worker-report.ts';
import { newId } from '../new-id.ts';
import { endWithParent } from '../orphan.ts';
import { revisePlaybookPlan } from '../planner/playbook-reviser.ts';
import { version } from '../version.ts';
import { createChangeThrottle } from './change-throttle.ts';
import { createDriver } from './driver.ts';
import { parseFaults } from './fault-points.ts';
import { startSweeper } from './sweeper.ts';
import { startWorkerLoop, type WorkerLoop } from './worker-loop.ts';

/** Runs a worker drives at once; most of them wait for tools. */
const CAPACITY = 50;

const env = getEnv();
const workerId = newId('wrk');
const log = logFor({ component: 'worker', workerId });
const metrics = createRunMetrics({ worker: workerId });
const faults = parseFaults(process.env.FAULTS);
let loop: WorkerLoop | undefined;
let isAsked = false;

endWithParent();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isAsked = true;
    void loop?.drain();
  });
}

const app = await createApp({
  databaseUrl: databaseUrl(),
  directDatabaseUrl: directDatabaseUrl(),
  shellTools: env.SHELL_TOOLS === 'on',
});
const registration = await registerWorker({
  url: directDatabaseUrl(),
  id: workerId,
  host: os.hostname(),
  pid: process.pid,
  version,
  onLost: () => loop?.abandon(),
});
const driver = createDriver({
  store: metrics.watch(app.store),
  gate: app.gate,
  reviser: revisePlaybookPlan,
  clock: app.clock,
  newId,
  faults,
  random: Math.random,
  facts: app.facts,
  log,
  driverId: workerId,
  notify: createChangeThrottle((change) => void app.changes.notify(change)),
});
loop = startWorkerLoop({
  sql: app.sql,
  queue: app.queue,
  changes: app.changes,
  driver,
  registration,
  faults,
  log,
  capacity: CAPACITY,
  beatMs: env.BEAT_MS,
  onLeaseLost: metrics.leaseLost,
});
const sweeper = startSweeper({
  sql: app.sql,
  queue: app.queue,
  limits: { deadAfterMs: env.DEAD_AFTER_MS, sessionGoneMs: env.SESSION_GONE_MS },
  everyMs: env.SWEEP_MS,
  onRung: loop.look,
  onSeized: metrics.seized,
  onError: (error) => log.warn({ error }, 'A sweep failed'),
});
const report = startReport({
  sql: app.sql,
  workerId,
  metrics,
  everyMs: env.METRICS_MS,
  onError: (error) => log.warn({ error }, 'Metrics could not be stored'),
});
log.info('The worker takes runs');
process.send?.({ ready: 'worker' });
if (isAsked) void loop.drain();

const how = await loop.stopped;
await Promise.all([sweeper.stop(), report.stop()]);
await registration.stop().catch(() => {});
await app.close();
process.exit(how === 'drained' ? 0 : 1);
