import type { PlanDocument } from '#core/plan/schema.ts';
import type { Problem } from '#core/plan/problem.ts';
import { canvasSteps, type CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { messages } from '#components/ui/messages-editor.ts';
import type { KnownEffects } from './known-effects.ts';
import { toolOf, type EditorEnv } from './editor-env.ts';
import { placeAfter } from './free-place.ts';
import { positionOf, type Position, type Positions } from './positions.ts';

/** The steps of a draft as cards and rows show them, each with what is wrong with it. */
export function draftSteps(
  document: PlanDocument,
  { tools }: EditorEnv,
  problems: readonly Problem[],
  effects: KnownEffects = new Map(),
): CanvasStep[] {
  const byId = new Map(document.steps.map((step) => [step.id, step]));
  const counts = new Map<string, { errors: number; warnings: number }>();
  for (const { stepId, severity } of problems) {
    if (stepId === undefined) continue;
    const count = counts.get(stepId) ?? { errors: 0, warnings: 0 };
    if (severity === 'error') count.errors += 1;
    else count.warnings += 1;
    counts.set(stepId, count);
  }
  const effectOf = (id: string) => {
    const work = byId.get(id)?.work;
    return work?.kind === 'tool' ? (effects.get(work) ?? toolOf(tools, work.tool)?.effect) : undefined;
  };
  return canvasSteps(document, effectOf).map((step) => {
    const count = counts.get(step.id);
    const approval = byId.get(step.id)?.approval;
    return {
      ...step,
      ...(approval && approval.required !== false ? { needsApproval: true } : {}),
      // Only errors: a card full of warnings says nothing any more.
      ...(count && count.errors > 0 ? { alert: messages.editor.problems.errors(count.errors) } : {}),
    };
  });
}

/** Every step with a place: what no layout has placed yet stands right of what it runs after. */
export function everyPosition(steps: readonly CanvasStep[], positions: Positions): Positions {
  if (steps.every(({ id }) => positionOf(positions, id))) return positions;
  const all = new Map<string, Position>(Object.entries(positions));
  for (const step of steps) {
    if (all.has(step.id)) continue;
    const placed = Object.fromEntries(all);
    all.set(
      step.id,
      placeAfter(
        placed,
        step.needs.flatMap((need) => all.get(need) ?? []),
      ),
    );
  }
  return Object.fromEntries(all);
}
