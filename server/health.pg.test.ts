import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeConnections } from '#db/connect.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { registerWorker } from '#db/workers.ts';
import { checkHealth } from './health.ts';
import { newId } from './new-id.ts';
import { version } from './version.ts';

const database = useTestDatabase();
beforeEach(() => {
  process.env.DATABASE_URL = database().url;
});
afterEach(async () => {
  await closeConnections();
  delete process.env.DATABASE_URL;
});

test('health counts the workers that beat, and no longer those that said goodbye', async () => {
  expect(await checkHealth()).toEqual({ status: 'ok', version, database: 'up', workers: 0 });
  const worker = await registerWorker({
    url: database().url,
    id: newId('wrk'),
    host: 'here',
    pid: process.pid,
    version,
  });
  expect((await checkHealth()).workers).toBe(1);
  await worker.stop();
  expect((await checkHealth()).workers).toBe(0);
});

test('health says that the database is away instead of failing', async () => {
  process.env.DATABASE_URL = 'postgres://nobody:x@127.0.0.1:1/none';
  expect(await checkHealth()).toEqual({ status: 'unavailable', version, database: 'down', workers: 0 });
});
