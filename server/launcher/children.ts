import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../env.ts';
import { canPartnersListen } from '../samples/partner-service/files.ts';
import type { WebAddress } from './address.ts';
import type { RunningDatabase } from './database.ts';
import type { ChildSpec } from './supervise.ts';

export type LaunchMode = 'start' | 'dev';

/** Settings as the launcher decided them; the children read the same variables. */
export function childEnv(env: Env, database: RunningDatabase, mode: LaunchMode): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.directUrl,
    DATA_DIR: env.DATA_DIR,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: mode === 'dev' ? 'development' : 'production',
  };
}

export function webSpec(
  root: string,
  mode: LaunchMode,
  address: WebAddress,
  env: NodeJS.ProcessEnv,
): ChildSpec {
  const port = String(address.port);
  return {
    file: path.join(root, 'node_modules/next/dist/bin/next'),
    args: [mode, '-H', address.host, '-p', port],
    cwd: root,
    env: { ...env, PORT: port, HOST: address.host, PUBLIC_URL: process.env.PUBLIC_URL || address.url },
  };
}

/** The worker from the bundle, in development from its source; undefined where there is neither. */
export function workerSpec(root: string, mode: LaunchMode, env: NodeJS.ProcessEnv): ChildSpec | undefined {
  const file = path.join(root, mode === 'dev' ? 'server/executor/worker.ts' : 'dist/worker.mjs');
  if (!existsSync(file)) return undefined;
  const execArgv = ['--disable-warning=ExperimentalWarning', '--enable-source-maps'];
  if (mode === 'dev') execArgv.push('--conditions=react-server');
  return { file, execArgv, cwd: root, env };
}

/** The sample partner service; undefined where the samples are off, were not made or its address is in use. */
export async function samplePartnersSpec(
  root: string,
  mode: LaunchMode,
  dataDir: string,
): Promise<ChildSpec | undefined> {
  const file = path.join(
    root,
    mode === 'dev' ? 'server/samples/partner-service/main.ts' : 'dist/sample-partners.mjs',
  );
  if (!existsSync(file) || !(await canPartnersListen(dataDir))) return undefined;
  const execArgv = ['--disable-warning=ExperimentalWarning', '--enable-source-maps'];
  // Somebody else's system: it gets none of the product's settings and secrets.
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'production' } as NodeJS.ProcessEnv;
  return { file, execArgv, cwd: root, env };
}
