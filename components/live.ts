'use client';
/**
 * One event stream per browser: the tab that holds the Web Lock subscribes and passes each poke to the others over a
 * BroadcastChannel. HTTP/1.1 allows six connections a host, so a stream per tab would hang the seventh tab. A poke says
 * what changed, never how: pages read the rows again by version. Without Web Locks (a plain HTTP address that is not
 * localhost) each tab has its own stream.
 */
import { create } from 'zustand';
import type { ApiClient, RouterOutputs } from './trpc.tsx';

type Output = RouterOutputs['stream']['pokes'];
export type Poke =
  Output extends AsyncIterable<infer Item>
    ? Item extends { data: infer Data }
      ? Data
      : Item extends readonly [unknown, infer Data, ...unknown[]]
        ? Data
        : never
    : never;
export type Link = 'connecting' | 'live' | 'reconnecting';
type Wire =
  | { type: 'poke'; poke: Poke; at: number }
  | { type: 'link'; link: Link; at: number }
  | { type: 'hello' };

export const useLive = create<{ link: Link; lastAt: number }>(() => ({ link: 'connecting', lastAt: 0 }));

const listeners = new Set<(poke: Poke) => void>();
/** Calls back for every poke until the returned function is called. */
export function onPoke(listener: (poke: Poke) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function receive(wire: Wire): void {
  if (wire.type === 'link')
    useLive.setState({ link: wire.link, lastAt: wire.at || useLive.getState().lastAt });
  if (wire.type === 'poke') {
    useLive.setState({ link: 'live', lastAt: wire.at });
    for (const listener of listeners) listener(wire.poke);
  }
}

/** Starts listening; the returned function stops it and gives the lock to another tab. */
export function startLive(client: ApiClient): () => void {
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('countersign.pokes');
  const send = (wire: Wire) => {
    receive(wire);
    channel?.postMessage(wire);
  };
  let leading = false;
  channel?.addEventListener('message', ({ data }: MessageEvent<Wire>) => {
    if (data.type !== 'hello') return receive(data);
    const { link, lastAt } = useLive.getState();
    if (leading) channel.postMessage({ type: 'link', link, at: lastAt } satisfies Wire);
  });
  channel?.postMessage({ type: 'hello' } satisfies Wire);

  const lead = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      leading = true;
      const lost = () => send({ type: 'link', link: 'reconnecting', at: 0 });
      const subscribe = () =>
        client.stream.pokes.subscribe(undefined, {
          onData: (event) => send({ type: 'poke', poke: (event as { data: Poke }).data, at: Date.now() }),
          onConnectionStateChange: ({ state }) => {
            const link: Link =
              state === 'pending' ? 'live' : useLive.getState().lastAt === 0 ? 'connecting' : 'reconnecting';
            send({ type: 'link', link, at: link === 'live' ? Date.now() : 0 });
          },
          onError: lost,
        });
      let subscription = subscribe();
      // The browser knows at once that its network is gone; an open stream may seem alive for a while.
      const again = () => {
        subscription.unsubscribe();
        subscription = subscribe();
      };
      window.addEventListener('offline', lost, { signal });
      window.addEventListener('online', again, { signal });
      signal.addEventListener('abort', () => {
        leading = false;
        subscription.unsubscribe();
        resolve();
      });
    });

  const stop = new AbortController();
  if (navigator.locks) {
    navigator.locks
      .request('countersign.stream', { signal: stop.signal }, () => lead(stop.signal))
      .catch(() => undefined);
  } else {
    void lead(stop.signal);
  }
  return () => {
    stop.abort();
    channel?.close();
  };
}
