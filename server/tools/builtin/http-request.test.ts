import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#core/json.ts';
import type { ResolvedHttpConnection } from '#server/connections/connection.ts';
import { type FakeService, startFakeService } from '#server/testing/fake-service.ts';
import type { ToolContext } from '../tool.ts';
import { httpRequest } from './http-request.ts';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

let keys = 0;
const nextKey = () => `op-${++keys}`;
function connection(more: Partial<ResolvedHttpConnection> = {}): ResolvedHttpConnection {
  return {
    name: 'fake',
    kind: 'http',
    environment: 'test',
    readOnly: false,
    dedupe: 'key',
    maxInFlightMs: 0,
    baseUrl: service.url,
    allowList: [],
    allowPrivate: true,
    keyHeader: 'Idempotency-Key',
    revision: 'r' as ResolvedHttpConnection['revision'],
    credential: undefined,
    ...more,
  };
}
type More = Partial<ToolContext> & { connection?: ResolvedHttpConnection };
function context(more: More = {}): ToolContext {
  return {
    operationKey: nextKey(),
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    connection: connection(),
    ...more,
  };
}
const call = (more: JsonObject) => ({ connection: 'fake', method: 'POST', path: '/key/effects', ...more });
const post = (fault: string | undefined, ctx: ToolContext, path = '/key/effects') =>
  httpRequest.execute(call({ path, body: { pay: 5 }, ...(fault && { headers: { 'X-Fault': fault } }) }), ctx);
const again = (
  fault: string | undefined,
  ctx: ToolContext,
  path = '/key/effects',
  more = { dispatchedAt: 0, now: 1 },
) =>
  httpRequest.reconcile?.(call({ path, body: { pay: 5 }, ...(fault && { headers: { 'X-Fault': fault } }) }), {
    ...ctx,
    ...more,
  });

describe('writes', () => {
  test('[T2][E3] a write carries its operation key and commits', async () => {
    const ctx = context();
    expect(await post(undefined, ctx)).toMatchObject({
      outcome: 'committed',
      output: { status: 201, body: { key: ctx.operationKey } },
    });
    expect(service.count(ctx.operationKey)).toBe(1);
  });

  test.each([
    ['reset-before', 0],
    ['reset-after', 1],
    ['error-before', 0],
    ['error-after', 1],
  ])(
    '[E2][FM8] %s is unknown; sending the identical bytes again under the key ends with one effect',
    async (fault, before) => {
      const ctx = context();
      const seen = service.requests().length;
      expect(await post(fault, ctx)).toMatchObject({ outcome: 'unknown', failure: { class: 'transient' } });
      expect(service.count(ctx.operationKey)).toBe(before);
      expect(await again(fault, ctx)).toMatchObject({
        verdict: 'committed',
        final: true,
        output: { status: 201 },
      });
      expect(service.count(ctx.operationKey)).toBe(1);
      const [first, second] = service.requests().slice(seen);
      expect(second).toEqual(first);
    },
  );

  test('[E2][FM6] a write slower than its limit is unknown, and its key then tells', async () => {
    const ctx = context();
    const stop = new AbortController();
    const seen = service.requests().length;
    const running = post('slow:30', { ...ctx, signal: stop.signal });
    await service.arrived(seen + 1);
    stop.abort();
    expect(await running).toMatchObject({ outcome: 'unknown', failure: { code: 'timeout' } });
    await service.until(() => service.count(ctx.operationKey) === 1);
    expect(await again('slow:30', ctx)).toMatchObject({ verdict: 'committed' });
    expect(service.count(ctx.operationKey)).toBe(1);
  });

  test('[E2] nothing is sent again once the service may have forgotten the key', async () => {
    const ctx = context({ connection: connection({ keyRetentionMs: 1_000 }) });
    expect(await again(undefined, ctx, '/key/effects', { dispatchedAt: 0, now: 1_000 })).toMatchObject({
      verdict: 'inconclusive',
      final: true,
    });
    expect(
      await httpRequest.reconcile?.(call({}), { ...ctx, dispatchedAt: undefined, now: 1 }),
    ).toMatchObject({ verdict: 'inconclusive', final: true });
    expect(service.count(ctx.operationKey)).toBe(0);
  });

  const lookup = { path: '/lookup/effects/{key}', committedWhen: 'output.status == 201' };
  test('[E3][FM7] a lookup that finds nothing is not final: the effect may still come', async () => {
    const ctx = context({ connection: connection({ dedupe: 'lookup', lookup }) });
    expect(await post('late:20', ctx, '/lookup/effects')).toMatchObject({ outcome: 'unknown' });
    expect(await again(undefined, ctx, '/lookup/effects')).toMatchObject({
      verdict: 'not-applied',
      final: false,
    });
    await service.until(() => service.count(ctx.operationKey) === 1);
    expect(await again(undefined, ctx, '/lookup/effects')).toMatchObject({
      verdict: 'committed',
      final: true,
      output: { body: { key: ctx.operationKey } },
    });
    expect(service.count(ctx.operationKey)).toBe(1);
  });

  test('[P4] a lookup whose expression fails is inconclusive, never "found"', async () => {
    const ctx = context({
      connection: connection({
        dedupe: 'lookup',
        lookup: { ...lookup, committedWhen: 'output.nothing.here' },
      }),
    });
    expect(await again(undefined, ctx, '/lookup/effects')).toMatchObject({
      verdict: 'inconclusive',
      final: false,
    });
  });

  test('[E2] an opaque service cannot be asked, and sends no key', async () => {
    const ctx = context({ connection: connection({ dedupe: 'none' }) });
    expect(await post('reset-after', ctx, '/none/effects')).toMatchObject({ outcome: 'unknown' });
    expect(service.requests().at(-1)?.key).toBeNull();
    expect(await again('reset-after', ctx, '/none/effects')).toMatchObject({
      verdict: 'inconclusive',
      final: true,
    });
  });

  test.each([
    [400, 'permanent', 'not-applied'],
    [401, 'denied', 'not-applied'],
    [404, 'permanent', 'not-applied'],
    [408, 'transient', 'unknown'],
    [409, 'precondition', 'not-applied'],
    [429, 'transient', 'not-applied'],
    [303, 'permanent', 'unknown'],
    [503, 'transient', 'unknown'],
  ])('[F1] status %i of a write is %s and %s', async (status, failureClass, outcome) => {
    const answer = await post(`status:${status}`, context());
    expect(answer).toMatchObject({ outcome, failure: { class: failureClass, code: `http-${status}` } });
    if (status === 429) expect(answer).toMatchObject({ failure: { retryAfterMs: 2_000 } });
  });

  test('[F1] a service that does not listen got nothing', async () => {
    const closed = await startFakeService();
    await closed.close();
    expect(await post(undefined, context({ connection: connection({ baseUrl: closed.url }) }))).toMatchObject(
      { outcome: 'not-applied', failure: { class: 'transient', code: 'errno-ECONNREFUSED' } },
    );
  });

  test('[T3] the credential comes from the connection and a plan cannot set its header', async () => {
    const secret = connection({ credential: 'Bearer s3cret', credentialHeader: 'X-Token' });
    await httpRequest.execute(
      call({ headers: { 'X-TOKEN': 'mine' }, body: 1 }),
      context({ connection: secret }),
    );
    expect(service.requests().at(-1)?.headers['x-token']).toBe('Bearer s3cret');
    expect(httpRequest.refuse?.(call({ headers: { Authorization: 'x' } }))).toContain('cannot be set');
  });
});

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '0',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
  ])('[T2] loopback is not reached as http://%s', async (host) => {
    const seen = service.requests().length;
    const there = connection({ baseUrl: `http://${host}:${service.port}`, allowPrivate: false });
    expect(
      await httpRequest.execute(call({ method: 'GET', path: '/ledger' }), context({ connection: there })),
    ).toMatchObject({ outcome: 'not-applied', failure: { class: 'denied', code: 'address-refused' } });
    expect(await post(undefined, context({ connection: there }))).toMatchObject({
      outcome: 'not-applied',
      failure: { code: 'address-refused' },
    });
    expect(service.requests()).toHaveLength(seen);
  });

  test.each([
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '224.0.0.1',
  ])('[T2] %s is not public', async (host) => {
    const there = connection({ baseUrl: `http://${host}`, allowPrivate: false });
    expect(
      await httpRequest.execute(call({ method: 'GET', path: '/' }), context({ connection: there })),
    ).toMatchObject({ failure: { code: 'address-refused' } });
  });

  test.each([
    '//evil.example/x',
    '/../admin',
    '/a/%2e%2e/b',
    '/a?b=c',
    '/a#b',
    '/a\\b',
    'https://evil.example',
  ])('[T3] the path %s is refused', (path) => {
    expect(httpRequest.refuse?.(call({ path }))).toBeTypeOf('string');
  });

  test('[T2] a redirect of a read is checked like the first address; a write follows none', async () => {
    const hits: string[] = [];
    const hop = createServer((request, response) => {
      hits.push(`${request.method} ${request.url} ${String(request.headers['x-token'] ?? '-')}`);
      response
        .writeHead(307, { location: request.url === '/loop' ? '/loop' : `${service.url}/ledger` })
        .end();
    });
    await new Promise<void>((resolve) => hop.listen(0, '127.0.0.1', resolve));
    const { port } = hop.address() as AddressInfo;
    const from = (allowList: string[]) =>
      connection({
        baseUrl: `http://127.0.0.1:${port}`,
        allowList,
        credential: 'k',
        credentialHeader: 'x-token',
      });
    try {
      expect(
        await httpRequest.execute(call({ method: 'GET', path: '/go' }), context({ connection: from([]) })),
      ).toMatchObject({
        failure: { code: 'address-refused', message: expect.stringContaining('does not list') },
      });
      const allowed = context({ connection: from([`127.0.0.1:${service.port}`]) });
      expect(await httpRequest.execute(call({ method: 'GET', path: '/go' }), allowed)).toMatchObject({
        outcome: 'read',
        output: { status: 200 },
      });
      expect(service.requests().at(-1)?.headers['x-token']).toBeUndefined();
      expect(await httpRequest.execute(call({ method: 'GET', path: '/loop' }), allowed)).toMatchObject({
        failure: { message: expect.stringContaining('More than 5') },
      });
      const before = hits.length;
      expect(await httpRequest.execute(call({ path: '/go', body: 1 }), allowed)).toMatchObject({
        outcome: 'not-applied',
        failure: { code: 'http-307' },
      });
      expect(hits).toHaveLength(before + 1);
    } finally {
      hop.closeAllConnections();
      await new Promise((resolve) => hop.close(resolve));
    }
  });

  test('[T4] an answer is cut at its byte cap', async () => {
    const big = createServer((_request, response) => response.end('x'.repeat(3 * 1024 * 1024)));
    await new Promise<void>((resolve) => big.listen(0, '127.0.0.1', resolve));
    try {
      const there = connection({ baseUrl: `http://127.0.0.1:${(big.address() as AddressInfo).port}` });
      const outcome = await httpRequest.execute(
        call({ method: 'GET', path: '/' }),
        context({ connection: there }),
      );
      expect(outcome).toMatchObject({ outcome: 'read', output: { truncated: true } });
      expect(JSON.stringify(outcome).length).toBeLessThan(1024 * 1024 + 500);
    } finally {
      big.closeAllConnections();
      await new Promise((resolve) => big.close(resolve));
    }
  });
});
