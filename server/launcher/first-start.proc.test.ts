import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#db/testing/database.ts';
import { AppProcess, kill } from '../testing/app-process.ts';
import { eventually } from '../testing/processes.ts';

const apps: AppProcess[] = [];
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop())); // two of them may share a folder
  for (const app of apps.splice(0)) await app.dispose();
});

function newApp(env: Record<string, string> = {}): AppProcess {
  const app = new AppProcess(env);
  apps.push(app);
  return app;
}

/** Starts an app that is expected to refuse. */
async function refusal(env: Record<string, string>) {
  const app = newApp(env);
  app.launch();
  const { code } = await app.ended();
  expect(app.processes()).toEqual([]);
  return { code, lines: app.log.trim().split('\n') };
}

describe('a fresh folder', () => {
  test('three starts at the same instant: exactly one runs, the others say so', async () => {
    const app = newApp();
    const others = [newApp({ DATA_DIR: app.dataDir }), newApp({ DATA_DIR: app.dataDir })];
    const all = [app, ...others];
    const ready = all.map(
      (each) => new Promise<string>((resolve) => void each.launch().once('message', () => resolve('ready'))),
    );
    const outcomes = await Promise.all(
      all.map((each, i) => Promise.race([ready[i], each.ended().then(({ code }) => `code ${code}`)])),
    );
    expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'code 3')).toHaveLength(2);
  });

  test.each([0, 500])('kill -9 %i ms into the creation of the database: the next start works', async (ms) => {
    const app = newApp();
    app.launch();
    await eventually(() => app.processes().some(({ command }) => command.includes('initdb')));
    await new Promise((resolve) => setTimeout(resolve, ms)); // the moment of the kill is what this test is about
    await app.killAll();
    await app.start();
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
  });
});

describe('a postmaster.pid that names a process of somebody else', () => {
  test('is removed, and the process is left alone', async () => {
    const app = newApp();
    await app.start();
    await app.stop();
    const bystander = spawn('sleep', ['600']);
    try {
      const file = path.join(app.dataDir, 'pg18', 'postmaster.pid');
      writeFileSync(
        file,
        `${bystander.pid}\n${path.join(app.dataDir, 'pg18')}\n1\n1\n\n127.0.0.1\n\nready\n`,
      );
      await app.start();
      expect(readFileSync(file, 'utf8').split('\n')[0]).not.toBe(String(bystander.pid));
      expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    } finally {
      kill(bystander.pid ?? 0, 'SIGKILL');
    }
  });
});

describe('a start that cannot work says why in one sentence', () => {
  test('the port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    try {
      const { code, lines } = await refusal({ PORT: port });
      expect(code).toBe(1);
      expect(lines).toEqual([`Port ${port} is in use: stop what uses it, or set PORT to another.`]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('the data folder is a file', async () => {
    const file = path.join(mkdtempSync(path.join(newApp().dataDir, 'x-')), 'file');
    writeFileSync(file, '');
    const { code, lines } = await refusal({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`The folder ${file} cannot be used`);
  });

  test('a setting has a value that is not allowed', async () => {
    const { code, lines } = await refusal({ PORT: 'http' });
    expect(code).toBe(1);
    expect(lines).toEqual(['PORT is "http": it must be a whole number from 0 to 65535.']);
  });

  test('[case 111] nothing listens at DATABASE_URL: the host is named, the password is not', async () => {
    const { code, lines } = await refusal({ DATABASE_URL: 'postgres://me:s3kret@127.0.0.1:1/mine' });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'The database at 127.0.0.1:1/mine cannot be used: nothing listens there; check DATABASE_URL.',
    ]);
  });

  test('the server of DATABASE_URL refuses the password', async () => {
    await using database = await createTestDatabase();
    const url = new URL(database.url);
    url.password = 's3kret';
    const { code, lines } = await refusal({ DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(lines).toEqual([
      `The database at ${url.host}${url.pathname} cannot be used: it refuses the user or the password; check DATABASE_URL.`,
    ]);
  });
});

describe('DATABASE_URL', () => {
  test('is used instead of an own database, and is left running', async () => {
    await using database = await createTestDatabase();
    const app = newApp({ DATABASE_URL: database.url });
    await app.start();
    expect(app.processes().filter(({ command }) => command.includes('postgres'))).toEqual([]);
    expect(await app.stop()).toEqual({ code: 0, signal: null });
    expect(await database.sql`select 1 as one`).toHaveLength(1);
  });
});
