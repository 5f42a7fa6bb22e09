/** What the changed arguments of a call were before: as the plan had them when the run started, or before a person's edit. */
import type { z } from 'zod';
import type { Json, JsonObject } from '#core/json.ts';
import { bindingOf } from '#core/plan/binding.ts';
import { pointer } from '#core/plan/pointer.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { ArgumentOrigin } from '#core/run/events.ts';
import { changedPaths } from '#core/run/edited-arguments.ts';
import type { EarlierValue } from '../shapes/approvals.ts';

type Earlier = z.infer<typeof EarlierValue>;

/** Changes between the version the run started on and the one it is on now (T4, ux 8.5). */
export function changedByPlan(
  stepId: string,
  started: { version: number; document: PlanDocument } | undefined,
  now: PlanDocument,
): Earlier[] {
  const [before, after] = [started?.document, now].map((document) => {
    const work = document?.steps.find(({ id }) => id === stepId)?.work;
    return work?.kind === 'tool' ? work : undefined;
  });
  if (!started || !before || !after || before.tool !== after.tool) return [];
  const from = before.args as JsonObject;
  return changedPaths(from, after.args as JsonObject).map((path) => {
    const { known, value } = valueAt(from, path);
    const isBinding = known && bindingOf(value) !== undefined;
    return { path, since: { version: started.version }, ...(known && !isBinding && { value }) };
  });
}

/** What a person changed on the card, with the value it had before. */
export function changedByPeople(origins: readonly ArgumentOrigin[], from: JsonObject | undefined): Earlier[] {
  return origins.flatMap(({ origin, path, by }) => {
    if (origin !== 'edit') return [];
    const { known, value } = from ? valueAt(from, path) : { known: false, value: null };
    return [{ path, since: { by: by?.name ?? by?.id ?? null }, ...(known && { value }) }];
  });
}

function valueAt(args: JsonObject, path: string): { known: boolean; value: Json } {
  let found: { known: boolean; value: Json } = { known: false, value: null };
  const visit = (value: Json, at: readonly PropertyKey[]): void => {
    if (pointer(at) === path) found = { known: true, value };
    else if (
      value !== null &&
      typeof value === 'object' &&
      path.startsWith(at.length > 0 ? `${pointer(at)}/` : '')
    ) {
      const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [key, member] of entries) visit(member, [...at, key]);
    }
  };
  visit(args, []);
  return found;
}
