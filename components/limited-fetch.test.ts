import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitedFetch, NoAnswerError } from './limited-fetch.ts';

const hangs = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[case 64] a request that hangs ends with its limit, and says so', async () => {
  const answer = limitedFetch(hangs, 1_000)('/api');
  const told = expect(answer).rejects.toBeInstanceOf(NoAnswerError);
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await told;
});

test('one that is cancelled by its page ends as cancelled, one that is answered leaves no timer', async () => {
  const stop = new AbortController();
  const answer = limitedFetch(hangs, 1_000)('/api', { signal: stop.signal });
  stop.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  await limitedFetch(async () => new Response('ok'), 1_000)('/api');
  expect(vi.getTimerCount()).toBe(0);
});
