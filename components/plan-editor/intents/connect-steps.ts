import { messages } from '#components/ui/messages.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import { descendants, indexGraph } from '#core/plan/graph.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { stepNumbers } from '../step-numbers.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

const text = messages.intents;

/** Why `stepId` cannot run after `needs`, in the words people see; undefined = it can. Asked while a line is drawn too. */
export function whyNotAfter(document: PlanDocument, stepId: string, needs: string): string | undefined {
  const byId = new Map(document.steps.map((step) => [step.id, step]));
  const step = byId.get(stepId);
  const need = byId.get(needs);
  if (!step || !need) return text.noStep(step ? needs : stepId);
  const numbers = stepNumbers(document);
  const number = (id: string) => numbers.get(id) ?? 0;
  if (stepId === needs) return text.itself(number(stepId));
  if (step.needs?.includes(needs)) return text.alreadyAfter(number(stepId), number(needs));
  const path = pathBetween(document, stepId, needs);
  if (!path) return undefined;
  const through = path.slice(1, -1).map(number);
  return through.length === 0
    ? text.runsBefore(number(stepId), step.title, number(needs), need.title)
    : text.runsBeforeThrough(number(stepId), number(needs), through);
}

/** `stepId` runs after `needs` from now on. */
export function connectSteps(document: PlanDocument, stepId: string, needs: string): IntentOutcome {
  const why = whyNotAfter(document, stepId, needs);
  if (why !== undefined) return refused(why);
  const numbers = stepNumbers(document);
  return intent(text.connect(numbers.get(stepId) ?? 0, numbers.get(needs) ?? 0), [
    { type: 'add-dependency', stepId, needs },
  ]);
}

export function disconnectSteps(document: PlanDocument, stepId: string, needs: string): IntentOutcome {
  const step = document.steps.find(({ id }) => id === stepId);
  if (!step) return refused(text.noStep(stepId));
  const numbers = stepNumbers(document);
  const [number, after] = [numbers.get(stepId) ?? 0, numbers.get(needs) ?? 0];
  if (!step.needs?.includes(needs)) return refused(text.notAfter(number, after));
  return intent(text.disconnect(number, after), [{ type: 'remove-dependency', stepId, needs }]);
}

/** The dialog "Step 4 runs after...": its whole answer at once. Of a refused one nothing is done. */
export function setNeeds(document: PlanDocument, stepId: string, needs: readonly string[]): IntentOutcome {
  const step = document.steps.find(({ id }) => id === stepId);
  if (!step) return refused(text.noStep(stepId));
  const before = new Set(step.needs ?? []);
  const after = new Set(needs);
  for (const need of after) {
    const why = before.has(need) ? undefined : whyNotAfter(document, stepId, need);
    if (why !== undefined) return refused(why);
  }
  const edits: PlanEdit[] = [
    ...[...before]
      .filter((id) => !after.has(id))
      .map((id): PlanEdit => ({ type: 'remove-dependency', stepId, needs: id })),
    ...[...after]
      .filter((id) => !before.has(id))
      .map((id): PlanEdit => ({ type: 'add-dependency', stepId, needs: id })),
  ];
  return intent(text.setNeeds(stepNumbers(document).get(stepId) ?? 0), edits);
}

/** Steps that `stepId` may run after: all but itself, what it runs after already, and what runs after it. */
export function possibleNeeds(document: PlanDocument, stepId: string): string[] {
  const after = descendants(document, stepId);
  const needs = new Set(document.steps.find(({ id }) => id === stepId)?.needs ?? []);
  return document.steps.map(({ id }) => id).filter((id) => id !== stepId && !needs.has(id) && !after.has(id));
}

/** A shortest way from a step to one that runs after it, both included. */
function pathBetween(document: PlanDocument, from: string, to: string): string[] | undefined {
  const { ids, indexOf, dependants } = indexGraph(document);
  const start = indexOf.get(from);
  const end = indexOf.get(to);
  if (start === undefined || end === undefined) return undefined;
  const cameFrom = new Map<number, number>([[start, -1]]);
  const queue = [start];
  for (let at = 0; at < queue.length && !cameFrom.has(end); at += 1) {
    const index = queue[at] as number;
    for (const next of dependants[index] ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, index);
      queue.push(next);
    }
  }
  if (!cameFrom.has(end)) return undefined;
  const path: string[] = [];
  for (let index = end; index !== -1; index = cameFrom.get(index) ?? -1) path.unshift(ids[index] as string);
  return path;
}
