/**
 * Two versions as one graph, for drawing: a step that both have stands once, under the id it has in the diff, so that
 * nothing that is shared moves between the sides. Removed steps and dependencies stay to be seen.
 */
import type { StepChange } from './diff.ts';
import type { PlanDocument, Step } from './schema.ts';

export type UnionEdge = { from: string; to: string; kind: 'added' | 'removed' };
export type DiffUnion = {
  /** Of each side in its own order; ids and needs are those of the union. */
  before: Step[];
  after: Step[];
  /** Both: the later content where there is one, the dependencies of both. */
  steps: Step[];
  /** Dependencies that only one side has. */
  edges: UnionEdge[];
};

type Sides = Pick<StepChange, 'stepId' | 'fromStep' | 'toStep' | 'fromAt' | 'toAt'>;

export function unionOf(changes: readonly Sides[]): DiffUnion {
  const idBefore = new Map(
    changes.flatMap(({ fromStep, stepId }) => (fromStep ? [[fromStep.id, stepId] as const] : [])),
  );
  const needsBefore = (step: Step | undefined) => new Set(step?.needs?.map((id) => idBefore.get(id) ?? id));
  const needsAfter = (step: Step | undefined) => new Set(step?.needs);

  const before = changes
    .flatMap(({ fromStep, stepId, fromAt = 0 }) =>
      fromStep ? [{ fromAt, step: { ...fromStep, id: stepId, needs: [...needsBefore(fromStep)] } }] : [],
    )
    .sort((a, b) => a.fromAt - b.fromAt)
    .map(({ step }) => step);
  const after = changes.flatMap(({ toStep }) => (toStep ? [{ ...toStep, needs: toStep.needs ?? [] }] : []));

  const edges: UnionEdge[] = [];
  const steps = changes.flatMap(({ stepId, fromStep, toStep }): Step[] => {
    const step = toStep ?? fromStep;
    if (!step) return [];
    const [was, is] = [needsBefore(fromStep), needsAfter(toStep)];
    for (const need of is) if (!was.has(need)) edges.push({ from: need, to: stepId, kind: 'added' });
    for (const need of was) if (!is.has(need)) edges.push({ from: need, to: stepId, kind: 'removed' });
    return [{ ...step, id: stepId, needs: [...new Set([...was, ...is])] }];
  });
  return { before, after, steps, edges };
}

/** One side as a document, for whatever reads a plan's graph. */
export function graphDocument(steps: Step[]): PlanDocument {
  return { artifact: 'plan/v1', objective: '', steps };
}
