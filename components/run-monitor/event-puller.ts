import type { RunEvent } from '#core/run/events.ts';
import { receive, type RunStore } from './run-store.ts';

export type PullerDeps = {
  store: RunStore;
  read(after: number, signal: AbortSignal): Promise<{ events: RunEvent[]; more: boolean }>;
  onEvents(events: readonly RunEvent[], store: RunStore): void;
  /** Calls back once, soon: what arrived until then is one store write. */
  schedule(flush: () => void): void;
};
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Reads a run's events by version, from the last one folded: a lost, doubled or late poke costs time and never truth,
 * and after a broken connection the reading goes on where it stopped. One reading at a time; a poke during a reading
 * makes another one; a reading that failed is tried again by itself.
 */
export function createPuller({ store, read, onEvents, schedule }: PullerDeps) {
  const abort = new AbortController();
  let busy = false;
  let again = false;
  let arrived: RunEvent[] = [];
  let scheduled = false;
  let pauseMs = FIRST_PAUSE_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    scheduled = false;
    if (abort.signal.aborted) return;
    const batch = arrived;
    arrived = [];
    const folded = receive(store, batch);
    if (folded.length > 0) onEvents(folded, store);
  };
  const readAll = async () => {
    let after = arrived.at(-1)?.version ?? store.getState().version;
    for (let more = true; more;) {
      const answer = await read(after, abort.signal);
      arrived.push(...answer.events);
      after = answer.events.at(-1)?.version ?? after;
      more = answer.more && answer.events.length > 0;
      if (!scheduled && arrived.length > 0) {
        scheduled = true;
        schedule(flush);
      }
    }
  };
  const pull = async (): Promise<void> => {
    if (abort.signal.aborted) return;
    if (busy) {
      again = true;
      return;
    }
    clearTimeout(retry);
    busy = true;
    try {
      do {
        again = false;
        await readAll();
      } while (again);
      pauseMs = FIRST_PAUSE_MS;
    } catch {
      // The top bar says that the connection is lost; the data stays, and this asks again.
      if (!abort.signal.aborted) retry = setTimeout(() => void pull(), pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    } finally {
      busy = false;
    }
  };
  return {
    pull,
    stop: () => {
      clearTimeout(retry);
      abort.abort();
    },
  };
}
