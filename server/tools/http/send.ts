/** One HTTP exchange with limits. It follows nothing, reads no proxy settings and keeps no connection open. */
import http from 'node:http';
import https from 'node:https';
import { checkLiteral, guardedLookup } from './address-guard.ts';

export type HttpMessage = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
};
export type HttpAnswer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  truncated: boolean;
};
export type SendResult =
  | { kind: 'answer'; answer: HttpAnswer }
  /** `sent`: a connection stood, so the request may have arrived. */
  | { kind: 'error'; error: Error & { code?: string }; sent: boolean };
export type SendLimits = { signal: AbortSignal; maxBytes: number; allowPrivate: boolean };

export function send(
  message: HttpMessage,
  { signal, maxBytes, allowPrivate }: SendLimits,
): Promise<SendResult> {
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  let sent = false;
  const fail = (error: Error) => resolve({ kind: 'error', error, sent });
  try {
    checkLiteral(message.url, allowPrivate);
    const secure = message.url.protocol === 'https:';
    const request = (secure ? https : http).request(message.url, {
      method: message.method,
      headers: {
        ...message.headers,
        ...(message.body !== undefined && { 'content-length': String(Buffer.byteLength(message.body)) }),
      },
      agent: false,
      lookup: guardedLookup(allowPrivate),
      signal,
    });
    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        sent = true;
      });
    });
    request.once('error', fail);
    request.once('response', (response) => {
      sent = true;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const done = (truncated: boolean) =>
        resolve({
          kind: 'answer',
          answer: {
            status: response.statusCode ?? 0,
            headers: plainHeaders(response.headers),
            text: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
            truncated,
          },
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) {
          done(true);
          request.destroy();
        }
      });
      response.once('end', () => done(false));
      response.once('error', fail); // cut off in the middle
      response.once('aborted', () =>
        fail(Object.assign(new Error('The answer was cut off.'), { code: 'ECONNRESET' })),
      );
    });
    request.end(message.body);
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
  return promise;
}

/** Cookies are credentials and stay out. */
function plainHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie')
      plain.push([name, Array.isArray(value) ? value.join(', ') : value]);
  }
  return Object.fromEntries(plain);
}
