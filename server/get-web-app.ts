import { databaseUrl, directDatabaseUrl, getDb, getSql } from '#db/connect.ts';
import { createApp } from './app.ts';
import { publicBaseUrl } from './auth/link-address.ts';
import { authSecret } from './auth/secret.ts';
import { createWebApp } from './create-web-app.ts';
import { getEnv } from './env.ts';
import { warmLayoutThread } from './layout/elk-worker.ts';
import type { WebApp } from './web-app.ts';

/** On globalThis: Next bundles each route apart, and all of them share one pool, one LISTEN and one set of secrets. */
const shared = globalThis as typeof globalThis & { countersignWeb?: Promise<WebApp> | undefined };

/** The web process's app, made at the first request: a build needs no database. */
export function getWebApp(): Promise<WebApp> {
  shared.countersignWeb ??= start().catch((error: unknown) => {
    shared.countersignWeb = undefined; // the next request tries again
    throw error;
  });
  return shared.countersignWeb;
}

async function start(): Promise<WebApp> {
  const env = getEnv();
  const app = await createApp({
    sql: getSql(),
    databaseUrl: databaseUrl(),
    directDatabaseUrl: directDatabaseUrl(),
    shellTools: env.SHELL_TOOLS === 'on',
  });
  warmLayoutThread();
  return createWebApp({
    app,
    db: getDb(),
    secret: authSecret(env.DATA_DIR),
    baseUrl: publicBaseUrl(env),
    dataDir: env.DATA_DIR,
  });
}
