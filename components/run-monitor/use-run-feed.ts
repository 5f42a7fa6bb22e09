'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunEvent } from '#core/run/events.ts';
import { cloneState } from '#core/run/evolve.ts';
import { onPoke } from '#components/live.ts';
import { useTRPC, useTRPCClient } from '#components/trpc.tsx';
import { createPuller } from './event-puller.ts';
import { createHistory } from './load-history.ts';
import { createRunStore, type RunStore } from './run-store.ts';

const PAGE = 1_000;
const HIDDEN_PAUSE_MS = 50;

/**
 * A run from its snapshot onward. A poke says that there is more; the events are read by version. A page keeps the
 * store it began with: reading the snapshot again, as after a lost connection, throws no line of the log away.
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
  const [begun, setBegun] = useState<{ runId: string; store: RunStore }>();
  const store = begun?.runId === runId ? begun.store : undefined;
  if (data && !store) setBegun({ runId, store: createRunStore(cloneState(data.state), data.version) });
  useEffect(() => {
    if (!store) return;
    const puller = createPuller({
      store,
      onEvents,
      read: (after, signal) => client.runs.events.query({ runId, after, limit: PAGE }, { signal }),
      schedule: (flush) =>
        document.visibilityState === 'visible'
          ? requestAnimationFrame(flush)
          : setTimeout(flush, HIDDEN_PAUSE_MS),
    });
    const history = createHistory(client, runId, store);
    const pull = () => {
      void history.read();
      void puller.pull();
    };
    const stopPokes = onPoke((poke) => {
      const isNews = poke.version === undefined || poke.version > store.getState().version;
      if (poke.kind === 'resync' || (poke.kind === 'run' && poke.runId === runId && isNews)) pull();
    });
    const onVisible = () => document.visibilityState === 'visible' && pull();
    document.addEventListener('visibilitychange', onVisible);
    pull();
    return () => {
      stopPokes();
      document.removeEventListener('visibilitychange', onVisible);
      puller.stop();
    };
  }, [client, runId, store, onEvents]);
  return { detail, store };
}
