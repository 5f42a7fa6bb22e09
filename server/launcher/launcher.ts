/**
 * `npm start`: one process to start and to stop.
 *
 *   lock of DATA_DIR -> port -> PostgreSQL -> migrations -> web and worker -> health -> "ready"
 *
 * It stops in the opposite order. Everything it starts also ends when it is killed: the children see their IPC channel
 * close, PostgreSQL has a reaper, the lock is the operating system's.
 */
import { projectRoot } from '#db/project-root.ts';
import type { Env } from '../env.ts';
import { chooseAddress, type WebAddress } from './address.ts';
import { childEnv, type LaunchMode, samplePartnersSpec, webSpec, workerSpec } from './children.ts';
import { migrateDatabase, openDatabase, type RunningDatabase } from './database.ts';
import { firstSignInLink, makeSamples } from './first-use.ts';
import { takeFolderLock } from './folder-lock.ts';
import { ALREADY_RUNNING, LauncherProblem } from './problem.ts';
import { readState, removeState, writeState } from './state-file.ts';
import { superviseChild } from './supervise.ts';
import { waitForHealth } from './wait-for-health.ts';
import { watchSources } from './watch-sources.ts';

/** What to undo at the end, last in first out. */
type Cleanup = () => void | Promise<void>;

export type Launcher = { stop(): Promise<void> };
export type LaunchOptions = {
  env: Env;
  mode: LaunchMode;
  say: (line: string) => void;
  /** Something it cannot do without has ended; the owner stops the launcher. */
  onFailure: (problem: LauncherProblem) => void;
  signal: AbortSignal;
};

export async function launch(options: LaunchOptions): Promise<Launcher> {
  const cleanups: Cleanup[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  };
  try {
    if (options.env.ROLE === 'worker') await launchWorker(options, cleanups);
    else await launchWeb(options, cleanups);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function launchWeb(options: LaunchOptions, cleanups: Cleanup[]): Promise<void> {
  const { env, mode, say, signal } = options;
  cleanups.push(holdFolder(env.DATA_DIR));
  const address = await chooseAddress(env);
  const database = await openDatabase(env, say);
  cleanups.push(() => database.stop());
  let isStopping = false;
  void database.exited?.then(() => {
    if (!isStopping)
      options.onFailure(new LauncherProblem('PostgreSQL has ended; stopping everything else.'));
  });
  cleanups.push(() => {
    isStopping = true;
  });
  signal.throwIfAborted();
  await migrateDatabase(database);
  await makeSamples(env, database, say);
  signal.throwIfAborted();
  if (env.SAMPLES === 'on') await startSamplePartners(options, cleanups);
  await startChildren(options, address, database, cleanups);
  writeState(env.DATA_DIR, { pid: process.pid, url: address.url, databaseUrl: database.url });
  const firstLink = await firstSignInLink(env, database, address);
  if (firstLink) say(`Nobody has an account yet. This link makes the first one, once:\n  ${firstLink}`);
  say(`Countersign is ready: ${address.url}`);
  if (mode === 'start') say('Stop it with Ctrl-C.');
  process.send?.({ ready: address.url });
}

/** Refuses the folder while another launcher has it; gives it back at the end. */
function holdFolder(dataDir: string): Cleanup {
  const lock = takeFolderLock(dataDir, 'launcher.lock');
  if (!lock) {
    const other = readState(dataDir);
    const where = other ? ` at ${other.url} (process ${other.pid})` : '';
    const advice = 'stop it first, or set DATA_DIR to another folder';
    throw new LauncherProblem(`Countersign already runs in ${dataDir}${where}: ${advice}.`, ALREADY_RUNNING);
  }
  removeState(dataDir); // of a launcher that was killed
  return () => {
    removeState(dataDir);
    lock.release();
  };
}

async function startChildren(
  options: LaunchOptions,
  address: WebAddress,
  database: RunningDatabase,
  cleanups: Cleanup[],
): Promise<void> {
  const { env, mode, signal } = options;
  const root = projectRoot();
  const variables = childEnv(env, database, mode);
  const started = new AbortController();
  let isReady = false;
  const web = superviseChild(webSpec(root, mode, address, variables), (reason) => {
    if (isReady) sayRestart(options, 'web server', reason);
    else started.abort(new LauncherProblem(`The web server ended before it was ready (${reason}).`));
  });
  const worker = env.ROLE === 'all' ? startWorker(options, root, variables, cleanups) : undefined;
  cleanups.push(async () => void (await Promise.all([web.stop(), worker?.stop()])));
  const both = AbortSignal.any([signal, started.signal]);
  try {
    await waitForHealth(loopback(address), both);
    isReady = true;
  } catch (error) {
    throw started.signal.aborted ? started.signal.reason : error;
  }
}

/** A system beside the product: when it is not there, only plans that name it notice. */
async function startSamplePartners(options: LaunchOptions, cleanups: Cleanup[]): Promise<void> {
  const spec = await samplePartnersSpec(projectRoot(), options.mode, options.env.DATA_DIR);
  if (!spec) return;
  const service = superviseChild(spec, (reason) => sayRestart(options, 'sample partner service', reason));
  cleanups.push(() => service.stop());
}

function loopback({ host, url }: WebAddress): string {
  return host === '0.0.0.0' ? url.replace('localhost', '127.0.0.1') : url;
}

function startWorker(
  options: LaunchOptions,
  root: string,
  variables: NodeJS.ProcessEnv,
  cleanups: Cleanup[],
) {
  const spec = workerSpec(root, options.mode, variables);
  if (!spec) return undefined;
  const worker = superviseChild(spec, (reason) => sayRestart(options, 'worker', reason));
  if (options.mode === 'dev') cleanups.push(watchSources(root, () => worker.restart()));
  return worker;
}

function sayRestart({ signal, say }: LaunchOptions, name: string, reason: string): void {
  if (!signal.aborted) say(`The ${name} ended (${reason}); starting it again.`);
}

/** `npm run worker`: one more worker for a database that others serve; it does not hold the folder. */
async function launchWorker(options: LaunchOptions, cleanups: Cleanup[]): Promise<void> {
  const { env, mode, say } = options;
  const databaseUrl = env.DATABASE_URL ?? readState(env.DATA_DIR)?.databaseUrl;
  if (!databaseUrl) {
    throw new LauncherProblem(`A worker needs DATABASE_URL, or \`npm start\` running in ${env.DATA_DIR}.`);
  }
  const database = await openDatabase({ ...env, DATABASE_URL: databaseUrl }, say);
  await migrateDatabase(database);
  const worker = startWorker(options, projectRoot(), childEnv(env, database, mode), cleanups);
  if (!worker) throw new LauncherProblem('There is no worker in this build.');
  cleanups.push(() => worker.stop());
  say('The worker runs. Stop it with Ctrl-C.');
  process.send?.({ ready: 'worker' });
}
