import { expect, test } from 'vitest';
import type { ApiClient } from '#components/trpc.tsx';
import { fold } from '#core/run/evolve.ts';
import { pausingLog } from '#core/testing/pausing-log.ts';
import { createHistory } from './load-history.ts';
import { createRunStore } from './run-store.ts';

test('[UE2] a history that could not be read is read again when asked, and then never more', async () => {
  const events = pausingLog(6);
  const asked: number[] = [];
  let isBroken = true;
  const client = {
    runs: {
      events: {
        query: async ({ after, limit }: { after: number; limit: number }) => {
          asked.push(after);
          if (isBroken) throw new Error('the connection is lost');
          return { events: events.slice(after, after + limit), more: false };
        },
      },
    },
  } as unknown as ApiClient;
  const store = createRunStore(fold(events), events.length);
  const history = createHistory(client, 'r', store);
  await history.read();
  expect(store.getState()).toMatchObject({ events: [], hasHistory: true });
  isBroken = false;
  await Promise.all([history.read(), history.read()]);
  await history.read();
  expect(store.getState().events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(asked).toEqual([0, 0]);
});
