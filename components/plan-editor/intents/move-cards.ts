import { messages } from '#components/ui/messages.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { type Position, positionOf, type Positions } from '../positions.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

/** Arrow keys: a burst of them is one undo entry. */
export function nudgeCards(positions: Positions, ids: readonly string[], by: Position): IntentOutcome {
  const moves = ids.flatMap((id) => {
    const at = positionOf(positions, id);
    return at ? [[id, { x: at.x + by.x, y: at.y + by.y }] as const] : [];
  });
  if (moves.length === 0) return refused(messages.intents.noSteps);
  return intent(messages.intents.move(moves.length), [], {
    moves: Object.fromEntries(moves),
    mergeKey: `move ${moves.map(([id]) => id).join(' ')}`,
  });
}

/** A drag that ended, or the fields Column and Row. */
export function placeCards(places: Record<string, Position>): IntentOutcome {
  const count = Object.keys(places).length;
  if (count === 0) return refused(messages.intents.noSteps);
  return intent(messages.intents.move(count), [], { moves: places });
}

/** Every card to the place of a fresh layout; undo takes all of them back. */
export function tidyCards(document: PlanDocument, fresh: Positions): IntentOutcome {
  const moves = document.steps.flatMap(({ id }) => {
    const at = positionOf(fresh, id);
    return at ? [[id, at] as const] : [];
  });
  return intent(messages.intents.tidy, [], { moves: Object.fromEntries(moves) });
}

/** Place of a step in the list, which is content: equal choices run in that order. */
export function reorderStep(document: PlanDocument, stepId: string, to: number): IntentOutcome {
  const step = document.steps.find(({ id }) => id === stepId);
  if (!step) return refused(messages.intents.noStep(stepId));
  return intent(messages.intents.reorder(step.title), [{ type: 'move-step', stepId, to }], {
    mergeKey: `reorder ${stepId}`,
  });
}
