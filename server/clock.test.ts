import { expect, test } from 'vitest';
import { realClock } from './clock.ts';

test('a sleep that is aborted rejects at once', async () => {
  const stop = new AbortController();
  const asleep = realClock.sleep(60_000, stop.signal);
  stop.abort();
  await expect(asleep).rejects.toThrow(/abort/i);
});

test('a sleep under a signal that was aborted before rejects too', async () => {
  await expect(realClock.sleep(0, AbortSignal.abort())).rejects.toThrow(/abort/i);
});

test('a sleep of zero or less is over at once', async () => {
  await expect(realClock.sleep(-5)).resolves.toBeUndefined();
});
