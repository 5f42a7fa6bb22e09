import type { Point } from '#core/plan/rounded-path.ts';

/** How far an end of the stored line may lie from the handle before the line belongs to another drawing. */
const NEAR = 1;

/** Whether a stored line still ends at these handles; cards that were moved since need another line. */
export function fits(
  points: readonly Point[] | undefined,
  start: Point,
  end: Point,
): points is readonly Point[] {
  const [first, last] = [points?.[0], points?.at(-1)];
  return first !== undefined && last !== undefined && close(first, start) && close(last, end);
}

function close(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) <= NEAR && Math.abs(a.y - b.y) <= NEAR;
}
