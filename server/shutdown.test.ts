import { beforeEach, expect, test } from 'vitest';
import { beginShutdown, cutOnShutdown } from './shutdown.ts';

const stream = { 'content-type': 'text/event-stream' };

beforeEach(() => {
  Reflect.deleteProperty(globalThis, 'countersignShutdown');
});

/** A stream that says one thing and then stays open. */
function openStream(onCancel = () => {}): Response {
  const body = new ReadableStream({
    start: (controls) => controls.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: onCancel,
  });
  return new Response(body, { headers: stream });
}

test('an event stream starts with a short retry and passes on what it carries', async () => {
  const whole = new Response('data: 1\n\n', { headers: stream });
  expect(await cutOnShutdown(whole).text()).toBe('retry: 500\n\ndata: 1\n\n');
});

test('[case 96] an open event stream ends when the process is asked to stop, and its source is released', async () => {
  let isCancelled = false;
  const text = cutOnShutdown(openStream(() => void (isCancelled = true))).text();
  beginShutdown();
  expect(await text).toMatch(/^retry: 500\n\n/);
  expect(isCancelled).toBe(true);
});

test('a stream asked for after that is empty and closes its connection', async () => {
  beginShutdown();
  const response = cutOnShutdown(openStream());
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.text()).toBe('retry: 500\n\n');
});

test('a client that leaves releases the source', async () => {
  let isCancelled = false;
  await cutOnShutdown(openStream(() => void (isCancelled = true))).body?.cancel();
  expect(isCancelled).toBe(true);
});

test('other answers are left as they are', () => {
  const json = Response.json({});
  expect(cutOnShutdown(json)).toBe(json);
});
