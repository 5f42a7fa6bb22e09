import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { DiffKind } from '#components/marks/diff-tab.tsx';
import { canvasSteps, type CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { edgeId } from '#components/plan-canvas/to-flow.ts';
import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { StepChange } from './changes.ts';

export type Union = {
  steps: CanvasStep[];
  kinds: Record<string, DiffKind>;
  edgeKinds: Record<string, 'added' | 'removed'>;
};

/** Both versions in one graph: a step matched by likeness stands once, removed steps and edges stay to be seen. */
export function unionOf(
  changes: readonly StepChange[],
  effectOf: (stepId: string) => EffectClass | undefined,
): Union {
  const idOf = new Map<string, string>();
  for (const change of changes) {
    if (change.fromStep) idOf.set(`from ${change.fromStep.id}`, change.stepId);
    if (change.toStep) idOf.set(`to ${change.toStep.id}`, change.stepId);
  }
  const kinds: Record<string, DiffKind> = {};
  const edgeKinds: Record<string, 'added' | 'removed'> = {};
  const steps: Step[] = changes.flatMap((change): Step[] => {
    const step = change.toStep ?? change.fromStep;
    if (!step) return [];
    kinds[change.stepId] = change.kind;
    const before = new Set((change.fromStep?.needs ?? []).map((need) => idOf.get(`from ${need}`) ?? need));
    const after = new Set((change.toStep?.needs ?? []).map((need) => idOf.get(`to ${need}`) ?? need));
    for (const need of after) if (!before.has(need)) edgeKinds[edgeId(need, change.stepId)] = 'added';
    for (const need of before) if (!after.has(need)) edgeKinds[edgeId(need, change.stepId)] = 'removed';
    return [{ ...step, id: change.stepId, needs: [...new Set([...before, ...after])] }];
  });
  const document: PlanDocument = { artifact: 'plan/v1', objective: '', steps };
  return { steps: canvasSteps(document, effectOf), kinds, edgeKinds };
}
