import type { HttpConnection } from '#server/connections/connection.ts';
import { AddressRefused } from './address-guard.ts';
import { type HttpMessage, send, type SendLimits, type SendResult } from './send.ts';

const MOST_REDIRECTS = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** Follows redirects of a read, each checked like the first address: only to hosts the connection lists. */
export async function followRead(
  first: HttpMessage,
  connection: HttpConnection,
  limits: SendLimits,
): Promise<SendResult> {
  let message = first;
  for (let hops = 0; ; hops++) {
    const result = await send(message, limits);
    const location =
      result.kind === 'answer' && redirects.has(result.answer.status)
        ? result.answer.headers['location']
        : undefined;
    if (location === undefined) return result;
    const next = URL.parse(location, message.url);
    const problem =
      hops >= MOST_REDIRECTS
        ? `More than ${MOST_REDIRECTS} redirects.`
        : refuseRedirect(message.url, next, connection);
    if (problem !== undefined || !next)
      return {
        kind: 'error',
        sent: true,
        error: new AddressRefused(problem ?? 'The redirect leads nowhere.'),
      };
    message = {
      ...message,
      url: next,
      headers:
        next.origin === first.url.origin ? first.headers : withoutCredential(first.headers, connection),
    };
  }
}

function refuseRedirect(
  from: URL,
  to: URL | null,
  { baseUrl, allowList }: HttpConnection,
): string | undefined {
  if (!to) return 'The redirect leads nowhere.';
  if (from.protocol === 'https:' && to.protocol !== 'https:') return 'The redirect leaves https.';
  const allowed = [new URL(baseUrl).host, ...allowList];
  if (!allowed.includes(to.host) && !allowed.includes(to.hostname))
    return `The redirect leads to ${to.host}, which this connection does not list.`;
  return undefined;
}

function withoutCredential(
  headers: Record<string, string>,
  { credentialHeader = 'authorization' }: HttpConnection,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== credentialHeader.toLowerCase()),
  );
}
