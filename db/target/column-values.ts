/**
 * Column values as JSON that loses nothing: bigint and numeric stay text, times become RFC 3339 where PostgreSQL's
 * ISO form allows it, infinities and NaN stay text because JSON has none.
 */
import pg from 'pg';
import type { Json } from '#core/json.ts';

const { BOOL, INT2, INT4, OID, FLOAT4, FLOAT8, JSON: JSON_TYPE, JSONB, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
/** bool[], int2[], int4[], text[], varchar[], bigint[] (as text), uuid[]. */
const arrays = new Set([1000, 1005, 1007, 1009, 1015, 1016, 2951]);

export function parseColumn(type: number, text: string): Json {
  switch (type) {
    case BOOL:
      return text === 't';
    case INT2:
    case INT4:
    case OID:
      return Number(text);
    case FLOAT4:
    case FLOAT8:
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case JSON_TYPE:
    case JSONB:
      return parseJson(text);
    case TIMESTAMP:
    case TIMESTAMPTZ:
      return rfc3339(text);
    default:
      return arrays.has(type) ? (pg.types.getTypeParser(type)(text) as Json) : text;
  }
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** A number that a double cannot hold exactly stands as its text. */
function parseJson(text: string): Json {
  const exact: SourceReviver = (_key, value, { source }) =>
    typeof value === 'number' && !(Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) ? (source ?? String(value)) : value;
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown) as Json;
}

function rfc3339(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?$/.exec(text);
  if (!match) return text;
  const [, date, time, hours, minutes] = match;
  const zone = hours === undefined ? '' : hours === '+00' && minutes === undefined ? 'Z' : `${hours}${minutes ?? ':00'}`;
  return `${date}T${time}${zone}`;
}
