/**
 * A service outside of the product, with a ledger of its own: only it counts effects. Three kinds of one endpoint:
 * /key keeps operation keys, /lookup can be asked at /effects/KEY, /none does neither.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type LedgerService = {
  url: string;
  /** Operation key of every effect, in order. */
  readonly effects: string[];
  /** Operation key of every request to change something, in order. */
  readonly requests: string[];
  /** Requests that have come and whose effect has not. */
  underWay(): number;
  /** How the next effects come about: before it, after it (then the answer), and whether the answer is cut off. */
  behave(how: { beforeMs?: number; afterMs?: number; cut?: 'before' | 'after' | undefined }): void;
  stop(): Promise<void>;
};

export async function startLedgerService(): Promise<LedgerService> {
  const effects: string[] = [];
  const requests: string[] = [];
  let underWay = 0;
  let how: Parameters<LedgerService['behave']>[0] = {};

  async function change(kind: string, key: string, response: ServerResponse): Promise<void> {
    requests.push(key);
    underWay++;
    try {
      await apply(kind, key, response);
    } finally {
      underWay--;
    }
  }

  async function apply(kind: string, key: string, response: ServerResponse): Promise<void> {
    const { beforeMs = 0, afterMs = 0, cut } = how;
    if (kind === 'key' && effects.includes(key)) return answer(response, 200, { ok: true });
    if (cut === 'before') response.destroy();
    if (beforeMs > 0) await delay(beforeMs);
    if (kind !== 'key' || !effects.includes(key)) effects.push(key);
    if (cut === 'after') response.destroy();
    if (afterMs > 0) await delay(afterMs);
    answer(response, 200, { ok: true });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind = '', key = ''] = (request.url ?? '').split('/');
    if (request.method === 'GET' && kind === 'effects') return answer(response, effects.includes(key) ? 200 : 404, { found: effects.includes(key) });
    if (request.method === 'GET') return answer(response, 200, { ok: true });
    for await (const _chunk of request) continue;
    const header = request.headers['idempotency-key'];
    await change(kind, typeof header === 'string' ? header : `none-${requests.length}`, response);
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    requests,
    underWay: () => underWay,
    behave(next) {
      how = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
