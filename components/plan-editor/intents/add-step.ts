import { messages } from '#components/ui/messages.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { freePlace, placeAfter } from '../free-place.ts';
import { type Position, positionOf, type Positions } from '../positions.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

type Canvas = { document: PlanDocument; positions: Positions };
export type Where = {
  /** It runs after these. */
  after?: readonly string[];
  /** And this one then runs after it, no longer after the others: the + on an edge. */
  before?: string;
  /** Where the card was dropped. */
  at?: Position;
};

/** Adds a step (`defaultStep`), selected, in the list right behind the last it runs after. */
export function addStep(
  { document, positions }: Canvas,
  step: Step,
  { after = [], before, at }: Where,
): IntentOutcome {
  const ids = document.steps.map(({ id }) => id);
  const missing = [...after, ...(before === undefined ? [] : [before])].find((id) => !ids.includes(id));
  if (missing !== undefined) return refused(messages.intents.noStep(missing));
  const needs = [...new Set([...(step.needs ?? []), ...after])];
  const last = ids.findLastIndex((id) => after.includes(id));
  const next = before === undefined ? undefined : document.steps.find(({ id }) => id === before);
  const edits: PlanEdit[] = [
    {
      type: 'add-step',
      step: needs.length > 0 ? { ...step, needs } : step,
      at: last === -1 ? (before === undefined ? ids.length : ids.indexOf(before)) : last + 1,
    },
  ];
  if (next) {
    for (const need of after)
      if (next.needs?.includes(need)) edits.push({ type: 'remove-dependency', stepId: next.id, needs: need });
    edits.push({ type: 'add-dependency', stepId: next.id, needs: step.id });
  }
  const stands = needs.flatMap((id) => positionOf(positions, id) ?? []);
  const place = at ? freePlace(positions, at) : placeAfter(positions, stands);
  return intent(messages.intents.add(step.title), edits, {
    moves: Object.fromEntries([[step.id, place]]),
    select: [step.id],
  });
}
