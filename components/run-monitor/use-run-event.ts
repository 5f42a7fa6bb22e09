'use client';
import { useEffect } from 'react';
import { addressKey, type Address } from '#core/run/address.ts';
import type { RunEvent } from '#core/run/events.ts';
import { useTRPCClient } from '#components/trpc.tsx';
import { loadAllEarlier, mayLoadEarlier } from './load-history.ts';
import { useRun, useRunStore } from './run-context.ts';

export type Intent = Extract<RunEvent, { type: 'attempt-dispatched' }>;
export type PersonAsked = Extract<RunEvent, { type: 'person-asked' }>;
/** `loading`: older events are being read; undefined: it is further back than the page keeps. */
export type Found<T> = T | 'loading' | undefined;

/** What was recorded before this attempt was sent. */
export function useIntent(
  runId: string,
  call: { operationKey: string; attempt: number } | undefined,
): Found<Intent> {
  const events = useRun((feed) => feed.events);
  const found = call
    ? events.findLast(
        (event): event is Intent =>
          event.type === 'attempt-dispatched' &&
          event.data.operationKey === call.operationKey &&
          event.data.attempt === call.attempt,
      )
    : undefined;
  const isLoading = useEarlier(runId, call !== undefined && !found);
  return found ?? (isLoading ? 'loading' : undefined);
}

/** The question that a person was asked last. */
export function usePersonAsked(runId: string, address: Address, asked: boolean): Found<PersonAsked> {
  const events = useRun((feed) => feed.events);
  const key = addressKey(address);
  const found = asked
    ? events.findLast(
        (event): event is PersonAsked =>
          event.type === 'person-asked' && addressKey(event.data.address) === key,
      )
    : undefined;
  const isLoading = useEarlier(runId, asked && !found);
  return found ?? (isLoading ? 'loading' : undefined);
}

/** Reads older events page by page while something is missing; false once there is nothing more to read. */
function useEarlier(runId: string, missing: boolean): boolean {
  const client = useTRPCClient();
  const store = useRunStore();
  const hasHistory = useRun((feed) => feed.hasHistory);
  const more = useRun((feed) => mayLoadEarlier(feed.events, feed.version));
  const wanted = missing && hasHistory && more;
  useEffect(() => {
    let isWanted = wanted;
    void loadAllEarlier(client, runId, store, () => isWanted).catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [wanted, client, runId, store]);
  return missing && (!hasHistory || more);
}
