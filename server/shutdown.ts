/** On globalThis, because Next bundles instrumentation and routes apart and each would get its own module. */
const shared = globalThis as typeof globalThis & { countersignShutdown?: AbortController };

/** EventSource otherwise waits 3 s before it connects again. */
const RETRY = new TextEncoder().encode('retry: 500\n\n');

function controller(): AbortController {
  shared.countersignShutdown ??= new AbortController();
  return shared.countersignShutdown;
}

/** Aborted once the process has been asked to stop. */
export function shutdownSignal(): AbortSignal {
  return controller().signal;
}

export function beginShutdown(): void {
  controller().abort();
}

/**
 * Ends an event stream when the process is asked to stop. `next start` waits for every open response before it
 * ends, so one open tab would hold it for ever. The stream is cut, not completed: the client connects again.
 */
export function cutOnShutdown(response: Response): Response {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response;
  const signal = shutdownSignal();
  if (signal.aborted) {
    // A kept-alive connection still brings requests after the listening socket has closed.
    void response.body.cancel();
    return new Response(RETRY, { headers: { 'content-type': 'text/event-stream', connection: 'close' } });
  }
  const headers = new Headers(response.headers);
  return new Response(cut(response.body, signal), { status: response.status, headers });
}

function cut(source: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  let end = () => {};
  return new ReadableStream<Uint8Array>({
    start(controls) {
      controls.enqueue(RETRY);
      end = () => {
        controls.close();
        void reader.cancel().catch(() => {});
      };
      signal.addEventListener('abort', end, { once: true });
    },
    async pull(controls) {
      const { done, value } = await reader.read();
      if (signal.aborted) return;
      if (!done) return controls.enqueue(value);
      signal.removeEventListener('abort', end);
      controls.close();
    },
    async cancel(reason) {
      signal.removeEventListener('abort', end);
      await reader.cancel(reason);
    },
  });
}
