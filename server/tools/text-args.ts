import type { Json, JsonObject } from '#core/json.ts';

/** Arguments of a proposal may still be bindings; what is not text yet is not judged. */
export function textArg(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

export function listArg(args: JsonObject, name: string): Json[] {
  const value = args[name];
  return Array.isArray(value) ? value : [];
}

/** A statement on one line, cut for a sentence. */
export function shortSql(sql: string): string {
  const line = sql.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
