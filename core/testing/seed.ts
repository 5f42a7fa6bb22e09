/** Seeded chance for tests (mulberry32): the same seed gives the same run, so a failure names its seed. */
export type Chance = {
  next: () => number;
  below: (limit: number) => number;
  pick: <T>(items: readonly T[]) => T;
};

export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (items.length === 0) throw new Error('Nothing to pick from');
      return item as (typeof items)[number];
    },
  };
}
