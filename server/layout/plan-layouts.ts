import { must } from '#core/assert.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { getLayout } from '#db/layouts.ts';
import { findVersion, type PlanVersionWithDocument } from '#db/plans.ts';
import type { Sql } from '#db/connect.ts';
import { anchoredLayout } from './anchored-insert.ts';
import { freshLayout } from './elk-worker.ts';
import { graphKey, graphOf, type LayoutGraph, type PlanLayout, unionGraph } from './graph.ts';

const KEPT = 200;
/** More ancestors than a run may have replans; beyond, a fresh layout is as good. */
const MAX_ANCESTORS = 25;

/** Layouts by graph. The same graph is always drawn the same, so losing one costs its computation, never its look. */
const held = new Map<string, Promise<PlanLayout>>();

function kept(graph: LayoutGraph, kind: string, draw: () => Promise<PlanLayout>): Promise<PlanLayout> {
  const key = graphKey(graph, kind);
  const known = held.get(key);
  held.delete(key);
  const layout = known ?? draw();
  held.set(key, layout);
  layout.catch(() => held.delete(key));
  const oldest = held.keys().next();
  if (held.size > KEPT && !oldest.done) held.delete(oldest.value);
  return layout;
}

/** A version as it is drawn: fresh, or grown out of its parent when a run made it. Cards somebody moved stay there. */
export async function layoutOfVersion(
  sql: Sql,
  workspaceId: string,
  version: PlanVersionWithDocument,
): Promise<PlanLayout> {
  const [drawn, moved] = await Promise.all([
    drawVersion(sql, workspaceId, version, 0),
    getLayout(sql, workspaceId, version.planId),
  ]);
  if (!moved) return drawn;
  const positions = Object.fromEntries(
    Object.entries(drawn.positions).map(([step, at]) => [
      step,
      Object.hasOwn(moved.positions, step) ? must(moved.positions[step], step) : at,
    ]),
  );
  return { ...drawn, positions };
}

async function drawVersion(
  sql: Sql,
  workspaceId: string,
  version: PlanVersionWithDocument,
  depth: number,
): Promise<PlanLayout> {
  const graph = graphOf(version.document);
  const isRevision = version.originRunId !== null && version.parent !== null && depth < MAX_ANCESTORS;
  const parent =
    isRevision && version.parent !== null
      ? await findVersion(sql, workspaceId, version.planId, version.parent)
      : undefined;
  if (!parent) return kept(graph, 'fresh', () => freshLayout(graph));
  const before = await drawVersion(sql, workspaceId, parent, depth + 1);
  return anchoredLayout(before.positions, graph);
}

/** One layout for both: what two versions share stands at the same place on either side (ux: compare). */
export function layoutOfBoth(from: PlanDocument, to: PlanDocument): Promise<PlanLayout> {
  const graph = unionGraph(graphOf(from), graphOf(to));
  return kept(graph, 'union', () => freshLayout(graph));
}
