import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#db/testing/database.ts';
import { createTestApi, sameOrigin, TEST_HOST, type TestApi } from '#server/testing/web-app.ts';
import { handleTrpc } from './http.ts';

const database = useTestDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi(database());
});
afterAll(() => api[Symbol.asyncDispose]());

const base = `http://${TEST_HOST}/api/trpc`;
function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const init = {
    method: 'POST',
    body,
    headers: { ...sameOrigin, ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  };
  return handleTrpc(api.web, new Request(`${base}/${path}`, init as RequestInit));
}

describe('what a request may be', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    '[case 53] a body of the type "%s", which a form of any site can send, is refused',
    async (type) => {
      expect((await post('runs.pause', '{"json":{"runId":"r"}}', { 'content-type': type })).status).toBe(415);
    },
  );

  test('a GET changes nothing', async () => {
    const response = await handleTrpc(
      api.web,
      new Request(`${base}/runs.pause?input=${encodeURIComponent('{"json":{"runId":"r"}}')}`, {
        headers: sameOrigin,
      }),
    );
    expect(response.status).toBe(405);
  });

  test('a body beyond 5 MiB is refused, whatever it says of its length', async () => {
    const big = JSON.stringify({ json: { text: 'x'.repeat(5 * 1024 * 1024) } });
    expect((await post('plans.create', big, { 'content-length': String(big.length) })).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    expect((await post('plans.create', endless)).status).toBe(413);
    expect(sent).toBeLessThan(10);
  });

  test('twenty calls in one request at most, and beyond that none is made', async () => {
    const batch = (count: number) =>
      post(
        `${Array.from({ length: count }, () => 'session.join').join(',')}?batch=1`,
        JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { json: {} }]))),
      );
    expect((await batch(21)).status).toBe(400);
    expect((await batch(20)).status).toBe(400); // each of its own: the input is empty
  });
});

describe('what an answer says', () => {
  test('a stranger is told to sign in, with a code and a sentence, and nothing is cached', async () => {
    const response = await handleTrpc(api.web, new Request(`${base}/plans.list`, { headers: sameOrigin }));
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as { error: { json: { data: { reason: unknown } } } };
    expect(body.error.json.data.reason).toEqual({
      code: 'not-signed-in',
      fields: {},
      message: 'Sign in first.',
    });
  });

  test('[case 89] a stream is neither stored nor changed on its way', async () => {
    const ending = new AbortController();
    const { headers, body } = await handleTrpc(
      api.web,
      new Request(`${base}/stream.pokes`, {
        headers: { ...sameOrigin, accept: 'text/event-stream' },
        signal: ending.signal,
      }),
    );
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    ending.abort();
    await body?.cancel();
  });

  test('a failure of ours shows no stack and no word of the database', async () => {
    const broken = {
      ...api.web,
      sql: (() => Promise.reject(new Error('relation "secret_table" does not exist'))) as never,
    };
    const response = await handleTrpc(
      broken,
      new Request(
        `${base}/session.link?input=${encodeURIComponent(JSON.stringify({ json: { token: 'x'.repeat(43) } }))}`,
        { headers: sameOrigin },
      ),
    );
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/secret_table|\.ts|stack/);
  });
});
