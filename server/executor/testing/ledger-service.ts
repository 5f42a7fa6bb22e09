/**
 * A service outside of the product, with a ledger of its own: only it counts effects. The path says how a change comes
 * about: POST /KIND/MS[/cut]. KIND key keeps operation keys, lookup can be asked at /effects/KEY, none does neither; the
 * effect comes after MS; with `cut` the connection is reset before it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type LedgerService = {
  url: string;
  /** Operation key of every effect, in order; its path where the service is not told the key. */
  readonly effects: readonly string[];
  /** Resolves once a request to change this path has come, which was not there before the call. */
  nextRequest(path: string): Promise<void>;
  /** Resolves when no effect is on its way any more. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

export async function startLedgerService(): Promise<LedgerService> {
  const effects: string[] = [];
  const underWay = new Set<Promise<void>>();
  let expected: { path: string; resolve: () => void }[] = [];

  async function change(path: string, key: string | undefined, response: ServerResponse): Promise<void> {
    const [, kind, ms = '0', cut] = path.split('/');
    const name = key ?? path;
    if (cut) response.destroy();
    if (!(kind === 'key' && effects.includes(name))) {
      await delay(Number(ms));
      if (!(kind === 'key' && effects.includes(name))) effects.push(name);
    }
    answer(response, 200, { ok: true });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method === 'GET') {
      const found = effects.includes(path.replace('/effects/', ''));
      return answer(response, path.startsWith('/effects/') && !found ? 404 : 200, { found });
    }
    for await (const _chunk of request) continue;
    const header = request.headers['idempotency-key'];
    const changed = change(path, typeof header === 'string' ? header : undefined, response);
    underWay.add(changed);
    void changed.finally(() => underWay.delete(changed));
    for (const one of expected.filter((each) => each.path === path)) one.resolve();
    expected = expected.filter((each) => each.path !== path);
    await changed;
  }

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    nextRequest: (path) => new Promise((resolve) => expected.push({ path, resolve })),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
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
