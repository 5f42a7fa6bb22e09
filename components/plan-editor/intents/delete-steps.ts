import { messages } from '#components/ui/messages.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import { ancestry } from '#core/plan/graph.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

/**
 * Deletes steps and keeps the order of the rest: what ran after a deleted step then runs after what that one ran after.
 * Otherwise a write could start before the backup it stood behind. A join that counts its needs is left as it is.
 */
export function deleteSteps(document: PlanDocument, ids: readonly string[]): IntentOutcome {
  const deleted = new Set(ids);
  const steps = document.steps.filter(({ id }) => deleted.has(id));
  if (steps.length === 0) return refused(messages.intents.noSteps);
  const edits: PlanEdit[] = steps.map(({ id }): PlanEdit => ({ type: 'remove-step', stepId: id }));
  return intent(
    messages.intents.remove(steps.map(({ title }) => title)),
    [...edits, ...bridges(document, deleted)],
    {
      select: [],
    },
  );
}

function bridges(document: PlanDocument, deleted: ReadonlySet<string>): PlanEdit[] {
  const byId = new Map(document.steps.toReversed().map((step) => [step.id, step]));
  const rest = {
    steps: document.steps
      .filter(({ id }) => !deleted.has(id))
      .map(({ id, needs }) => ({ id, needs: (needs ?? []).filter((need) => !deleted.has(need)) })),
  };
  const known = ancestry(rest);
  return document.steps.flatMap((step) => {
    if (deleted.has(step.id) || !waitsForAll(step)) return [];
    const behind = behindDeleted(step, byId, deleted);
    const needs = (step.needs ?? []).filter((need) => !deleted.has(need));
    const wanted = [...behind].filter((id) => {
      const others = [...needs, ...behind].filter((other) => other !== id);
      return id !== step.id && !needs.includes(id) && !others.some((other) => known.isAncestor(id, other));
    });
    return wanted.map((need): PlanEdit => ({ type: 'add-dependency', stepId: step.id, needs: need }));
  });
}

/** The nearest steps that stay, through deleted ones only. */
function behindDeleted(
  step: Step,
  byId: ReadonlyMap<string, Step>,
  deleted: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const stack = (step.needs ?? []).filter((id) => deleted.has(id));
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const gone = byId.get(id);
    if (!gone || !waitsForAll(gone)) continue;
    for (const need of gone.needs ?? []) {
      if (deleted.has(need)) stack.push(need);
      else if (byId.has(need)) found.add(need);
    }
  }
  return found;
}

function waitsForAll(step: Step): boolean {
  return step.join === undefined || step.join === 'all';
}
