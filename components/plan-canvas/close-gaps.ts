import { CARD, type Positions } from './to-flow.ts';

const GAP = 32;

/**
 * Heights for what is left when groups are closed: rows keep their order, empty bands between them shrink to the
 * usual gap. The same shift for all cards of a band, so nothing overlaps that did not before.
 */
export function closeGaps(positions: Positions): { positions: Positions; shift(y: number): number } {
  const tops = Object.values(positions)
    .map(({ y }) => y)
    .sort((a, b) => a - b);
  const bands: { top: number; bottom: number; shift: number }[] = [];
  for (const top of tops) {
    const last = bands.at(-1);
    if (last && top <= last.bottom + GAP) last.bottom = Math.max(last.bottom, top + CARD.height);
    else {
      const shift = last ? last.bottom + last.shift + GAP - top : 0;
      bands.push({ top, bottom: top + CARD.height, shift });
    }
  }
  const shiftOf = (y: number) => bands.findLast((band) => band.top <= y)?.shift ?? bands[0]?.shift ?? 0;
  return {
    positions: Object.fromEntries(
      Object.entries(positions).map(([id, { x, y }]) => [id, { x, y: y + shiftOf(y) }]),
    ),
    shift: (y) => y + shiftOf(y),
  };
}
