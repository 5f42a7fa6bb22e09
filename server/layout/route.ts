import { CARD, type Point } from './graph.ts';

/**
 * The line of a dependency: from the right side of one card to the left side of another, through ELK's bends. Cards
 * stand on a grid, ELK's bends do not, so the first and last bend take the height of the end beside them.
 */
export function routeOf(from: Point, to: Point, bends: readonly Point[] = []): Point[] {
  const start = { x: from.x + CARD.width, y: from.y + CARD.height / 2 };
  const end = { x: to.x, y: to.y + CARD.height / 2 };
  const between = bends.map(({ x, y }, at) => ({
    x: Math.round(x),
    y: at === 0 ? start.y : at === bends.length - 1 ? end.y : Math.round(y),
  }));
  return [start, ...between, end];
}
