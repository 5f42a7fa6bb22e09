'use client';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { RunEvent } from '#core/run/events.ts';
import { cloneState } from '#core/run/evolve.ts';
import { onPoke } from '#components/live.ts';
import { useTRPC, useTRPCClient, type ApiClient } from '#components/trpc.tsx';
import { createRunStore, prepend, receive, type RunFeed, type RunStore } from './run-store.ts';

const HISTORY = 500;

/**
 * A run from its snapshot onward. A poke says that there is more; the events are read by version, so a lost, doubled
 * or late poke costs time and never truth.
 */
export function useRunFeed(runId: string, onEvents: (events: readonly RunEvent[], store: RunStore) => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const detail = useQuery({
    ...trpc.runs.get.queryOptions({ runId }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const data = detail.data;
  const store = useMemo(
    () => (data ? createRunStore(cloneState(data.state), data.version) : undefined),
    [data],
  );
  useEffect(() => {
    if (!store) return;
    const puller = createPuller(client, runId, store, onEvents);
    const stopPokes = onPoke((poke) => {
      if (poke.kind === 'resync') puller.pull();
      if (
        poke.kind === 'run' &&
        poke.runId === runId &&
        (poke.version === undefined || poke.version > store.getState().version)
      )
        puller.pull();
    });
    const onVisible = () => document.visibilityState === 'visible' && puller.pull();
    document.addEventListener('visibilitychange', onVisible);
    void loadHistory(client, runId, store).then(() => puller.pull());
    return () => {
      stopPokes();
      document.removeEventListener('visibilitychange', onVisible);
      puller.stop();
    };
  }, [client, runId, store, onEvents]);
  return { detail, store };
}

async function loadHistory(client: ApiClient, runId: string, store: RunStore): Promise<void> {
  const { version } = store.getState();
  const after = Math.max(0, version - HISTORY);
  try {
    const { events } = await client.runs.events.query({ runId, after, limit: HISTORY });
    prepend(
      store,
      events.filter((event) => event.version <= version),
    );
  } catch {
    // The list of activity starts empty then; "Show earlier" asks again.
  } finally {
    store.setState({ hasHistory: true });
  }
}
/** Reads what came before the first event we have; false when there is nothing before it. */
export async function loadEarlier(client: ApiClient, runId: string, store: RunStore): Promise<void> {
  const { events, version } = store.getState();
  const first = events[0]?.version ?? version + 1;
  const after = Math.max(0, first - 1 - HISTORY);
  const { events: older } = await client.runs.events.query({ runId, after, limit: HISTORY });
  prepend(store, older);
}

/** One reading at a time; a poke during a reading makes another one. One store write per animation frame. */
function createPuller(
  client: ApiClient,
  runId: string,
  store: RunStore,
  onEvents: (events: readonly RunEvent[], store: RunStore) => void,
) {
  const abort = new AbortController();
  let busy = false;
  let again = false;
  let arrived: RunEvent[] = [];
  let scheduled = false;
  const flush = () => {
    scheduled = false;
    if (abort.signal.aborted) return;
    const folded = receive(store, arrived);
    arrived = [];
    if (folded.length > 0) onEvents(folded, store);
  };
  const pull = async (): Promise<void> => {
    if (busy || abort.signal.aborted) {
      again = true;
      return;
    }
    busy = true;
    try {
      do {
        again = false;
        let after = arrived.at(-1)?.version ?? store.getState().version;
        for (let more = true; more;) {
          const answer = await client.runs.events.query({ runId, after }, { signal: abort.signal });
          arrived.push(...answer.events);
          after = answer.events.at(-1)?.version ?? after;
          more = answer.more && answer.events.length > 0;
          if (!scheduled && arrived.length > 0) {
            scheduled = true;
            if (document.visibilityState === 'visible') requestAnimationFrame(flush);
            else setTimeout(flush, 50);
          }
        }
      } while (again);
    } catch {
      // Reconnecting is shown in the top bar; the next poke or resync reads again.
    } finally {
      busy = false;
    }
  };
  return { pull: () => void pull(), stop: () => abort.abort() };
}

export const RunContext = createContext<RunStore | null>(null);
export function useRunStore(): RunStore {
  const store = useContext(RunContext);
  if (!store) throw new Error('Bug: run parts outside a run');
  return store;
}
export function useRun<T>(selector: (feed: RunFeed) => T): T {
  return useStore(useRunStore(), selector);
}
/** The state, read again with every change: for parts that look at all of it. */
export function useRunState() {
  const store = useRunStore();
  useStore(store, (feed) => feed.version);
  return store.getState().state;
}
