import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { initialState, fold } from '#core/run/evolve.ts';
import type { RunEvent } from '#core/run/events.ts';
import { pausingLog as log } from '#core/testing/pausing-log.ts';
import { createPuller } from './event-puller.ts';
import { createRunStore } from './run-store.ts';

/** The server: what it has now, and what goes wrong with the next readings. */
function server(events: RunEvent[], page: number) {
  const faults: ('cut' | 'double')[] = [];
  let readings = 0;
  return {
    faults,
    get readings() {
      return readings;
    },
    events,
    read: async (after: number) => {
      readings += 1;
      const fault = faults.shift();
      if (fault === 'cut') throw new Error('connection lost');
      // A doubled delivery begins before what was asked for.
      const from = fault === 'double' ? Math.max(0, after - 3) : after;
      const rest = events.filter((event) => event.version > from);
      return { events: rest.slice(0, page), more: rest.length > page };
    },
  };
}

describe('reading a run', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  function start(from: ReturnType<typeof server>) {
    const store = createRunStore(initialState(), 0);
    const seen: number[] = [];
    const flushes: (() => void)[] = [];
    const puller = createPuller({
      store,
      read: from.read,
      onEvents: (events) => seen.push(...events.map((event) => event.version)),
      schedule: (flush) => flushes.push(flush),
    });
    const flush = () => {
      for (const each of flushes.splice(0)) each();
    };
    return { store, seen, puller, flush };
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test('[case 90] [UE2] [UE1] a lost connection or a restarted server loses and doubles nothing', async () => {
    const from = server(log(40), 7);
    const { store, seen, puller, flush } = start(from);
    from.faults.push('double', 'cut');
    await puller.pull();
    flush();
    // The reading was cut off; what came before is folded, the rest is asked for again from there.
    expect(store.getState().version).toBe(7);
    from.events.push(...log(60).slice(40));
    from.faults.push('cut', 'double');
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    flush();
    expect(seen).toEqual(upTo(60));
    expect(store.getState().events.map((event) => event.version)).toEqual(upTo(60));
    expect(store.getState().state).toEqual(fold(from.events));
  });

  test('[UE2] pokes during a reading make one more reading, not one each', async () => {
    const from = server(log(5), 100);
    const { puller, store, flush } = start(from);
    const first = puller.pull();
    from.events.push(...log(9).slice(5));
    await Promise.all([first, puller.pull(), puller.pull(), puller.pull()]);
    flush();
    expect(from.readings).toBe(2);
    expect(store.getState().version).toBe(9);
  });

  test('writes the store once for all that arrived before a frame', async () => {
    const from = server(log(300), 50);
    const { puller, store, flush } = start(from);
    let writes = 0;
    store.subscribe(() => writes++);
    await puller.pull();
    expect(writes).toBe(0);
    flush();
    expect(writes).toBe(1);
    expect(store.getState().version).toBe(300);
  });

  test('asks less and less often while the server stays away, and stops with the page', async () => {
    const from = server(log(3), 100);
    from.faults.push(...Array.from({ length: 50 }, () => 'cut' as const));
    const { puller } = start(from);
    await puller.pull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(from.readings).toBeGreaterThan(5);
    expect(from.readings).toBeLessThan(12);
    puller.stop();
    const before = from.readings;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(from.readings).toBe(before);
  });
});
