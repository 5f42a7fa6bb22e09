/**
 * A private PostgreSQL 18 in the data folder, for when DATABASE_URL is not set.
 *
 *   openCluster -> clearLeftBehind -> launch (up to 3 ports) -> reaper -> database `countersign`
 *
 * The server runs in a session of its own, so Ctrl-C reaches the launcher and not the server; the reaper stops it
 * when the launcher is gone, however that happened. The caller holds the folder's lock for as long as it runs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSql } from './connect.ts';
import { type Account, databaseAccount } from './embedded/account.ts';
import { program } from './embedded/binaries.ts';
import { freePort } from './embedded/free-port.ts';
import { findHome, type Home } from './embedded/home.ts';
import { type Cluster, openCluster } from './embedded/initialise.ts';
import { clearLeftBehind } from './embedded/left-behind.ts';
import { endReaper, startReaper } from './embedded/reaper.ts';
import { projectRoot } from './project-root.ts';

export type EmbeddedDatabase = {
  /** Address of the database `countersign`, password included. */
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** false: no fsync, for throw-away databases. */
  durable?: boolean;
  maxConnections?: number;
  say?: (line: string) => void;
};

const NAME = 'countersign';
const READY_WITHIN_MS = 60_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, durable = true, maxConnections = 100, say = () => {} } = options;
  const account = databaseAccount();
  const home = findHome(path.resolve(dataDir), projectRoot(), account);
  if (home.folder !== path.resolve(dataDir)) say(`The database is kept in ${home.folder}.`);
  const cluster = openCluster(home, account, durable);
  clearLeftBehind(home.binaries, cluster.folder, account, say);
  const settings = [
    `max_connections=${maxConnections}`,
    'shared_buffers=128MB',
    'listen_addresses=127.0.0.1',
  ];
  settings.push('unix_socket_directories=', 'timezone=UTC');
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const server = await launch(home, cluster, account, settings);
  try {
    await createDatabase(server.addressOf('postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: server.addressOf(NAME),
    pid: server.pid,
    folder: home.folder,
    exited: server.exited,
    stop: server.stop,
  };
}

async function launch(home: Home, cluster: Cluster, account: Account, settings: readonly string[]) {
  const logFile = path.join(home.folder, 'postgres.log');
  const log = openSync(logFile, 'a');
  try {
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const logStart = fstatSync(log).size;
      const args = ['-D', cluster.folder, '-p', String(port), ...settings.flatMap((value) => ['-c', value])];
      const postgres = program(home.binaries, 'postgres');
      const child = spawn(postgres, args, { ...account, detached: true, stdio: ['ignore', log, log] });
      const exited = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
      const pid = child.pid ?? 0;
      if (await becomesReady(path.join(cluster.folder, 'postmaster.pid'), child, exited)) {
        const reaper = startReaper(program(home.binaries, 'pg_ctl'), cluster.folder, pid, account, log);
        child.unref();
        return {
          pid,
          exited,
          addressOf: (name: string) =>
            `postgres://${cluster.user}:${cluster.password}@127.0.0.1:${port}/${name}`,
          async stop() {
            child.ref(); // else the event loop drains, and Node ends before the server has
            await Promise.all([endReaper(reaper), exited]);
          },
        };
      }
      const reason = readFileSync(logFile, 'utf8').slice(logStart).trim();
      const portWasTaken = /could not (bind|create any TCP)/.test(reason);
      if (!portWasTaken || attempt === 3) throw new Error(startFailure(reason, logFile));
    }
  } finally {
    closeSync(log);
  }
}

function startFailure(reason: string, logFile: string): string {
  const worst =
    reason.split('\n').findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? reason.split('\n').at(-1);
  return `PostgreSQL did not start: ${worst || 'no reason was given'} (see ${logFile}).`;
}

/** The 8th line of postmaster.pid says "ready" once the server takes connections; `pg_ctl -w` looks at it too. */
async function becomesReady(pidFile: string, child: ChildProcess, exited: Promise<void>): Promise<boolean> {
  const isReady = () => {
    try {
      const lines = readFileSync(pidFile, 'utf8').split('\n');
      return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
    } catch {
      return false; // not written yet
    }
  };
  for (let waited = 0; waited < READY_WITHIN_MS; waited += 25) {
    if (isReady()) return true;
    const ended = await Promise.race([exited.then(() => true), delay(25, false)]);
    if (ended) return false;
  }
  child.kill('SIGQUIT');
  await exited;
  return false;
}

async function createDatabase(url: string): Promise<void> {
  const sql = openSql(url, { max: 1 });
  try {
    const found = await sql`select 1 from pg_database where datname = ${NAME}`;
    if (found.length === 0) await sql`create database ${sql(NAME)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
