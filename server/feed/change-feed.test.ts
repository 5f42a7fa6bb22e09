import { expect, test } from 'vitest';
import { type Change, type ChangeFeed, workspaceChanges } from './change-feed.ts';

function fakeFeed() {
  const listeners = new Set<(change: Change | undefined) => void>();
  const feed: ChangeFeed = {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      throw new Error('not implemented');
    },
  };
  const send = (change: Change | undefined) => listeners.forEach((listener) => listener(change));
  return { feed, send, count: () => listeners.size };
}

test('listens before the first resync, so that nothing between reading and listening is missed', async () => {
  const { feed, send, count } = fakeFeed();
  const items = workspaceChanges(feed, 'w', new AbortController().signal);
  expect((await items.next()).value).toEqual({ kind: 'resync' });
  expect(count()).toBe(1);
  send({ workspaceId: 'w', kind: 'run', runId: 'r', version: 3 });
  expect((await items.next()).value).toEqual({
    kind: 'change',
    change: { workspaceId: 'w', kind: 'run', runId: 'r', version: 3 },
  });
  await items.return(undefined);
  expect(count()).toBe(0);
});

test('changes of another workspace never pass', async () => {
  const { feed, send } = fakeFeed();
  const items = workspaceChanges(feed, 'w', new AbortController().signal);
  await items.next();
  const next = items.next();
  send({ workspaceId: 'other', kind: 'run', runId: 'secret' });
  send({ workspaceId: 'w', kind: 'plan', planId: 'p' });
  expect((await next).value).toEqual({
    kind: 'change',
    change: { workspaceId: 'w', kind: 'plan', planId: 'p' },
  });
  await items.return(undefined);
});

test('a burst of one run is one change, its last', async () => {
  const { feed, send } = fakeFeed();
  const items = workspaceChanges(feed, 'w', new AbortController().signal);
  await items.next();
  for (let version = 1; version <= 50; version++)
    send({ workspaceId: 'w', kind: 'run', runId: 'r', version });
  send({ workspaceId: 'w', kind: 'run', runId: 's', version: 1 });
  expect((await items.next()).value).toMatchObject({ change: { runId: 'r', version: 50 } });
  expect((await items.next()).value).toMatchObject({ change: { runId: 's' } });
  await items.return(undefined);
});

test('a lost connection is a resync, and so is a reader too far behind', async () => {
  const { feed, send } = fakeFeed();
  const items = workspaceChanges(feed, 'w', new AbortController().signal);
  await items.next();
  send(undefined);
  expect((await items.next()).value).toEqual({ kind: 'resync' });
  for (let run = 0; run <= 1_000; run++) send({ workspaceId: 'w', kind: 'run', runId: `r${run}` });
  expect((await items.next()).value).toEqual({ kind: 'resync' });
  await items.return(undefined);
});

test('[case 95] [FM16] ends with its client and leaves no listener', async () => {
  const { feed, count } = fakeFeed();
  const controller = new AbortController();
  const items = workspaceChanges(feed, 'w', controller.signal);
  await items.next();
  const next = items.next();
  controller.abort();
  expect((await next).done).toBe(true);
  expect(count()).toBe(0);
});
