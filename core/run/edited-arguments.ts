/**
 * Arguments that a person changed on a card (A6): what differs, and where each value now comes from. A value that was not
 * touched keeps its origin, so what was untrusted before stays marked.
 */
import { canonicalJson, type Json, type JsonObject } from '../json.ts';
import { pointer } from '../plan/pointer.ts';
import type { Actor, ArgumentOrigin } from './events.ts';
import type { RunState, StepState } from './state.ts';

/** JSON pointers of the values that differ, as deep as both sides allow. */
export function changedPaths(from: JsonObject, to: JsonObject): string[] {
  const paths: string[] = [];
  const visit = (a: Json | undefined, b: Json | undefined, path: readonly PropertyKey[]): void => {
    if (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)) return;
    if (isMap(a) && isMap(b)) {
      const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
      for (const key of keys)
        visit(Object.hasOwn(a, key) ? a[key] : undefined, Object.hasOwn(b, key) ? b[key] : undefined, [
          ...path,
          key,
        ]);
      return;
    }
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      a.forEach((item, index) => visit(item, b[index], [...path, index]));
      return;
    }
    paths.push(pointer(path));
  };
  visit(from, to, []);
  return paths;
}

function isMap(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function originsAfterEdit(
  origins: readonly ArgumentOrigin[],
  paths: readonly string[],
  by: Actor,
): ArgumentOrigin[] {
  const isAtOrBelow = (path: string) =>
    paths.some((changed) => path === changed || path.startsWith(`${changed}/`));
  return [
    ...origins.filter(({ path }) => !isAtOrBelow(path)),
    ...paths.map((path): ArgumentOrigin => ({ path, origin: 'edit', changedSinceReview: true, by })),
  ];
}

/** Where the value at `path` comes from: the closest origins at or above it, and those inside it. */
export function originsAt(origins: readonly ArgumentOrigin[], path: string): ArgumentOrigin[] {
  const covering = origins.filter((origin) => path === origin.path || path.startsWith(`${origin.path}/`));
  const closest = Math.max(...covering.map((origin) => origin.path.length));
  return [
    ...covering.filter((origin) => origin.path.length === closest),
    ...origins.filter((origin) => origin.path.startsWith(`${path}/`)),
  ];
}

/** A5: who may not sign where policy bars the editor. */
export function editorOfCall(state: RunState, step: StepState | undefined): string | undefined {
  return step?.edit?.by.id ?? state.lastEditor;
}
