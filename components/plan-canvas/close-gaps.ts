import { CARD, type Positions } from './to-flow.ts';

/** The layout's own distances between rows and between columns. */
const GAP = { x: 72, y: 32 };
const SIZE = { x: CARD.width, y: CARD.height };
type Axis = 'x' | 'y';

/**
 * Places for what is left when groups are closed: rows and columns keep their order, empty bands between them shrink
 * to the usual gap. All cards of a band shift alike, so nothing overlaps that did not before.
 */
export function closeGaps(positions: Positions): {
  positions: Positions;
  shift(point: { x: number; y: number }): { x: number; y: number };
} {
  const [moveX, moveY] = [mover(positions, 'x'), mover(positions, 'y')];
  const shift = ({ x, y }: { x: number; y: number }) => ({ x: moveX(x), y: moveY(y) });
  return {
    positions: Object.fromEntries(Object.entries(positions).map(([id, at]) => [id, shift(at)])),
    shift,
  };
}

function mover(positions: Positions, axis: Axis): (value: number) => number {
  const starts = Object.values(positions)
    .map((at) => at[axis])
    .sort((a, b) => a - b);
  const bands: { start: number; end: number; shift: number }[] = [];
  for (const start of starts) {
    const last = bands.at(-1);
    if (last && start <= last.end + GAP[axis]) last.end = Math.max(last.end, start + SIZE[axis]);
    else {
      const shift = last ? last.end + last.shift + GAP[axis] - start : 0;
      bands.push({ start, end: start + SIZE[axis], shift });
    }
  }
  return (value) => value + (bands.findLast((band) => band.start <= value)?.shift ?? bands[0]?.shift ?? 0);
}
