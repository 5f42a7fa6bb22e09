import type { Clock } from '../clock.ts';

/** Results and wake-ups of one drive. Whoever waits is woken by the first, and then takes all that came together. */
export type Inbox<T> = {
  push(item: T): void;
  wake(): void;
  takeAll(): T[];
  readonly size: number;
  /** Resolves at the next push or wake, or after `ms`. Returns at once when something came since the last wait. */
  wait(ms: number, clock: Clock): Promise<void>;
};

export function createInbox<T>(): Inbox<T> {
  let items: T[] = [];
  let hasNews = false;
  let notify: (() => void) | undefined;
  const wake = () => {
    hasNews = true;
    notify?.();
  };
  return {
    push(item) {
      items.push(item);
      wake();
    },
    wake,
    takeAll() {
      const taken = items;
      items = [];
      return taken;
    },
    get size() {
      return items.length;
    },
    async wait(ms, clock) {
      if (!hasNews) {
        const sleeping = new AbortController();
        const news = new Promise<void>((resolve) => {
          notify = resolve;
        });
        await Promise.race([news, clock.sleep(ms, sleeping.signal).catch(() => {})]);
        notify = undefined;
        sleeping.abort();
      }
      hasNews = false;
    },
  };
}
