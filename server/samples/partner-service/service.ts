/**
 * The sample partner service: a system of somebody else, in a process of its own, with its own ledger. It keeps an API
 * key for each partner and takes notices on a webhook.
 *
 *   GET  /keys                     every partner with its key's id and how often it was rotated
 *   POST /partners/<id>/rotate     a new key; `idempotency-key` makes a repetition answer as the first time did
 *   GET  /config                   whether it takes its configuration file as it now is, and what is wrong with it
 *   POST /hooks/ops                a signed notice (standardwebhooks.com)
 *   GET  /notices, GET /ledger     what it has taken; every effect it has had
 *
 * Everything but the webhook wants `authorization: Bearer <token>`. One partner's key store is slow: the new key is in
 * force at once, its answer comes after `slowAnswerMs`.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '#core/json.ts';
import { checkConfig } from './config.ts';
import { samplePartners, slowPartner } from '../partner-data.ts';

export type PartnerLedgerEntry =
  | { kind: 'rotated'; key: string; partnerId: string; keyId: string; at: string }
  | { kind: 'notice'; key: string; title: string; text: string; at: string };
export type PartnerService = { url: string; port: number; close(): Promise<void> };
export type PartnerServiceOptions = {
  port: number;
  seed: number;
  ledgerFile: string;
  configFile: string;
  token: string;
  webhookSecret: string;
  slowAnswerMs?: number;
};
type Answer = { status: number; body: Json };

const MAX_BODY = 64 * 1024;

export async function startPartnerService(options: PartnerServiceOptions): Promise<PartnerService> {
  const { seed, ledgerFile, token, webhookSecret, slowAnswerMs = 90_000 } = options;
  const partners = samplePartners(seed);
  const slow = slowPartner(partners);
  const ledger = readPartnerLedger(ledgerFile);
  const byKey = new Map(ledger.map((entry) => [entry.key, entry]));
  const timers = new Set<NodeJS.Timeout>();

  function take(entry: PartnerLedgerEntry): void {
    appendFileSync(ledgerFile, `${JSON.stringify(entry)}\n`);
    ledger.push(entry);
    byKey.set(entry.key, entry);
  }

  function rotations(partnerId: string) {
    return ledger.filter((entry) => entry.kind === 'rotated' && entry.partnerId === partnerId);
  }

  function rotate(partnerId: string, key: string | undefined): Answer & { isFirst?: boolean } {
    if (!partners.some(({ id }) => id === partnerId))
      return { status: 404, body: { error: `there is no partner ${partnerId}` } };
    if (key === undefined) return { status: 400, body: { error: 'the header idempotency-key is missing' } };
    const known = byKey.get(key);
    if (known)
      return known.kind === 'rotated' && known.partnerId === partnerId
        ? { status: 200, body: shown(known) }
        : { status: 422, body: { error: 'this idempotency-key belongs to another request' } };
    const at = new Date().toISOString();
    const keyId = `ak_${createHash('sha256').update(`${partnerId} ${key}`).digest('hex').slice(0, 12)}`;
    const entry = { kind: 'rotated' as const, key, partnerId, keyId, at };
    take(entry);
    return { status: 201, body: shown(entry), isFirst: true };
  }

  function notice(headers: http.IncomingHttpHeaders, text: string): Answer {
    const id = one(headers['webhook-id']);
    const signed = `${id}.${one(headers['webhook-timestamp'])}.${text}`;
    if (id === '' || !isSigned(webhookSecret, signed, one(headers['webhook-signature'])))
      return { status: 401, body: { error: 'the signature does not fit' } };
    const { data } = JSON.parse(text) as { data: { title: string; text: string } };
    if (!byKey.has(id))
      take({ kind: 'notice', key: id, title: data.title, text: data.text, at: new Date().toISOString() });
    return { status: 200, body: { taken: id } };
  }

  function answer(request: http.IncomingMessage, text: string): Answer & { waitMs?: number } {
    const { pathname } = new URL(request.url ?? '/', 'http://service');
    if (request.method === 'POST' && pathname === '/hooks/ops') return notice(request.headers, text);
    if (one(request.headers.authorization) !== `Bearer ${token}`)
      return { status: 401, body: { error: 'authorization is missing or wrong' } };
    const [, what, partnerId = '', verb] = pathname.split('/');
    if (request.method === 'POST' && what === 'partners' && verb === 'rotate') {
      const { isFirst, ...result } = rotate(
        decodeURIComponent(partnerId),
        one(request.headers['idempotency-key']) || undefined,
      );
      return { ...result, waitMs: isFirst && partnerId === slow ? slowAnswerMs : 0 };
    }
    if (request.method !== 'GET') return { status: 404, body: { error: 'no such path' } };
    switch (pathname) {
      case '/':
        return { status: 200, body: { service: 'partners', partners: partners.length } };
      case '/keys':
        return {
          status: 200,
          body: {
            keys: partners.map(({ id }) => {
              const done = rotations(id);
              return { partnerId: id, rotations: done.length, rotatedAt: done.at(-1)?.at ?? null };
            }),
          },
        };
      case '/config':
        return { status: 200, body: checkConfig(options.configFile) };
      case '/notices':
        return {
          status: 200,
          body: ledger.flatMap((entry) =>
            entry.kind === 'notice' ? [{ title: entry.title, text: entry.text }] : [],
          ),
        };
      case '/ledger':
        return { status: 200, body: ledger };
      default:
        return { status: 404, body: { error: 'no such path' } };
    }
  }

  const server = http.createServer((request, response) => {
    void bodyOf(request).then(
      (text) => {
        const { status, body, waitMs = 0 } = answer(request, text);
        const send = () => {
          if (response.destroyed) return;
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        };
        if (waitMs === 0) return send();
        const timer = setTimeout(() => {
          timers.delete(timer);
          send();
        }, waitMs);
        timers.add(timer);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function readPartnerLedger(file: string): PartnerLedgerEntry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PartnerLedgerEntry);
}

function shown({ partnerId, keyId, at }: Extract<PartnerLedgerEntry, { kind: 'rotated' }>): Json {
  return { partnerId, keyId, rotatedAt: at };
}

function isSigned(secret: string, signed: string, header: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(createHmac('sha256', key).update(signed).digest('base64'));
  return header.split(' ').some((part) => {
    const given = Buffer.from(part.replace(/^v1,/, ''));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? '';
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
