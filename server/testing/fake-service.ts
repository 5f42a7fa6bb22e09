/**
 * A service outside of ours for tests: it keeps its own ledger, and only that ledger counts effects. What goes wrong
 * is asked for per request, in the header `x-fault`, and happens only the first time an operation key arrives: a
 * request that is sent again with the identical bytes meets a healthy service, as in real life.
 *
 *   POST /key/effects      remembers the key of `idempotency-key` and answers it again with the first answer
 *   POST /lookup/effects   takes the key, does not deduplicate; GET /lookup/effects/<key> says 200 or 404
 *   POST /none/effects     knows no keys
 *   GET  /ledger           every effect it has had
 *
 *   x-fault: reset-before | reset-after | error-before | error-after | slow:<ms> | late:<ms> | hang | status:<code>
 *   late: the connection is cut now and the effect happens <ms> later. slow: the effect and the answer come after <ms>.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '#core/json.ts';

export type LedgerEntry = { n: number; mode: string; key: string | null; body: Json };
export type FakeService = {
  url: string;
  port: number;
  ledger(): LedgerEntry[];
  /** Effects under this key. */
  count(key: string): number;
  /** Every request that arrived, also those without an effect. */
  requests(): readonly {
    method: string;
    path: string;
    key: string | null;
    text: string;
    headers: http.IncomingHttpHeaders;
  }[];
  /** Resolves as soon as a look at the ledger says so. */
  until(done: (ledger: readonly LedgerEntry[]) => boolean): Promise<void>;
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
};
type Answer = { status: number; body: Json };

export async function startFakeService(
  options: { port?: number; ledgerFile?: string } = {},
): Promise<FakeService> {
  const { ledgerFile } = options;
  const ledger: LedgerEntry[] = ledgerFile === undefined ? [] : readLedger(ledgerFile);
  const requests: ReturnType<FakeService['requests']>[number][] = [];
  /** First answer per key of the mode `key`; a restarted service knows the keys of its ledger. */
  const answers = new Map<string, Answer>(
    ledger.filter(({ mode }) => mode === 'key').map((entry) => [entry.key ?? '', answerFor(entry)]),
  );
  const troubled = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  const watchers = new Set<() => void>();

  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }
  function apply(mode: string, key: string | null, body: Json): Answer {
    const known = mode === 'key' && key !== null ? answers.get(key) : undefined;
    if (known) return known;
    const entry: LedgerEntry = { n: ledger.length + 1, mode, key, body };
    if (ledgerFile !== undefined) appendFileSync(ledgerFile, `${JSON.stringify(entry)}\n`);
    ledger.push(entry);
    const answer = answerFor(entry);
    if (mode === 'key' && key !== null) answers.set(key, answer);
    changed();
    return answer;
  }

  const server = http.createServer((request, response) => {
    void textOf(request).then((text) => {
      const path = request.url ?? '/';
      const key = headerOf(request, 'idempotency-key') ?? null;
      requests.push({ method: request.method ?? '', path, key, text, headers: request.headers });
      changed();
      const reply = ({ status, body }: Answer, headers: Record<string, string> = {}) => {
        if (response.destroyed) return;
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body));
      };
      const [, mode = '', what = '', wanted] = path.split('/');
      if (path === '/ledger') return reply({ status: 200, body: ledger as unknown as Json });
      if (request.method === 'GET' && what === 'effects' && wanted !== undefined) {
        const found = ledger.find((entry) => entry.key === decodeURIComponent(wanted));
        return reply(found ? answerFor(found) : { status: 404, body: { error: 'not found' } });
      }
      if (request.method !== 'POST' || what !== 'effects')
        return reply({ status: 404, body: { error: 'no such path' } });
      const body = parse(text);
      const id = key ?? text;
      const [fault, detail = '0'] = troubled.has(id) ? [] : (headerOf(request, 'x-fault') ?? '').split(':');
      troubled.add(id);
      const amount = Number(detail);
      const cut = () => request.socket.destroy();
      switch (fault) {
        case 'reset-before':
          return cut();
        case 'reset-after':
          apply(mode, key, body);
          return cut();
        case 'error-before':
          return reply({ status: 500, body: { error: 'nothing happened' } });
        case 'error-after':
          apply(mode, key, body);
          return reply({ status: 500, body: { error: 'it happened' } });
        case 'slow':
          return later(amount, () => reply(apply(mode, key, body)));
        case 'late':
          later(amount, () => apply(mode, key, body));
          return cut();
        case 'hang':
          return undefined;
        case 'status':
          return reply(
            { status: amount, body: { error: `asked for ${amount}` } },
            amount === 429 ? { 'retry-after': '2' } : {},
          );
        case undefined:
        default:
          return reply(apply(mode, key, body));
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  function until(done: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (!done()) return;
      watchers.delete(look);
      resolve();
    };
    watchers.add(look);
    look();
    return promise;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    ledger: () => [...ledger],
    count: (key) => ledger.filter((entry) => entry.key === key).length,
    requests: () => requests,
    until: (done) => until(() => done(ledger)),
    arrived: (count) => until(() => requests.length >= count),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function readLedger(file: string): LedgerEntry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LedgerEntry);
}

function answerFor({ n, key, body }: LedgerEntry): Answer {
  return { status: 201, body: { n, key, body } };
}

function headerOf(request: http.IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
