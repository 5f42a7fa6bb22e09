import { setTimeout as delay } from 'node:timers/promises';

/** Time as the server sees it. Tests pass a virtual one; nothing else reads Date.now(). */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with an AbortError as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** Node's timers hold at most this many milliseconds; a longer delay would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    const options = signal ? { signal } : {};
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
      await delay(Math.min(left, LONGEST_TIMER_MS), undefined, options);
    }
    signal?.throwIfAborted();
  },
};
