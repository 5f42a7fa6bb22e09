/** Lines of a drawn plan, for the screen and for files. */
export type Point = { readonly x: number; readonly y: number };

const CORNER = 12;

/** A line through all points with rounded corners, as an SVG path, and the middle of its length. */
export function roundedPath(points: readonly Point[]): { path: string; middle: Point } {
  const [first, ...rest] = points;
  if (!first) return { path: '', middle: { x: 0, y: 0 } };
  let path = `M${first.x},${first.y}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    const before = points[index] ?? first;
    if (!next) path += `L${point.x},${point.y}`;
    else {
      const radius = Math.min(CORNER, distance(before, point) / 2, distance(point, next) / 2);
      const [into, out] = [toward(point, before, radius), toward(point, next, radius)];
      path += `L${into.x},${into.y}Q${point.x},${point.y} ${out.x},${out.y}`;
    }
  });
  return { path, middle: along(points, 0.5) };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
function toward(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  const share = by / length;
  return { x: round(from.x + (to.x - from.x) * share), y: round(from.y + (to.y - from.y) * share) };
}
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function along(points: readonly Point[], share: number): Point {
  const pairs = points.slice(1).map((point, index) => [points[index] ?? point, point] as const);
  let left = pairs.reduce((sum, [a, b]) => sum + distance(a, b), 0) * share;
  for (const [a, b] of pairs) {
    const length = distance(a, b);
    if (left <= length) return toward(a, b, left);
    left -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}
