import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { PLAN_LIMITS } from '#core/plan/schema.ts';
import { logFor } from '#server/log.ts';
import { readSession } from '#server/auth/session.ts';
import { cutOnShutdown } from '#server/shutdown.ts';
import type { WebApp } from '#server/web-app.ts';
import { errorId } from './errors.ts';
import { appRouter } from './root.ts';

/** More calls in one request are a mistake or an attack; a page needs a handful. */
const MAX_BATCH = 20;

/** Every request of the API. `endpoint` is the path as Next hands it on, without BASE_PATH. */
export async function handleTrpc(app: WebApp, request: Request, endpoint = '/api/trpc'): Promise<Response> {
  const checked = await withLimits(request);
  if (checked instanceof Response) return checked;
  const answerHeaders = new Headers();
  const response = await fetchRequestHandler({
    endpoint,
    req: checked,
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    createContext: async () => ({
      app,
      session: await readSession(app, checked.headers),
      request: { method: checked.method, headers: checked.headers },
      again: () => readSession(app, checked.headers),
      answerHeaders,
    }),
    responseMeta: () => ({ headers: answerHeaders }),
    onError({ error, path }) {
      if (error.code === 'INTERNAL_SERVER_ERROR')
        logFor({ component: 'api' }).error(
          { err: error.cause ?? error, path, errorId: errorId(error) },
          'A procedure failed',
        );
    },
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  response.headers.set('cache-control', isStream ? 'no-store, no-transform' : 'no-store');
  if (isStream) response.headers.set('x-accel-buffering', 'no');
  return cutOnShutdown(response);
}

/** JSON only, since other kinds can be sent by a form of any site; and no more of it than a plan may have. */
async function withLimits(request: Request): Promise<Request | Response> {
  if (request.method !== 'POST') return request;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return plain(415, 'Send JSON.');
  if (Number(request.headers.get('content-length') ?? 0) > PLAN_LIMITS.requestBytes) return tooLarge();
  const body = await readCapped(request, PLAN_LIMITS.requestBytes);
  if (!body) return tooLarge();
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body });
}

async function readCapped(request: Request, cap: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > cap) return undefined;
      chunks.push(chunk);
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

function plain(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } });
}
function tooLarge(): Response {
  return plain(413, `A request may have ${PLAN_LIMITS.requestBytes / 1024 / 1024} MiB at most.`);
}
