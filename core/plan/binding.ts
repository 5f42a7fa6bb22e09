/**
 * Bindings: `{"$expr": "<CEL>"}` anywhere inside arguments; the whole value is replaced by the result.
 * Every resolved argument says where its value came from, so that a person sees what was not in the plan they read.
 */
import type { Json, JsonObject } from '../json.ts';
import type { ArgumentOrigin } from '../run/events.ts';
import { bindingOf, isMalformedBinding } from './bound-value.ts';
import { type CelContext, celReferences, evaluateCel } from './cel.ts';
import { pointer } from './pointer.ts';
import { PLAN_LIMITS } from './plan-limits.ts';

export type Bound = { path: string; expr: string };
export type ResolvedBindings =
  | { ok: true; args: JsonObject; origins: ArgumentOrigin[] }
  | { ok: false; message: string; path: string };

export { bindingOf, isMalformedBinding };

/** Every binding inside a value, with its JSON pointer. */
export function bindingReferences(value: Json): Bound[] {
  const found: Bound[] = [];
  walk(value, [], (path, expr) => found.push({ path: pointer(path), expr }));
  return found;
}

export function malformedBindings(value: Json): string[] {
  const found: string[] = [];
  walk(
    value,
    [],
    () => undefined,
    (path) => found.push(pointer(path)),
  );
  return found;
}

/** The value with every binding's expression passed through `change`. */
export function mapBindings(value: Json, change: (expr: string) => string): Json {
  const expr = bindingOf(value);
  if (expr !== undefined) {
    const changed = change(expr);
    return changed === expr ? value : { $expr: changed };
  }
  if (Array.isArray(value)) return value.map((item) => mapBindings(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapBindings(member, change)]));
}

export function resolveBindings(args: JsonObject, context: CelContext): ResolvedBindings {
  const origins: ArgumentOrigin[] = [];
  try {
    const resolved: [string, Json][] = [];
    for (const [name, value] of Object.entries(args)) {
      const member = resolve(value, [name], context, origins);
      if (new TextEncoder().encode(JSON.stringify(member)).length > PLAN_LIMITS.argumentBytes) {
        throw new Unresolved(
          `The value is larger than ${PLAN_LIMITS.argumentBytes / 1024} KiB, the limit of one argument`,
          pointer([name]),
        );
      }
      resolved.push([name, member]);
    }
    return { ok: true, args: Object.fromEntries(resolved), origins };
  } catch (error) {
    if (error instanceof Unresolved) return { ok: false, message: error.message, path: error.path };
    throw error;
  }
}

class Unresolved extends Error {
  readonly path: string;
  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

function resolve(value: Json, path: PropertyKey[], context: CelContext, origins: ArgumentOrigin[]): Json {
  const expr = bindingOf(value);
  if (expr !== undefined) {
    const result = evaluateCel(expr, context);
    if (!result.ok) throw new Unresolved(result.message, pointer(path));
    origins.push(...originsOf(expr, pointer(path)));
    return result.value;
  }
  if (isMalformedBinding(value))
    throw new Unresolved('A binding has the one member "$expr", and it is a text', pointer(path));
  if (value === null || typeof value !== 'object' || !holdsBinding(value)) {
    origins.push({ path: pointer(path), origin: 'plan' });
    return value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => resolve(item, [...path, index], context, origins));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolve(member, [...path, key], context, origins)]),
  );
}

/** A step's output and an item of a list come from outside: data, never to be trusted as an instruction (T4). */
function originsOf(expr: string, path: string): ArgumentOrigin[] {
  const references = celReferences(expr);
  if (!references.ok) return [];
  const origins: ArgumentOrigin[] = references.steps.map((stepId) => ({
    path,
    origin: 'step-output',
    stepId,
    untrusted: true,
  }));
  if (references.names.includes('item')) origins.push({ path, origin: 'item', untrusted: true });
  if (references.names.includes('inputs')) origins.push({ path, origin: 'input' });
  return origins.length > 0 ? origins : [{ path, origin: 'plan' }];
}

function holdsBinding(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Object.hasOwn(value, '$expr')) return true;
  return Object.values(value).some(holdsBinding);
}

function walk(
  value: Json,
  path: PropertyKey[],
  binding: (path: PropertyKey[], expr: string) => void,
  malformed?: (path: PropertyKey[]) => void,
): void {
  const expr = bindingOf(value);
  if (expr !== undefined) return binding(path, expr);
  if (isMalformedBinding(value)) malformed?.(path);
  if (value === null || typeof value !== 'object') return;
  const members: [PropertyKey, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [key, member] of members) walk(member, [...path, key], binding, malformed);
}
