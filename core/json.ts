export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * Canonical JSON (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers as ECMAScript prints them.
 * `undefined` members are left out (absent and undefined are one thing in our documents).
 * Throws on what JSON cannot hold (NaN, Infinity, bigint, lone surrogates): callers parse input first.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`Not JSON: ${value}`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('Not JSON: a lone surrogate');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const object = value as Record<string, unknown>;
    const members: string[] = [];
    for (const key of Object.keys(object).sort()) {
      if (object[key] !== undefined) members.push(`${canonicalJson(key)}:${canonicalJson(object[key])}`);
    }
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`Not JSON: ${typeof value}`);
}
