import { CARD, type LayoutGraph, type Point } from './graph.ts';

/** Pairs of lines to look at: more would take longer than the answer is worth. */
const MAX_LINES = 1_500;

/** How often lines of a drawing cross, taken as straight ones; undefined for plans too large to count. */
export function countCrossings(
  positions: Readonly<Record<string, Point>>,
  { dependencies }: LayoutGraph,
): number | undefined {
  if (dependencies.length > MAX_LINES) return undefined;
  const lines = dependencies.flatMap(({ from, to }) => {
    const a = Object.hasOwn(positions, from) ? positions[from] : undefined;
    const b = Object.hasOwn(positions, to) ? positions[to] : undefined;
    const middle = CARD.height / 2;
    return a && b
      ? [{ from, to, a: { x: a.x + CARD.width, y: a.y + middle }, b: { x: b.x, y: b.y + middle } }]
      : [];
  });
  let crossings = 0;
  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      const meet =
        one.from === other.from || one.to === other.to || one.to === other.from || one.from === other.to;
      if (!meet && cross(one.a, one.b, other.a, other.b)) crossings += 1;
    }
  });
  return crossings;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
