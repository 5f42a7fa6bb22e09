import type { ApiClient } from '#components/trpc.tsx';
import { EVENTS_KEPT, prepend, type RunStore } from './run-store.ts';

const FIRST_PAGE = 500;
const PAGE = 1_000;

/** The events just before the page was opened: what the log shows first. A reading that failed is made again when asked. */
export function createHistory(client: ApiClient, runId: string, store: RunStore) {
  let reading: Promise<void> | undefined;
  let isRead = false;
  const readOnce = async () => {
    try {
      await loadBefore(client, runId, store, FIRST_PAGE);
      isRead = true;
    } catch {
      // The log starts empty then; the next news, or scrolling up, asks again.
    } finally {
      reading = undefined;
      store.setState({ hasHistory: true });
    }
  };
  return {
    read: (): Promise<void> => (isRead ? Promise.resolve() : (reading ??= readOnce())),
  };
}

/** The page of events before the first one we have. At most one reading at a time for a store. */
const reading = new WeakMap<RunStore, Promise<void>>();
export function loadEarlier(client: ApiClient, runId: string, store: RunStore): Promise<void> {
  const running = reading.get(store);
  if (running) return running;
  const work = loadBefore(client, runId, store, PAGE).finally(() => reading.delete(store));
  reading.set(store, work);
  return work;
}

/** Whether older events exist that the store has room for. */
export function mayLoadEarlier(events: readonly { version: number }[], version: number): boolean {
  const first = events[0]?.version ?? version + 1;
  return first > 1 && events.length < EVENTS_KEPT;
}

/** Page after page, until the beginning, the cap, or until nobody wants more. A failed reading ends it. */
export async function loadAllEarlier(
  client: ApiClient,
  runId: string,
  store: RunStore,
  isWanted: () => boolean,
): Promise<void> {
  for (;;) {
    const { events, version } = store.getState();
    if (!isWanted() || !mayLoadEarlier(events, version)) return;
    await loadEarlier(client, runId, store);
  }
}

async function loadBefore(client: ApiClient, runId: string, store: RunStore, limit: number): Promise<void> {
  const { events, version } = store.getState();
  const first = events[0]?.version ?? version + 1;
  const after = Math.max(0, first - 1 - limit);
  const count = first - 1 - after;
  if (count === 0) return;
  const answer = await client.runs.events.query({ runId, after, limit: count });
  prepend(store, answer.events);
}
