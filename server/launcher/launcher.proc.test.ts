import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSql } from '#db/connect.ts';
import { AppProcess, kill } from '../testing/app-process.ts';
import { eventually } from '../testing/processes.ts';

const app = new AppProcess();
beforeAll(() => app.start());
afterAll(() => app.dispose());

const postgresLog = () => readFileSync(path.join(app.dataDir, 'postgres.log'), 'utf8');
const commands = () => app.processes().map(({ command }) => command);
const pidOf = (pattern: RegExp) => app.processes().find(({ command }) => pattern.test(command))?.pid ?? 0;
const POSTGRES = /bin\/postgres /;
const REAPER = /countersign-reaper/;
const WEB = /next-server|next\/dist\/bin\/next/;

async function query<T>(work: (sql: ReturnType<typeof openSql>) => Promise<T>): Promise<T> {
  const sql = openSql(app.databaseUrl, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const notes = async () =>
  (await query((sql) => sql<{ note: string }[]>`select note from notes`)).map((row) => row.note);

async function isRunning(): Promise<boolean> {
  const response = await fetch(`${app.url}/api/health`);
  return response.ok;
}

describe('the running app', () => {
  test('answers /api/health with its version and the state of the database', async () => {
    const response = await fetch(`${app.url}/api/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'ok',
      database: 'up',
      version: expect.any(String),
    });
  });

  test('keeps its address and the password of its database in a file that only its owner reads', () => {
    const file = path.join(app.dataDir, 'launcher.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: app.pid, url: app.url });
    expect(new URL(app.databaseUrl).pathname).toBe('/countersign');
  });

  test('[case 118] a second start on the same folder names the first, ends with 3 and leaves it running', async () => {
    const second = new SecondStart();
    expect(await second.ended({ PORT: '0' })).toEqual({ code: 3, signal: null });
    expect(second.output).toContain(`already runs in ${app.dataDir} at ${app.url} (process ${app.pid})`);
    expect(await isRunning()).toBe(true);
  });

  test('a web server that is killed is started again on the same port', async () => {
    const before = pidOf(WEB);
    kill(before, 'SIGKILL');
    await eventually(() => ![0, before].includes(pidOf(WEB)));
    await eventually(() => app.log.includes('The web server ended (SIGKILL); starting it again.'));
    await expect.poll(() => isRunning().catch(() => false), { timeout: 20_000 }).toBe(true);
  });
});

describe('stopping', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends everything it started, cleanly',
    async (signal) => {
      if (app.processes().length === 0) await app.start();
      expect(await app.stop(signal)).toEqual({ code: 0, signal: null });
      expect(commands()).toEqual([]);
      expect(postgresLog().split('\n').slice(-4).join('\n')).toContain('database system is shut down');
      expect(postgresLog()).not.toContain('not properly shut down');
    },
  );

  test('SIGTERM in the middle of a start undoes what was started', async () => {
    const child = app.launch();
    await eventually(() => pidOf(POSTGRES) > 0);
    child.kill('SIGTERM');
    expect((await app.ended()).code).toBe(0);
    expect(commands()).toEqual([]);
  });
});

describe('kill -9', () => {
  test('of the launcher: everything else ends by itself, the next start has the data', async () => {
    await app.start();
    await query((sql) => sql`create table notes as select 'kept' as note`);
    expect(await app.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    await eventually(() => app.processes().length === 0);
    await app.start();
    expect(await notes()).toEqual(['kept']);
  });

  test('of the launcher and the reaper: the next start stops the PostgreSQL that was left', async () => {
    const left = pidOf(POSTGRES);
    kill(pidOf(REAPER), 'SIGKILL');
    await app.stop('SIGKILL');
    await eventually(() => pidOf(WEB) === 0);
    expect(pidOf(POSTGRES)).toBe(left);
    await app.start();
    expect(app.log).toContain(`Stopping PostgreSQL (process ${left}), left by a launcher that was killed.`);
    expect(await notes()).toEqual(['kept']);
  });

  test('of PostgreSQL: the launcher says so, stops the rest and ends with 1; the next start recovers', async () => {
    kill(pidOf(POSTGRES), 'SIGKILL');
    expect(await app.ended()).toEqual({ code: 1, signal: null });
    expect(app.log).toContain('PostgreSQL has ended; stopping everything else.');
    await eventually(() => app.processes().length === 0);
    await app.start();
    expect(await notes()).toEqual(['kept']);
  });

  test('[case 117] of everything at once, as in a power cut: the next start has the data', async () => {
    await app.killAll();
    await app.start();
    expect(await notes()).toEqual(['kept']);
  });
});

/** Another launcher on the folder of `app`, whose processes are not counted as the app's own. */
class SecondStart {
  output = '';
  async ended(env: Record<string, string>) {
    const other = new AppProcess({ DATA_DIR: app.dataDir, ...env });
    other.launch();
    const ended = await other.ended();
    this.output = other.log;
    await other.dispose();
    return ended;
  }
}
