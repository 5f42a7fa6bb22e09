import type { CedarValueJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { Json } from '#core/json.ts';

/**
 * JSON as Cedar has it: no null (left out, also in lists), no fractions (decimal with up to four digits, else text),
 * no integers beyond 2^53 (text). Members called __entity or __extn would be read as Cedar's own escapes and get
 * another underscore, so arguments cannot forge an entity.
 */
export function cedarValue(value: Exclude<Json, null>): Exclude<CedarValueJson, null> {
  if (typeof value === 'number') return cedarNumber(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(cedarValue);
  return cedarRecord(value);
}

export function cedarRecord(record: { [key: string]: Json | undefined }): Record<string, CedarValueJson> {
  const members: [string, CedarValueJson][] = [];
  for (const [key, value] of Object.entries(record)) {
    if (value !== null && value !== undefined)
      members.push([key.startsWith('__') ? `_${key}` : key, cedarValue(value)]);
  }
  return Object.fromEntries(members);
}

const LARGEST_DECIMAL = 900_000_000_000_000;
function cedarNumber(value: number): Exclude<CedarValueJson, null> {
  if (Number.isSafeInteger(value)) return value;
  const text = String(value);
  const isDecimal = /^-?\d+\.\d{1,4}$/.test(text) && Math.abs(value) < LARGEST_DECIMAL;
  return isDecimal ? { __extn: { fn: 'decimal', arg: text } } : text;
}
