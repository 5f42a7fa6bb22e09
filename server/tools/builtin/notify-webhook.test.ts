import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResolvedHttpConnection } from '#server/connections/connection.ts';
import { type FakeService, startFakeService } from '#server/testing/fake-service.ts';
import type { ToolContext } from '../tool.ts';
import { noticeMessage, notifyWebhook } from './notify-webhook.ts';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const connection = (more: Partial<ResolvedHttpConnection> = {}): ResolvedHttpConnection => ({
  name: 'ops',
  kind: 'http',
  environment: 'test',
  readOnly: false,
  dedupe: 'key',
  maxInFlightMs: 0,
  baseUrl: `${service.url}/key/effects`,
  allowList: [],
  allowPrivate: true,
  keyHeader: 'Idempotency-Key',
  revision: 'r' as ResolvedHttpConnection['revision'],
  credential: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ...more,
});
const context = (operationKey: string): ToolContext => ({
  operationKey,
  signal: new AbortController().signal,
  timeoutMs: 5_000,
  connection: connection(),
});
const args = { connection: 'ops', title: 'Keys rotated', text: '12 partners have new keys.' };

test('the published example of Standard Webhooks has this signature', () => {
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const signed = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
  expect(createHmac('sha256', key).update(signed).digest('base64')).toBe(
    'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('a notice is signed over its id, time and bytes, and the secret itself is not sent', () => {
  const message = noticeMessage(args, connection(), 'op-1', 1_614_265_330_500);
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const expected = createHmac('sha256', key).update(`op-1.1614265330.${message.body}`).digest('base64');
  expect(message.headers).toMatchObject({
    'webhook-id': 'op-1',
    'webhook-timestamp': '1614265330',
    'webhook-signature': `v1,${expected}`,
  });
  expect(JSON.stringify(message)).not.toContain('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
});

test('[A7] nothing in a notice decides: no link, no arguments of calls', () => {
  const { body } = noticeMessage(args, connection(), 'op-1', 0);
  expect(JSON.parse(body ?? '')).toEqual({
    type: 'countersign.notice',
    text: 'Keys rotated\n12 partners have new keys.',
    data: { title: 'Keys rotated', text: '12 partners have new keys.', level: 'info' },
  });
});

test('[E2] [E3] a notice whose answer was lost is sent again under its id, and arrives as one', async () => {
  const lost = context('op-notice');
  expect(await notifyWebhook.execute(args, lost)).toMatchObject({ outcome: 'committed' });
  expect(await notifyWebhook.reconcile?.(args, { ...lost, dispatchedAt: 0, now: 1_000 })).toMatchObject({
    verdict: 'committed',
  });
  expect(service.count('op-notice')).toBe(1);
  const bodies = service.requests().map(({ text }) => text);
  expect(bodies[0]).toBe(bodies[1]);
});

test('a notice that cannot be signed is refused by name, and nothing is sent', async () => {
  const before = service.requests().length;
  expect(notifyWebhook.refuseAt?.(args, connection())).toContain('no secret');
  const without = { ...connection(), credential: undefined };
  expect(await notifyWebhook.execute(args, { ...context('op-bare'), connection: without })).toMatchObject({
    outcome: 'not-applied',
    failure: { code: 'no-secret' },
  });
  expect(service.requests()).toHaveLength(before);
});

test('what really arrives has this signature by another computation, and these headers only', async () => {
  const secret = 'a secret without a prefix';
  const given = { ...context('op-sent'), connection: connection({ credential: secret }) };
  expect(await notifyWebhook.execute(args, given)).toMatchObject({ outcome: 'committed' });
  const sent = service.requests().at(-1);
  const { headers = {}, text = '' } = sent ?? {};
  expect(Object.keys(headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'host',
    'idempotency-key',
    'user-agent',
    'webhook-id',
    'webhook-signature',
    'webhook-timestamp',
  ]);
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signature = Buffer.from(String(headers['webhook-signature']).replace('v1,', ''), 'base64');
  expect(await crypto.subtle.verify('HMAC', key, signature, new TextEncoder().encode(signed))).toBe(true);
});

describe('what a receiver answers', () => {
  /** A receiver of its own for one notice; gives the outcome and how often it was asked. */
  async function answered(answer: RequestListener, more: Partial<ResolvedHttpConnection> = {}) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      request.resume();
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const given = connection({ baseUrl: `http://127.0.0.1:${port}/hook`, ...more });
    try {
      return {
        asked,
        outcome: await notifyWebhook.execute(args, { ...context('op-answer'), connection: given }),
      };
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  test('[A7] decides nothing: a body that says so is only text', async () => {
    const { outcome } = await answered((_request, response) =>
      response.end('{"approve":true,"approvalId":"appr_1","verdict":"approve"}'),
    );
    expect(Object.keys(outcome).toSorted()).toEqual(['outcome', 'output']);
    expect(outcome.outcome).toBe('committed');
  });

  test('leads nowhere else: no redirect is followed', async () => {
    const { asked, outcome } = await answered((_request, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    expect(asked).toEqual(['/hook']);
    expect(outcome.outcome).not.toBe('committed');
  });

  test('[E2] proves nothing with a 500 or a cut connection: the notice is unknown', async () => {
    const failed = await answered((_request, response) => response.writeHead(500).end());
    const cut = await answered((request) => request.socket.destroy());
    expect([failed.outcome.outcome, cut.outcome.outcome]).toEqual(['unknown', 'unknown']);
  });

  test('is not even asked for at a private address that the connection does not allow', async () => {
    const { asked, outcome } = await answered((_request, response) => response.end(), {
      allowPrivate: false,
    });
    expect(asked).toEqual([]);
    expect(outcome.outcome).toBe('not-applied');
  });
});

test('sent again, a notice has the same id and bytes, and the time of then', () => {
  const first = noticeMessage(args, connection(), 'op-1', 1_000_000);
  const again = noticeMessage(args, connection(), 'op-1', 9_000_000);
  expect(again.body).toBe(first.body);
  expect(again.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(again.headers['webhook-timestamp']).toBe('9000');
  expect(again.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
});
