/** What the web process adds to the app: people. */
import type { Db } from '#db/connect.ts';
import type { App } from './app.ts';
import { createAuth } from './auth/auth.ts';
import { createOriginGuard } from './auth/origin.ts';
import { connectionOf } from './connections/stored-connections.ts';
import { testConnection } from './connections/test-connection.ts';
import type { WebApp } from './web-app.ts';

export type WebAppOptions = { app: App; db: Db; secret: string; baseUrl: string; dataDir: string };

export function createWebApp({ app, db, secret, baseUrl, dataDir }: WebAppOptions): WebApp {
  const origins = createOriginGuard(baseUrl);
  const { sql, store, clock, changes, catalog, gate, connections } = app;
  return {
    sql,
    db,
    store,
    clock,
    origins,
    baseUrl,
    dataDir,
    catalog,
    auth: createAuth({ db, secret, baseUrl, trustsOrigin: origins.trustsOrigin }),
    feed: changes,
    decidePolicy: gate.decidePolicy,
    testConnection: (workspaceId, record) => testConnection(connections, workspaceId, connectionOf(record)),
  };
}
