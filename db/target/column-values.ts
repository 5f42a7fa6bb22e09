/**
 * Column values as JSON that loses nothing: bigint and numeric stay text, times become RFC 3339 where PostgreSQL's
 * ISO form allows it, infinities and NaN stay text because JSON has none.
 */
import pg from 'pg';
import type { Json } from '#core/json.ts';

const parserOf = pg.types.getTypeParser as (oid: number) => (text: string) => Json;
/** By the type's oid in PostgreSQL's catalog; a type that is not listed stays text. */
const parsers: ReadonlyMap<number, (text: string) => Json> = new Map([
  [16, (text: string): Json => text === 't'], // bool
  ...[21, 23, 26].map((oid) => [oid, Number] as const), // int2, int4, oid
  ...[700, 701].map((oid) => [oid, finiteNumber] as const), // float4, float8
  ...[114, 3802].map((oid) => [oid, parseJson] as const), // json, jsonb
  ...[1114, 1184].map((oid) => [oid, rfc3339] as const), // timestamp, timestamptz
  // bool[], int2[], int4[], text[], varchar[], bigint[] (as text), uuid[]
  ...[1000, 1005, 1007, 1009, 1015, 1016, 2951].map((oid) => [oid, parserOf(oid)] as const),
]);

export function parseColumn(type: number, text: string): Json {
  const parse = parsers.get(type);
  return parse ? parse(text) : text;
}

function finiteNumber(text: string): Json {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** A number that a double cannot hold exactly stands as its text. */
function parseJson(text: string): Json {
  const exact: SourceReviver = (_key, value, { source }) =>
    typeof value === 'number' &&
    !(Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))
      ? (source ?? String(value))
      : value;
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown) as Json;
}

function rfc3339(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?$/.exec(text);
  if (!match) return text;
  const [, date, time, hours, minutes] = match;
  const zone =
    hours === undefined ? '' : hours === '+00' && minutes === undefined ? 'Z' : `${hours}${minutes ?? ':00'}`;
  return `${date}T${time}${zone}`;
}
