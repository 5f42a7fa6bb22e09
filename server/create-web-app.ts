/** What the web process adds to the app: people. */
import os from 'node:os';
import { callHash } from '#core/run/call.ts';
import type { Db } from '#db/connect.ts';
import type { App } from './app.ts';
import { createAuth } from './auth/auth.ts';
import { createOriginGuard } from './auth/origin.ts';
import { connectionOf } from './connections/stored-connections.ts';
import { testConnection } from './connections/test-connection.ts';
import { createRunMetrics } from './metrics/run-metrics.ts';
import { newId } from './new-id.ts';
import { checkAgain } from './review/check-again.ts';
import type { WebApp } from './web-app.ts';

export type WebAppOptions = { app: App; db: Db; secret: string; baseUrl: string; dataDir: string };

/** Each holds locks in somebody's database while it lasts. */
const DRY_RUNS_AT_ONCE = 2;
/** Longer than the slowest probe that a check makes. */
const LOOK_MS = 40_000;

function lookThrough({ gate, store, clock, facts, tools }: App): WebApp['look'] {
  const soon = () => AbortSignal.timeout(LOOK_MS);
  let trying = 0;
  return {
    abilities: gate.abilities,
    summary: (tool, args) => tools.get(tool)?.summary(args),
    checkAgain: (state, waiting) => checkAgain({ store, gate, clock, facts, newId }, state, waiting, soon()),
    async dryRun(call) {
      if (trying >= DRY_RUNS_AT_ONCE)
        return { done: false, why: 'Other dry runs are under way. Try again in a few seconds.' };
      trying += 1;
      try {
        return await gate.dryRun({ call, callHash: callHash(call), signal: soon() });
      } finally {
        trying -= 1;
      }
    },
    reach: (call) => gate.reach({ call, callHash: callHash(call), signal: soon() }),
  };
}

export function createWebApp({ app, db, secret, baseUrl, dataDir }: WebAppOptions): WebApp {
  const origins = createOriginGuard(baseUrl);
  const metrics = createRunMetrics({ web: `${os.hostname()}:${process.pid}` });
  const store = metrics.watch(app.store);
  const { sql, clock, changes, catalog, gate, connections, shellTools } = app;
  return {
    sql,
    db,
    store,
    clock,
    origins,
    baseUrl,
    dataDir,
    shellTools,
    catalog,
    auth: createAuth({ db, secret, baseUrl, trustsOrigin: origins.trustsOrigin }),
    feed: changes,
    metrics,
    decidePolicy: gate.decidePolicy,
    describeCall: gate.describe,
    look: lookThrough(app),
    testConnection: (workspaceId, record) => testConnection(connections, workspaceId, connectionOf(record)),
  };
}
