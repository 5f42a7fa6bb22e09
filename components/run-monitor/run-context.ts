'use client';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { RunFeed, RunStore } from './run-store.ts';

export const RunContext = createContext<RunStore | null>(null);
export function useRunStore(): RunStore {
  const store = useContext(RunContext);
  if (!store) throw new Error('Bug: run parts outside a run');
  return store;
}
/** One part of the feed; whoever reads less renders less. */
export function useRun<T>(selector: (feed: RunFeed) => T): T {
  return useStore(useRunStore(), selector);
}
/** The state, read again with every change: for parts that look at all of it. */
export function useRunState() {
  const store = useRunStore();
  useStore(store, (feed) => feed.version);
  return store.getState().state;
}
