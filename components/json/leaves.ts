import type { Json, JsonObject } from '#core/json.ts';
import { pointer } from '#core/plan/pointer.ts';

/** One value of the arguments, complete and with its type. Empty lists and objects are values too. */
export type Leaf = {
  path: string;
  label: string;
  value: Json;
  /** A CEL expression, resolved when the step runs. */ binding?: string;
};

/** Every leaf of the arguments, in the order they are written: what an approval card must show without a gap. */
export function leavesOf(args: JsonObject): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (value: Json, path: readonly PropertyKey[], label: string): void => {
    if (value !== null && typeof value === 'object') {
      const entries = Array.isArray(value)
        ? value.map((item, index) => [index, item] as const)
        : Object.entries(value);
      const only = entries.length === 1 ? entries[0] : undefined;
      if (only && only[0] === '$expr' && typeof only[1] === 'string') {
        leaves.push({ path: pointer(path), label, value, binding: only[1] });
        return;
      }
      if (entries.length > 0) {
        for (const [key, item] of entries)
          visit(
            item,
            [...path, key],
            typeof key === 'number' ? `${label}[${key}]` : label ? `${label}.${key}` : key,
          );
        return;
      }
    }
    leaves.push({ path: pointer(path), label, value });
  };
  for (const [key, value] of Object.entries(args)) visit(value, [key], key);
  return leaves;
}

/** A typed literal: strings keep their quotes, so "5" and 5 differ on the screen as they do in the call. */
export function literal(value: Json): string {
  return JSON.stringify(value);
}
export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value;
}
