'use client';
import { useSyncExternalStore } from 'react';

/** One timer for every clock on the page; it stands still while nobody looks. */
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}
function snapshot(): number {
  if (now === 0 || timer === undefined) now = Math.floor(Date.now() / 1000) * 1000;
  return now;
}

/** The time of day, in whole seconds; 0 while the server renders. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, snapshot, () => 0);
}
