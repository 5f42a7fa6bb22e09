/** A clock that only tests move. Waiters wake in order of their time, those of one time in order of arrival. */
export class VirtualClock {
  #now: number;
  #waiters: { at: number; wake: () => void }[] = [];

  constructor(start = 1_800_000_000_000) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Resolves once the clock has reached `at`. */
  reach(at: number): Promise<void> {
    if (at <= this.#now) return Promise.resolve();
    return new Promise((wake) => {
      this.#waiters.push({ at, wake });
      this.#waiters.sort((a, b) => a.at - b.at);
    });
  }

  /** When the next waiter wakes. */
  nextAt(): number | undefined {
    return this.#waiters[0]?.at;
  }

  advance(ms: number): void {
    this.#now += ms;
    while (this.#waiters[0] && this.#waiters[0].at <= this.#now) this.#waiters.shift()?.wake();
  }
}
