import { messages } from '#components/ui/messages.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import { mapStepExpressions } from '#core/plan/expressions.ts';
import { renameStepsInCel } from '#core/plan/cel.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { freePlace, placeAfter } from '../free-place.ts';
import { applyMoves, type Position, positionOf, type Positions } from '../positions.ts';
import { freeStepId } from '../step-id.ts';
import { type Clip, copySteps } from './copy-steps.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

/** A pasted card lies this far beside its original. */
const OFFSET = { x: 32, y: 128 };

type Canvas = { document: PlanDocument; positions: Positions };

/**
 * Pastes with new ids. Dependencies and expressions between pasted steps point at the new ones; those on other steps
 * stay where this plan has such a step. What an expression then reads in vain, lint says.
 */
export function pasteSteps(canvas: Canvas, clip: Clip, at?: Position): IntentOutcome {
  return paste(canvas, clip, messages.intents.paste(clip.steps.length), at);
}

/** Copy and paste in one go, without the clipboard. */
export function duplicateSteps(canvas: Canvas, ids: readonly string[]): IntentOutcome {
  const clip = copySteps(canvas.document, canvas.positions, ids);
  if (!clip) return refused(messages.intents.noSteps);
  return paste(canvas, clip, messages.intents.duplicate(clip.steps.length), undefined);
}

function paste(
  { document, positions }: Canvas,
  clip: Clip,
  label: string,
  at: Position | undefined,
): IntentOutcome {
  const taken = new Set(document.steps.map(({ id }) => id));
  const known = new Set(taken);
  const titles = new Set(document.steps.map(({ title }) => title));
  const newIds = new Map<string, string>();
  for (const { id } of clip.steps) {
    if (newIds.has(id)) return refused(messages.intents.notSteps);
    const fresh = freeStepId(id, taken);
    taken.add(fresh);
    newIds.set(id, fresh);
  }
  const renamed = (id: string) => newIds.get(id) ?? id;
  const steps = clip.steps.map((step): Step => {
    const moved = mapStepExpressions(step, (expr) => renameStepsInCel(expr, renamed));
    const needs = (step.needs ?? []).filter((id) => newIds.has(id) || known.has(id)).map(renamed);
    const { needs: _, ...rest } = moved;
    return {
      ...rest,
      id: renamed(step.id),
      title: titles.has(step.title) ? messages.intents.copyOf(step.title).slice(0, 500) : step.title,
      ...(needs.length > 0 && { needs }),
    };
  });
  const start = placeInList(document, clip);
  const edits = steps.map((step, index): PlanEdit => ({ type: 'add-step', step, at: start + index }));
  const moves = places(positions, clip, newIds, steps, at);
  return intent(label, edits, { moves, select: steps.map(({ id }) => id) });
}

/** After the last of the originals; from another plan, at the end. */
function placeInList(document: PlanDocument, clip: Clip): number {
  const copied = new Set(clip.steps.map(({ id }) => id));
  const last = document.steps.findLastIndex(({ id }) => copied.has(id));
  return last === -1 ? document.steps.length : last + 1;
}

/** The group keeps its shape; it moves as one until its first card lies free. */
function places(
  positions: Positions,
  clip: Clip,
  newIds: ReadonlyMap<string, string>,
  steps: readonly Step[],
  at: Position | undefined,
): Record<string, Position> {
  const originals = clip.steps.flatMap((step) => {
    const from = positionOf(clip.positions, step.id);
    return from ? [{ id: newIds.get(step.id) ?? step.id, from }] : [];
  });
  const [first] = originals;
  const moves = new Map<string, Position>();
  if (first) {
    const wish = at ?? { x: first.from.x + OFFSET.x, y: first.from.y + OFFSET.y };
    const to = freePlace(positions, wish);
    for (const { id, from } of originals)
      moves.set(id, { x: from.x - first.from.x + to.x, y: from.y - first.from.y + to.y });
  }
  for (const step of steps) {
    if (moves.has(step.id)) continue;
    const placed = applyMoves(positions, moves);
    const needs = (step.needs ?? []).flatMap((id) => positionOf(placed, id) ?? []);
    moves.set(step.id, placeAfter(placed, needs));
  }
  return Object.fromEntries(moves);
}
