import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { ancestorsFirst } from './run-order.ts';

/** What a card needs to know of a step; it does not change while a version is on the screen. */
export type CanvasStep = {
  id: string;
  /** Place in run order, from 1. */
  number: number;
  title: string;
  /** Tool name, or the kind of work. */
  does: string;
  effect: EffectClass;
  needs: string[];
  success?: string;
  forEach?: boolean;
  needsApproval?: boolean;
};

export function workName(step: Step): string {
  return step.work.kind === 'tool' ? step.work.tool : step.work.kind;
}

/** `effectOf` knows the tools' contracts. A tool it does not know counts as irreversible: the worst that may be true. */
export function canvasSteps(
  document: PlanDocument,
  effectOf: (stepId: string) => EffectClass | undefined,
): CanvasStep[] {
  return ancestorsFirst(document.steps).map((step, index) => ({
    id: step.id,
    number: index + 1,
    title: step.title,
    does: workName(step),
    effect: effectOf(step.id) ?? (step.work.kind === 'tool' ? 'irreversible' : 'read'),
    needs: step.needs ?? [],
    ...(step.success ? { success: step.success } : {}),
    ...(step.forEach ? { forEach: true } : {}),
  }));
}
