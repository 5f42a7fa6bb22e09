/** The steps around one step, at most three dependencies away, in columns of run order: enough for a small drawing. */
import type { z } from 'zod';
import { topologicalOrder } from '#core/plan/graph.ts';
import type { RunState } from '#core/run/state.ts';
import type { Neighbourhood } from '../shapes/approvals.ts';

const HOPS = 3;
const DRAWN = 24;

export function neighbourhood(state: RunState, stepId: string): z.infer<typeof Neighbourhood> {
  const { steps } = state.document;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const near = nearest(state, byId, stepId);
  const order = topologicalOrder(state.document).filter((id) => near.has(id));
  const column = new Map<string, number>();
  for (const id of order) {
    const before = (byId.get(id)?.needs ?? []).flatMap((need) => column.get(need) ?? []);
    column.set(id, before.length > 0 ? Math.max(...before) + 1 : 0);
  }
  const rows = new Map<number, number>();
  const nodes = order.map((id) => {
    const col = column.get(id) ?? 0;
    const row = rows.get(col) ?? 0;
    rows.set(col, row + 1);
    return {
      stepId: id,
      number: (state.stepIndex[id] ?? 0) + 1,
      title: byId.get(id)?.title ?? id,
      status: state.steps[id]?.status ?? ('waiting' as const),
      column: col,
      row,
    };
  });
  const edges = order.flatMap((to) =>
    [...new Set(byId.get(to)?.needs ?? [])].filter((from) => near.has(from)).map((from) => ({ from, to })),
  );
  return { nodes, edges, more: steps.length - nodes.length };
}

/** Breadth first in both directions, so that what is nearest is drawn when not all can be. */
function nearest(
  state: RunState,
  byId: ReadonlyMap<string, { needs?: string[] | undefined }>,
  stepId: string,
): Set<string> {
  const found = new Set(byId.has(stepId) ? [stepId] : []);
  for (let [hop, edge] = [0, [...found]]; hop < HOPS && edge.length > 0; hop += 1) {
    const next: string[] = [];
    for (const id of edge) {
      for (const other of [...(byId.get(id)?.needs ?? []), ...(state.dependants[id] ?? [])]) {
        if (found.has(other) || !byId.has(other) || found.size >= DRAWN) continue;
        found.add(other);
        next.push(other);
      }
    }
    edge = next;
  }
  return found;
}
