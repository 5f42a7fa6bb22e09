import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPostgresRunStore } from '#db/postgres-run-store.ts';
import { useTestDatabase } from '#db/testing/database.ts';
import { addWorkspace } from '#db/testing/rows.ts';
import { asked, committed, dispatched, paused, started, writerOf } from '#db/testing/run-events.ts';
import { registerWorker } from '#db/workers.ts';
import { newId } from '../new-id.ts';
import { answerScrape } from './answer-scrape.ts';
import { createRunMetrics } from './run-metrics.ts';
import { startReport } from './worker-report.ts';

const database = useTestDatabase();
const TOKEN = 'a-token-of-some-length';
const ask = (token?: string) =>
  new Request('http://here/api/metrics', token ? { headers: { authorization: `Bearer ${token}` } } : {});

test('metrics are off without a token, and refused without the right one', async () => {
  const never = () => Promise.reject(new Error('nothing is read'));
  expect((await answerScrape(ask(TOKEN), undefined, never)).status).toBe(404);
  expect((await answerScrape(ask(), TOKEN, never)).status).toBe(401);
  expect((await answerScrape(ask(`${TOKEN}x`), TOKEN, never)).status).toBe(401);
  expect((await answerScrape(ask(TOKEN), TOKEN, never)).status).toBe(503);
});

test('one scrape tells how things stand, and what web process and workers have counted of stored events', async () => {
  const { sql, url } = database();
  const workspaceId = await addWorkspace(sql);
  const worker = await registerWorker({
    url,
    id: newId('wrk'),
    host: 'here',
    pid: process.pid,
    version: '1',
  });
  const ofWorker = createRunMetrics({ worker: worker.id });
  const ofWeb = createRunMetrics({ web: 'here:1' });
  const plain = createPostgresRunStore(sql);
  const [inWorker, inWeb] = [ofWorker.watch(plain), ofWeb.watch(plain)];

  const [runA, runB] = [randomUUID(), randomUUID()];
  const [first, second] = [writerOf(workspaceId, runA), writerOf(workspaceId, runB)];
  await inWeb.append([first.batch([started(workspaceId, runA)])]);
  await inWeb.append([second.batch([started(workspaceId, runB)])]);
  await inWorker.append([first.batch([dispatched('copy', 'op-a')])]);
  await inWorker.append([first.batch([committed('copy', 'op-a')])]);
  await inWorker.append([second.batch([asked('copy', 'apr-1')])]);
  await inWeb.append([second.batch([paused()])]);
  // A writer that came too late has stored nothing.
  const late = writerOf(workspaceId, runB).batch([started(workspaceId, runB)]);
  expect(await inWeb.append([late])).toEqual([{ ok: false, reason: 'version' }]);
  ofWorker.leaseLost();

  const said = Promise.withResolvers<void>();
  const report = startReport({
    sql,
    workerId: worker.id,
    metrics: {
      registry: Object.assign(Object.create(ofWorker.registry), {
        getMetricsAsJSON: async () => {
          const metrics = await ofWorker.registry.getMetricsAsJSON();
          setImmediate(said.resolve);
          return metrics;
        },
      }),
    },
    everyMs: 10,
    onError: said.reject,
  });
  await said.promise;
  await report.stop();

  const scrape = async () => {
    const answer = await answerScrape(ask(TOKEN), TOKEN, async () => ({
      sql,
      metrics: ofWeb,
      deadAfterMs: 15_000,
    }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    return answer.text();
  };
  const text = await scrape();
  const of = `{worker="${worker.id}"`;
  for (const line of [
    'countersign_workers 1',
    'countersign_runs{status="running"} 1',
    'countersign_runs{status="paused"} 1',
    'countersign_approvals_waiting{tier="high"} 1',
    'countersign_effects_unknown 0',
    'countersign_runs_started_total{web="here:1"} 2',
    `countersign_leases_lost_total${of}} 1`,
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/countersign_attempts_total\{[^}]*outcome="committed"[^}]*\} 1/);
  expect(text).toMatch(/countersign_attempt_duration_seconds_count\{[^}]*\} 1/);
  expect(text).toMatch(/process_resident_memory_bytes\{worker="/);
  // The format has one HELP a metric, whatever number of processes reports it.
  const helps = text.split('\n').filter((line) => line.startsWith('# HELP '));
  expect(helps.length).toBe(new Set(helps.map((line) => line.split(' ')[2])).size);

  await worker.stop();
  expect(await scrape()).not.toContain(of);
});
