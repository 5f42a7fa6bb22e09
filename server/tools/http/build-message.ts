/** Arguments of http.request → the exact request. The same arguments give the same bytes, so a key may be sent again (E2). */
import { canonicalJson, type Json, type JsonObject } from '#core/json.ts';
import type { ResolvedHttpConnection } from '#server/connections/connection.ts';
import type { HttpMessage } from './send.ts';

/** On every request of ours. */
export const ownRequestHeaders = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'countersign',
} as const;
export const DEFAULT_KEY_HEADER = 'idempotency-key';
/** Set by us or by the protocol, or meant for the next hop only. */
const ownHeaders = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why these arguments are refused; bindings are judged once they are values. */
export function refuseRequest(args: JsonObject): string | undefined {
  const path = args['path'];
  if (typeof path === 'string' && !isPlainPath(path))
    return 'The path starts with one / and has no "..", "\\", "?" or "#"; use `query` for parameters. The address itself is the connection\'s.';
  const method = methodOf(args);
  if (args['body'] !== undefined && (method === 'GET' || method === 'HEAD')) return `${method} has no body.`;
  const own = Object.keys(objectArg(args, 'headers')).find((name) => ownHeaders.has(name.toLowerCase()));
  if (own !== undefined) return `The header ${own} cannot be set here.`;
  return undefined;
}

function isPlainPath(path: string): boolean {
  if (!/^\/(?!\/)[^\\?#\s]*$/.test(path)) return false;
  return !path.split('/').some((segment) => /^(\.|%2e){2}$/i.test(segment));
}

export function methodOf(args: JsonObject): string {
  const method = args['method'];
  return typeof method === 'string' ? method.toUpperCase() : 'GET';
}

export function buildMessage(
  args: JsonObject,
  connection: ResolvedHttpConnection,
  operationKey: string | undefined,
): HttpMessage {
  const url = urlOf(connection, typeof args['path'] === 'string' ? args['path'] : '/');
  for (const [name, value] of Object.entries(objectArg(args, 'query')))
    url.searchParams.append(name, String(value));
  const headers: Record<string, string> = { ...ownRequestHeaders };
  for (const [name, value] of Object.entries(objectArg(args, 'headers')))
    headers[name.toLowerCase()] = String(value);
  const body = bodyText(args['body'], headers);
  const withKey = operationKey !== undefined && connection.dedupe !== 'none';
  return {
    method: methodOf(args),
    url,
    headers: {
      ...headers,
      ...credentialOf(connection),
      ...(withKey && { [(connection.keyHeader ?? DEFAULT_KEY_HEADER).toLowerCase()]: operationKey }),
    },
    body,
  };
}

export function credentialOf(connection: ResolvedHttpConnection): Record<string, string> {
  return connection.credential === undefined
    ? {}
    : { [(connection.credentialHeader ?? 'authorization').toLowerCase()]: connection.credential };
}

/** Path below the connection's base address; never another host. */
export function urlOf({ baseUrl }: ResolvedHttpConnection, path: string): URL {
  const base = new URL(baseUrl);
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/$/, '') + path;
  return url;
}

function bodyText(body: Json | undefined, headers: Record<string, string>): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string' && headers['content-type'] !== undefined) return body;
  headers['content-type'] ??= 'application/json';
  return canonicalJson(body);
}

function objectArg(args: JsonObject, name: string): JsonObject {
  const value = args[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
