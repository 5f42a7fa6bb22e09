import type { Point } from '#core/plan/rounded-path.ts';
import type { CanvasStep } from './canvas-step.ts';
import { closeGaps } from './close-gaps.ts';
import type { StepGroup } from './groups.ts';
import type { Positions } from './to-flow.ts';

/** A dependency's line as the layout drew it, ends included. */
export type Route = { from: string; to: string; points: readonly Point[] };
/** What stands on the canvas: a step, or a closed group. */
export type ViewNode = { id: string; needs: string[]; step?: CanvasStep; group?: StepGroup };
export type CanvasView = { nodes: ViewNode[]; positions: Positions; routes: readonly Route[] };

/** The plan with these groups closed: each is one node at the place of its middle member. */
export function viewOf(
  steps: readonly CanvasStep[],
  positions: Positions,
  routes: readonly Route[],
  closed: readonly StepGroup[],
): CanvasView {
  if (closed.length === 0)
    return { nodes: steps.map((step) => ({ id: step.id, needs: step.needs, step })), positions, routes };
  const groupOf = new Map(closed.flatMap((group) => group.members.map((member) => [member, group])));
  const name = (id: string) => groupOf.get(id)?.id ?? id;
  const seen = new Set<string>();
  const nodes = steps.flatMap((step): ViewNode[] => {
    const group = groupOf.get(step.id);
    if (!group) return [{ id: step.id, needs: unique(step.needs.map(name)), step }];
    if (seen.has(group.id)) return [];
    seen.add(group.id);
    return [{ id: group.id, needs: unique(group.needs.map(name)), group }];
  });
  const shown = Object.fromEntries(
    nodes.flatMap(({ id, group }) => {
      const own = Object.hasOwn(positions, id) ? positions[id] : undefined;
      const at = group ? middle(group.members, positions) : own;
      return at ? [[id, at] as const] : [];
    }),
  );
  const compact = closeGaps(shown);
  return {
    nodes,
    positions: compact.positions,
    routes: routes
      .filter(({ from, to }) => !groupOf.has(from) && !groupOf.has(to))
      .map((route) => ({
        ...route,
        points: route.points.map(compact.shift),
      })),
  };
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** Of the members in the first column the middle one: a place that is free of others. */
function middle(members: readonly string[], positions: Positions): Point | undefined {
  const places = members.flatMap((member) =>
    Object.hasOwn(positions, member) ? (positions[member] ?? []) : [],
  );
  const left = Math.min(...places.map(({ x }) => x));
  const column = places.filter(({ x }) => x === left).sort((a, b) => a.y - b.y);
  return column[Math.floor((column.length - 1) / 2)];
}
