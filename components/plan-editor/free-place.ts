import { CARD } from '#components/plan-canvas/to-flow.ts';
import type { Position, Positions } from './positions.ts';

const COLUMN = CARD.width + 72;
const ROW = CARD.height + 32;
const GRID = 8;

/** Right of those it runs after, at the free place nearest to them; without any, under the leftmost column. */
export function placeAfter(positions: Positions, needs: readonly Position[]): Position {
  const all = Object.values(positions);
  if (needs.length === 0) {
    const x = all.length === 0 ? 0 : Math.min(...all.map((at) => at.x));
    const column = all.filter((at) => Math.abs(at.x - x) < CARD.width);
    return freePlace(positions, {
      x,
      y: column.length === 0 ? 0 : Math.max(...column.map((at) => at.y)) + ROW,
    });
  }
  const x = Math.max(...needs.map((at) => at.x)) + COLUMN;
  const y = needs.reduce((sum, at) => sum + at.y, 0) / needs.length;
  return freePlace(positions, { x, y });
}

/** The place nearest above or below `wish` where no card lies, on the grid. */
export function freePlace(positions: Positions, wish: Position): Position {
  const onGrid = (value: number) => Math.round(value / GRID) * GRID;
  const x = onGrid(wish.x);
  const taken = Object.values(positions).filter((at) => Math.abs(at.x - x) < CARD.width + GRID);
  const isFree = (y: number) => taken.every((at) => Math.abs(at.y - y) >= ROW - GRID);
  const start = onGrid(wish.y);
  for (let away = 0; ; away += GRID) {
    if (isFree(start + away)) return { x, y: start + away };
    if (isFree(start - away)) return { x, y: start - away };
  }
}
