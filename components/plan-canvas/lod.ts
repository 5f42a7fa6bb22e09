/** Semantic zoom (ux 6.2): how much a card shows. 3 = success rule and needs, 2 = full card, 1 = icon and title, 0 = shape. */
export type Lod = 0 | 1 | 2 | 3;
const thresholds = [0.35, 0.75, 1.25] as const;
/** 5 % dead band, so a pinch around a threshold does not flicker. */
const HYSTERESIS = 0.05;

export function lodOf(zoom: number, current?: Lod): Lod {
  let level: Lod = 0;
  thresholds.forEach((threshold, index) => {
    const upper = (index + 1) as Lod;
    const factor = current === undefined ? 1 : current >= upper ? 1 - HYSTERESIS : 1 + HYSTERESIS;
    if (zoom >= threshold * factor) level = upper;
  });
  return level;
}
