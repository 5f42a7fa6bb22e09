import { contentHash } from '#core/hash.ts';
import type { Hash } from '#core/ids.ts';
import type { StepGraph } from '#core/plan/graph.ts';

/** A card in flow units, on a grid of 8. */
export const CARD = { width: 272, height: 96 } as const;
export const GAP = { nodes: 32, columns: 72 } as const;
/** Raised with any change of the drawing, so that stored layouts of an older one are not read. */
const ALGORITHM = 'elk-layered-2';

/** What a layout depends on, and nothing else: steps in plan order, and what runs after what. */
export type LayoutGraph = { steps: string[]; dependencies: { from: string; to: string }[] };
export type Point = { x: number; y: number };
export type PlanLayout = {
  positions: Record<string, Point>;
  edges: { from: string; to: string; points: Point[] }[];
  width: number;
  height: number;
  algorithm: string;
};

export function graphOf(document: StepGraph): LayoutGraph {
  const known = new Set(document.steps.map((step) => step.id));
  const dependencies = document.steps.flatMap((step) =>
    [...new Set(step.needs ?? [])]
      .filter((need) => known.has(need) && need !== step.id)
      .map((need) => ({ from: need, to: step.id })),
  );
  return { steps: [...known], dependencies };
}

/** `to`'s order; steps only `from` has stand after the step that came before them there. */
export function unionGraph(from: LayoutGraph, to: LayoutGraph): LayoutGraph {
  const steps = [...to.steps];
  const placed = new Set(steps);
  let before = -1;
  for (const step of from.steps) {
    if (placed.has(step)) before = steps.indexOf(step);
    else {
      before += 1;
      steps.splice(before, 0, step);
      placed.add(step);
    }
  }
  const edges = new Map<string, { from: string; to: string }>();
  for (const edge of [...to.dependencies, ...from.dependencies]) {
    // A dependency that was turned round would make the union a cycle that neither version has: `to` is drawn.
    if (!edges.has(key(edge.to, edge.from))) edges.set(key(edge.from, edge.to), edge);
  }
  return { steps, dependencies: [...edges.values()] };
}

function key(from: string, to: string): string {
  return `${from} ${to}`;
}

/** Equal graphs share a stored layout, whatever their steps do. */
export function graphKey(graph: LayoutGraph, kind: string = 'fresh'): Hash {
  return contentHash({ algorithm: ALGORITHM, kind, card: CARD, gap: GAP, graph });
}
export { ALGORITHM as LAYOUT_ALGORITHM };
