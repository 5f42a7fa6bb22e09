import { z } from 'zod';
import { PLAN_LIMITS, type PlanDocument, Step } from '#core/plan/schema.ts';
import { type Position, positionOf, type Positions } from '../positions.ts';

/** Steps on the clipboard: text that says what it is, so that they travel between tabs and plans. */
export type Clip = { kind: typeof KIND; steps: Step[]; positions: Record<string, Position> };

const KIND = 'countersign/steps/v1';
const Place = z.strictObject({ x: z.number(), y: z.number() });
const ClipShape = z.strictObject({
  kind: z.literal(KIND),
  steps: z.array(Step).min(1).max(PLAN_LIMITS.steps),
  positions: z.record(z.string(), Place),
});

/** In the order of the document. Undefined when none of them is there. */
export function copySteps(
  document: PlanDocument,
  positions: Positions,
  ids: readonly string[],
): Clip | undefined {
  const wanted = new Set(ids);
  const steps = document.steps.filter(({ id }) => wanted.has(id));
  if (steps.length === 0) return undefined;
  const places = steps.flatMap(({ id }) => {
    const at = positionOf(positions, id);
    return at ? [[id, at] as const] : [];
  });
  return { kind: KIND, steps, positions: Object.fromEntries(places) };
}

export function clipText(clip: Clip): string {
  return JSON.stringify(clip, null, 2);
}

/** Whatever else is on the clipboard is no clip, and no reason for an error. */
export function parseClip(text: string): Clip | undefined {
  if (text.length > PLAN_LIMITS.documentBytes || !text.includes(KIND)) return undefined;
  try {
    return ClipShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
