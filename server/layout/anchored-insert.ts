import { CARD, GAP, type LayoutGraph, type PlanLayout, type Point } from './graph.ts';
import { routeOf } from './route.ts';

const COLUMN = CARD.width + GAP.columns;
const ROW = CARD.height + GAP.nodes;

/**
 * The layout of a plan that grew out of one already on screen: steps that were there keep their place, a new one goes
 * into the first column after what it needs, at the free place nearest its neighbours. Whoever watches a run keeps
 * his bearings; a fresh layout would move most cards by more than their own height.
 */
export function anchoredLayout(previous: Readonly<Record<string, Point>>, graph: LayoutGraph): PlanLayout {
  const needs = new Map<string, string[]>(graph.steps.map((step) => [step, []]));
  const dependants = new Map<string, string[]>(graph.steps.map((step) => [step, []]));
  for (const { from, to } of graph.dependencies) {
    needs.get(to)?.push(from);
    dependants.get(from)?.push(to);
  }
  const placed = new Map<string, Point>();
  for (const step of graph.steps) {
    const held = Object.hasOwn(previous, step) ? previous[step] : undefined;
    if (held) placed.set(step, { ...held });
  }
  for (const step of inOrder(graph, needs, dependants)) {
    if (placed.has(step)) continue;
    const before = positionsOf(needs.get(step), placed);
    const after = positionsOf(dependants.get(step), placed);
    const x = before.length > 0 ? Math.max(...before.map((at) => at.x)) + COLUMN : leftmost(placed);
    // What runs after it stands in that column or left of it: everything from there on makes room.
    if (after.some((at) => at.x < x + COLUMN)) shiftRight(placed, x, before);
    const near = [...before, ...after];
    const wish = near.length > 0 ? near.reduce((sum, at) => sum + at.y, 0) / near.length : 0;
    placed.set(step, { x, y: freeRow(placed, x, wish) });
  }
  return finish(graph, placed);
}

function positionsOf(steps: string[] | undefined, placed: ReadonlyMap<string, Point>): Point[] {
  return (steps ?? []).flatMap((step) => placed.get(step) ?? []);
}

function leftmost(placed: ReadonlyMap<string, Point>): number {
  return placed.size === 0 ? 0 : Math.min(...[...placed.values()].map((at) => at.x));
}

function shiftRight(placed: Map<string, Point>, from: number, but: readonly Point[]): void {
  for (const at of placed.values()) if (at.x >= from && !but.includes(at)) at.x += COLUMN;
}

/** The place nearest `wish` where no card of that column lies, on the grid of 8. */
function freeRow(placed: ReadonlyMap<string, Point>, x: number, wish: number): number {
  const taken = [...placed.values()].filter((at) => Math.abs(at.x - x) < CARD.width + 8).map((at) => at.y);
  const isFree = (y: number) => taken.every((other) => Math.abs(other - y) >= ROW);
  const start = Math.round(wish / 8) * 8;
  for (let away = 0; ; away += 8) {
    if (isFree(start + away)) return start + away;
    if (isFree(start - away)) return start - away;
  }
}

/** Needs before dependants, in plan order otherwise; members of a cycle come last. */
function inOrder(
  graph: LayoutGraph,
  needs: ReadonlyMap<string, string[]>,
  dependants: ReadonlyMap<string, string[]>,
): string[] {
  const left = new Map([...needs].map(([step, list]) => [step, list.length]));
  const queue = graph.steps.filter((step) => left.get(step) === 0);
  const order: string[] = [];
  for (let at = 0; at < queue.length; at++) {
    const step = queue[at] as string;
    order.push(step);
    for (const next of dependants.get(step) ?? []) {
      const count = (left.get(next) ?? 0) - 1;
      left.set(next, count);
      if (count === 0) queue.push(next);
    }
  }
  const done = new Set(order);
  return [...order, ...graph.steps.filter((step) => !done.has(step))];
}

function finish(graph: LayoutGraph, placed: ReadonlyMap<string, Point>): PlanLayout {
  const all = [...placed.values()];
  const edges = graph.dependencies.map(({ from, to }) => {
    const [a, b] = [placed.get(from), placed.get(to)];
    return { from, to, points: a && b ? routeOf(a, b) : [] };
  });
  return {
    positions: Object.fromEntries(placed),
    edges,
    width: Math.max(0, ...all.map((at) => at.x + CARD.width)),
    height: Math.max(0, ...all.map((at) => at.y + CARD.height)),
    algorithm: 'anchored-1',
  };
}
