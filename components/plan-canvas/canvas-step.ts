import { ancestorsFirst } from './run-order.ts';
import { withoutUndefined } from './without-undefined.ts';
import type { Catalog, EffectClass } from '#core/plan/tool-contract.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';

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

/** Unknown tools count as writes: the worst a screen may assume of what it does not know. */
export function effectOf(step: Step, tools: Catalog['tools']): EffectClass {
  if (step.work.kind !== 'tool') return 'read';
  return tools[step.work.tool]?.effect ?? 'write';
}

export function canvasSteps(document: PlanDocument, tools: Catalog['tools']): CanvasStep[] {
  return ancestorsFirst(document.steps).map((step, index) =>
    withoutUndefined({
      id: step.id,
      number: index + 1,
      title: step.title,
      does: workName(step),
      effect: effectOf(step, tools),
      needs: step.needs ?? [],
      success: step.success,
      forEach: step.forEach !== undefined,
      needsApproval: effectOf(step, tools) !== 'read' || step.approval?.required === true,
    }),
  );
}
