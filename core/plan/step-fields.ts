/**
 * The fields in which two steps differ, each with old and new value (defaults filled in) and what kind of change it is
 * on its face: B changes what happens, C is wording. Whether it needs approval again (A) is decided in `authority.ts`.
 * Every member of a step is compared: there is no list of fields to forget one in.
 */
import { canonicalJson, type Json } from '../json.ts';
import { withDefaults } from './normal-form.ts';
import { pointer } from './pointer.ts';
import type { Check, Step } from './schema.ts';

export type ChangeClass = 'A' | 'B' | 'C';
export type FieldChange = {
  /** JSON pointer inside the step or the document; checks stand under their id. */
  path: string;
  from?: Json;
  to?: Json;
  class: ChangeClass;
  why?: string;
};

const WORDING = new Set(['title', 'intent', 'success', 'rationale']);
/** Members shown key by key, because each key is a setting of its own. */
const BY_KEY = new Set(['forEach', 'retry', 'approval', 'budget', 'limits']);
const WHY: Record<string, string> = {
  needs: 'Changes what this step waits for',
  join: 'Changes how many of its dependencies must succeed',
  when: 'Changes whether this step runs at all',
  forEach: 'Changes how often this step runs',
  preconditions: 'Changes what must hold before',
  postconditions: 'Changes what must hold afterwards',
  retry: 'Changes what happens after a passing failure',
  timeoutMs: 'Changes how long an attempt may take',
  fallbacks: 'Changes what is tried when the step fails',
  skippable: 'Changes whether a person may skip it',
  compensation: 'Changes how it is undone',
  undoes: 'Changes which effect it takes back',
  outputs: 'Changes which results are accepted',
  budget: 'Changes what it may spend',
  approval: 'Changes who is asked',
  risk: 'Changes its risk',
  work: 'Changes what it does',
};

export function stepFieldChanges(from: Step, to: Step): FieldChange[] {
  const [before, after] = [resolved(from), resolved(to)];
  const changes: FieldChange[] = [];
  for (const member of union(before, after)) {
    const [a, b] = [before[member], after[member]];
    const kind: ChangeClass = WORDING.has(member) || member === 'id' ? 'C' : 'B';
    const why = WHY[member];
    if (member === 'preconditions' || member === 'postconditions')
      changes.push(...checkChanges(a as Check[], b as Check[], [member], why));
    else if (member === 'fallbacks') changes.push(...listChanges(a as Json[], b as Json[], [member], why));
    else if (member === 'work') changes.push(...workChanges(a as Json, b as Json, why));
    else if (BY_KEY.has(member)) changes.push(...byKey(a, b, [member], kind, why));
    else changes.push(...whole(a, b, [member], kind, why));
  }
  return changes;
}

/** Checks are matched by id; a new message alone is wording, and so is another order: all of them must hold. */
export function checkChanges(
  from: readonly Check[] = [],
  to: readonly Check[] = [],
  path: PropertyKey[],
  why?: string,
): FieldChange[] {
  return itemChanges(from, to, path, (a, b) =>
    a && b && same({ ...a, message: '' }, { ...b, message: '' }) ? { class: 'C' } : { class: 'B', why },
  );
}

/** One change for each item of two lists whose items have ids, and one when the same items stand in another order. */
export function itemChanges<T extends { id: string }>(
  from: readonly T[],
  to: readonly T[],
  path: PropertyKey[],
  judge: (a: T | undefined, b: T | undefined) => { class: ChangeClass; why?: string | undefined },
): FieldChange[] {
  const [before, after] = [byId(from), byId(to)];
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [a, b] = [before.get(id), after.get(id)];
    const judged = judge(a, b);
    return whole(a, b, [...path, id], judged.class, judged.why);
  });
  const [shared, now] = [
    [...before.keys()].filter((id) => after.has(id)),
    [...after.keys()].filter((id) => before.has(id)),
  ];
  if (same(shared, now)) return changes;
  return [...changes, ...whole(shared, now, path, 'C', 'Listed in another order')];
}

/** One change for each key whose value differs. */
export function byKey(
  from: unknown,
  to: unknown,
  path: PropertyKey[],
  kind: ChangeClass,
  why?: string,
): FieldChange[] {
  if (!isObject(from ?? {}) || !isObject(to ?? {})) return whole(from, to, path, kind, why);
  const [a, b] = [(from ?? {}) as Record<string, unknown>, (to ?? {}) as Record<string, unknown>];
  return union(a, b).flatMap((key) => whole(member(a, key), member(b, key), [...path, key], kind, why));
}

export function whole(
  from: unknown,
  to: unknown,
  path: PropertyKey[],
  kind: ChangeClass,
  why?: string,
): FieldChange[] {
  if (same(from, to)) return [];
  return [
    {
      path: pointer(path),
      ...(from !== undefined && { from: from as Json }),
      ...(to !== undefined && { to: to as Json }),
      class: kind,
      ...(why !== undefined && { why }),
    },
  ];
}

export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);
}

function workChanges(from: Json, to: Json, why: string | undefined): FieldChange[] {
  if (!isObject(from) || !isObject(to) || from.kind !== to.kind) return whole(from, to, ['work'], 'B', why);
  return union(from, to).flatMap((key) => {
    const nested = key === 'args' || key === 'inputs';
    return nested
      ? byKey(member(from, key), member(to, key), ['work', key], 'B', why)
      : whole(member(from, key), member(to, key), ['work', key], 'B', why);
  });
}

function listChanges(
  from: readonly Json[],
  to: readonly Json[],
  path: PropertyKey[],
  why: string | undefined,
): FieldChange[] {
  return Array.from({ length: Math.max(from.length, to.length) }, (_, index) => index).flatMap((index) =>
    whole(from[index], to[index], [...path, index], 'B', why),
  );
}

function resolved(step: Step): Record<string, unknown> {
  const filled = withDefaults(step);
  return { ...filled, needs: [...new Set(filled.needs)].sort() };
}

/** A second item of one id, which lint refuses, is compared all the same: nothing of a plan is left out. */
function byId<T extends { id: string }>(items: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) {
    let key = item.id;
    for (let copy = 2; found.has(key); copy += 1) key = `${item.id}#${copy}`;
    found.set(key, item);
  }
  return found;
}

function union(a: object, b: object): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function member(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
