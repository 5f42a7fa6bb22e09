import type { Clock } from '../../clock.ts';

export type SimulatedClock = Clock & {
  /** Everything that runs has come to rest: goes to the next sleeper's time. False when nobody sleeps. */
  advance(): boolean;
  /** Lets everything that can run without time passing run. */
  settle(): Promise<void>;
  /** Called by the world and the store, so that `settle` sees that something happens. */
  noteActivity(): void;
};

/** Turns of the event loop without activity after which all is at rest. The committer and the driver use one each. */
const QUIET_TURNS = 4;

export function createSimulatedClock(startAt: number): SimulatedClock {
  let now = startAt;
  let activity = 0;
  let sequence = 0;
  let sleepers: { at: number; sequence: number; wake: () => void }[] = [];
  return {
    now: () => now,
    sleep(ms, signal) {
      activity++;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const sleeper = { at: now + Math.max(0, ms), sequence: sequence++, wake: () => resolve() };
        sleepers.push(sleeper);
        signal?.addEventListener(
          'abort',
          () => {
            activity++;
            sleepers = sleepers.filter((one) => one !== sleeper);
            reject(signal.reason as Error);
          },
          { once: true },
        );
      });
    },
    advance() {
      const first = sleepers.toSorted((a, b) => a.at - b.at || a.sequence - b.sequence)[0];
      if (!first) return false;
      sleepers = sleepers.filter((one) => one !== first);
      now = Math.max(now, first.at);
      first.wake();
      return true;
    },
    async settle() {
      for (let quiet = 0; quiet < QUIET_TURNS;) {
        const before = activity;
        await new Promise<void>((resolve) => setImmediate(resolve));
        quiet = activity === before ? quiet + 1 : 0;
      }
    },
    noteActivity: () => void activity++,
  };
}
