import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { canvasSteps, type CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import type { RouterOutputs } from '#components/trpc.tsx';

export type Expected = RouterOutputs['plans']['version']['approvalsExpected'][number];

/** A step with all that the screens say of it before it runs. */
export type PlanStep = CanvasStep & { step: Step; expected?: Expected; dependants: string[] };

export function planSteps(document: PlanDocument, expected: readonly Expected[]): PlanStep[] {
  const byId = new Map(document.steps.map((step) => [step.id, step]));
  const expectedOf = new Map(expected.map((each) => [each.stepId, each]));
  const dependants = new Map<string, string[]>();
  for (const step of document.steps)
    for (const need of step.needs ?? []) dependants.set(need, [...(dependants.get(need) ?? []), step.id]);
  const effectOf = (id: string): EffectClass | undefined => expectedOf.get(id)?.effect;
  return canvasSteps(document, effectOf).flatMap((canvasStep) => {
    const step = byId.get(canvasStep.id);
    if (!step) return [];
    const asks = expectedOf.get(canvasStep.id);
    return [
      {
        ...canvasStep,
        needsApproval: asks ? asks.verdict === 'ask' : step.approval?.required === true,
        step,
        dependants: dependants.get(canvasStep.id) ?? [],
        ...(asks ? { expected: asks } : {}),
      },
    ];
  });
}
