/**
 * What work a version leaves to be done, as one hash (N5): two versions whose remaining work is the same are the same
 * proposal, whatever the steps are called, titled, explained or listed in. Names of steps in expressions and needs
 * stand as the hash of the step they name; finished steps count by their operation key.
 */
import { contentHash } from '../hash.ts';
import { celReferences, renameStepsInCel } from './cel.ts';
import { mapCheck, mapStepExpressions, stepExpressions } from './expressions.ts';
import { topologicalOrder } from './graph.ts';
import { normalizePlan } from './normal-form.ts';
import type { Check, PlanDocument, Step } from './schema.ts';

/** `finished`: operation key of each finished step; null for one that made no call. */
export function remainingEquivalence(
  document: PlanDocument,
  finished: Readonly<Record<string, string | null>>,
): string {
  const plan = normalizePlan(document);
  const byId = new Map(plan.steps.toReversed().map((step) => [step.id, step]));
  const hashes = new Map<string, string>();
  const named = (expr: string, self?: string) =>
    renameStepsInCel(expr, (id) => (id === self ? 'self' : (hashes.get(id) ?? `?${id}`)));
  const order = topologicalOrder({
    steps: plan.steps.map((step) => ({ id: step.id, needs: [...(step.needs ?? []), ...readBy(step)] })),
  });
  // Steps on a cycle cannot run; they count under their own names.
  const ordered = new Set(order);
  const rest = [...byId.keys()].filter((id) => !ordered.has(id));
  for (const id of [...order, ...rest]) {
    const step = byId.get(id) as Step;
    const done = Object.hasOwn(finished, id) ? { key: finished[id] ?? null } : undefined;
    hashes.set(
      id,
      contentHash(
        done
          ? { done: done.key ?? `step ${id}` }
          : contractOf(
              step,
              (need) => hashes.get(need) ?? `?${need}`,
              (expr) => named(expr, id),
            ),
      ),
    );
  }
  const checks = (list: Check[] | undefined) =>
    (list ?? []).map((check) => meaningOf(mapCheck(check, (expr) => named(expr)))).sort();
  return contentHash({
    steps: [...hashes.values()].sort(),
    success: checks(plan.success),
    stop: checks(plan.stop),
    assumptions: (plan.assumptions ?? [])
      .filter(({ check }) => check !== undefined)
      .map(({ check, steps }) =>
        contentHash({
          check: checks(check && [check]),
          steps: (steps ?? []).map((id) => hashes.get(id) ?? `?${id}`).sort(),
        }),
      )
      .sort(),
    inputs: plan.inputs,
    limits: plan.limits,
  });
}

/** Steps that the step's expressions name; in a sound plan these are ancestors. */
function readBy(step: Step): string[] {
  return stepExpressions(step, []).flatMap(({ expr }) => {
    const references = celReferences(expr);
    return references.ok ? references.steps : [];
  });
}

/** The contract without its wording and names. */
function contractOf(step: Step, hashOf: (id: string) => string, change: (expr: string) => string): object {
  const {
    id: _id,
    title: _title,
    intent: _intent,
    success: _success,
    rationale: _rationale,
    needs,
    preconditions,
    postconditions,
    ...contract
  } = mapStepExpressions(step, change);
  return {
    ...contract,
    needs: (needs ?? []).map(hashOf).sort(),
    preconditions: preconditions?.map(meaningOf).sort(),
    postconditions: postconditions?.map(meaningOf).sort(),
  };
}

/** What a check asks, without what it is called and what it says. */
function meaningOf({ expr, probe }: Check): string {
  return contentHash({ expr, probe });
}
