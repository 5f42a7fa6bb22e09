import { must } from '#core/assert.ts';
import { contentHash } from '#core/hash.ts';
import { type DiffUnion, graphDocument } from '#core/plan/diff-union.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { StepGraph } from '#core/plan/graph.ts';
import type { DraftRecord } from '#db/drafts.ts';
import { findDrawnLayout, getLayout, keepDrawnLayout } from '#db/layouts.ts';
import { findVersion, type PlanVersionWithDocument } from '#db/plans.ts';
import type { Sql } from '#db/connect.ts';
import { anchoredLayout } from './anchored-insert.ts';
import { countCrossings } from './crossings.ts';
import { freshLayout } from './elk-worker.ts';
import { CARD, graphKey, graphOf, type LayoutGraph, type PlanLayout, unionGraph } from './graph.ts';
import { routeOf } from './route.ts';

const KEPT = 200;
/** More ancestors than a run may have replans; beyond, a fresh layout is as good. */
const MAX_ANCESTORS = 25;

type Place = { sql: Sql; workspaceId: string };

/** Layouts this process has at hand, by workspace and graph, in front of those in the database. */
const held = new Map<string, Promise<PlanLayout>>();

function kept(
  place: Place,
  graphHash: string,
  draw: () => PlanLayout | Promise<PlanLayout>,
): Promise<PlanLayout> {
  const key = `${place.workspaceId} ${graphHash}`;
  const known = held.get(key);
  held.delete(key);
  const layout = known ?? findOrDraw(place, graphHash, draw);
  held.set(key, layout);
  layout.catch(() => held.delete(key));
  const oldest = held.keys().next();
  if (held.size > KEPT && !oldest.done) held.delete(oldest.value);
  return layout;
}

async function findOrDraw(
  { sql, workspaceId }: Place,
  graphHash: string,
  draw: () => PlanLayout | Promise<PlanLayout>,
): Promise<PlanLayout> {
  const stored = await findDrawnLayout(sql, workspaceId, graphHash);
  if (stored) return stored as PlanLayout; // written below, and only there
  const layout = await draw();
  await keepDrawnLayout(sql, workspaceId, graphHash, layout);
  return layout;
}

/** A draft as it is drawn: its base with the cards that were moved, and the new steps at free places between them. */
export async function layoutOfDraft(
  sql: Sql,
  workspaceId: string,
  { planId, baseVersion, document: own, positions }: DraftRecord,
  document: PlanDocument,
): Promise<PlanLayout> {
  const version =
    planId === null || baseVersion === null
      ? undefined
      : await findVersion(sql, workspaceId, planId, baseVersion);
  const [graph, before] = [graphOf(document), graphOf(version?.document ?? own ?? document)];
  const base = version
    ? await layoutOfVersion(sql, workspaceId, version)
    : await kept({ sql, workspaceId }, graphKey(before, 'fresh'), () => freshLayout(before));
  const isAsDrawn = Object.keys(positions).length === 0 && graphKey(before) === graphKey(graph);
  return isAsDrawn ? base : anchoredLayout({ ...base.positions, ...positions }, graph);
}

/** Drawn anew, with nothing moved by hand and nothing kept. */
export function layoutOfGraph(steps: StepGraph): Promise<PlanLayout> {
  return freshLayout(graphOf(steps));
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
  const graph = graphOf(version.document);
  const crowded = crowdedSteps(graph, positions, moved.positions);
  if (crowded.size > 0)
    return anchoredLayout(
      Object.fromEntries(Object.entries(positions).filter(([step]) => !crowded.has(step))),
      graph,
    );
  return {
    ...drawn,
    positions,
    edges: drawn.edges.map((edge) => rerouted(edge, drawn.positions, positions)),
  };
}

/** Steps nobody moved that stand beside or behind a moved one they come before: a replan's new step has its place anew. */
function crowdedSteps(
  { dependencies }: LayoutGraph,
  positions: PlanLayout['positions'],
  moved: PlanLayout['positions'],
): Set<string> {
  const isMoved = (step: string) => Object.hasOwn(moved, step);
  return new Set(
    dependencies
      .filter(({ from, to }) => isMoved(to) && !isMoved(from))
      .filter(({ from, to }) => must(positions[to], to).x < must(positions[from], from).x + CARD.width)
      .map(({ from }) => from),
  );
}

/** A line whose card was moved is drawn anew. */
function rerouted(
  edge: PlanLayout['edges'][number],
  before: PlanLayout['positions'],
  after: PlanLayout['positions'],
): PlanLayout['edges'][number] {
  const [from, to] = [must(after[edge.from], edge.from), must(after[edge.to], edge.to)];
  return before[edge.from] === from && before[edge.to] === to ? edge : { ...edge, points: routeOf(from, to) };
}

/** How a version would be drawn anew, and how often lines cross as it is drawn and would. Nothing is stored of a plan. */
export async function tidied(
  sql: Sql,
  workspaceId: string,
  version: PlanVersionWithDocument,
): Promise<{ layout: PlanLayout; crossings: { now: number; tidy: number } | null }> {
  const graph = graphOf(version.document);
  const [shown, layout] = await Promise.all([
    layoutOfVersion(sql, workspaceId, version),
    kept({ sql, workspaceId }, graphKey(graph, 'fresh'), () => freshLayout(graph)),
  ]);
  const [now, tidy] = [countCrossings(shown.positions, graph), countCrossings(layout.positions, graph)];
  return { layout, crossings: now === undefined || tidy === undefined ? null : { now, tidy } };
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
  const place = { sql, workspaceId };
  if (!parent) return kept(place, graphKey(graph, 'fresh'), () => freshLayout(graph));
  const before = await drawVersion(sql, workspaceId, parent, depth + 1);
  const grown = graphKey(graph, `anchored ${contentHash(before.positions)}`);
  return kept(place, grown, () => anchoredLayout(before.positions, graph));
}

/** One layout for both: what two versions share stands at the same place on either side (ux: compare). */
export function layoutOfBoth(
  place: Place,
  { before, after }: Pick<DiffUnion, 'before' | 'after'>,
): Promise<PlanLayout> {
  const graph = unionGraph(graphOf(graphDocument(before)), graphOf(graphDocument(after)));
  return kept(place, graphKey(graph, 'union'), () => freshLayout(graph));
}
