import { expect, test } from 'vitest';
import { simulate } from './simulator.ts';

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 400);
const FIRST = Number(process.env.SIMULATION_FIRST ?? 1);

test(
  '[I1] [I2] [I4] [I6] [R8] [E4] whatever dies or freezes, no effect happens twice and every run ends or says what it waits for',
  { timeout: 120_000 },
  async () => {
    const seen = { succeeded: 0, falls: 0, effects: 0, undone: 0 };
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const simulated = await simulate(seed);
      expect(simulated.problems, `seed ${seed}\n${simulated.trace.slice(-60).join('\n')}`).toEqual([]);
      seen.succeeded += simulated.statuses.filter((status) => status === 'succeeded').length;
      seen.falls += simulated.falls;
      seen.effects += simulated.effects;
      seen.undone += simulated.undone;
    }
    // A simulation in which nothing happens would prove nothing.
    expect(seen.succeeded).toBeGreaterThan(SEEDS / 10);
    expect(seen.falls).toBeGreaterThan(SEEDS);
    expect(seen.effects).toBeGreaterThan(SEEDS);
    expect(seen.undone).toBeGreaterThan(SEEDS / 40);
  },
);

test('the same seed gives the same simulation', async () => {
  expect(await simulate(7)).toEqual(await simulate(7));
});
