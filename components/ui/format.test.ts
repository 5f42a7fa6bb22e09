import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usd } from './format.ts';

test('[case 105] amounts are shown to the last micro-USD', () => {
  expect([0, 1, 100, 12_000, 100_000, 300_000, 1_250_000].map(usd)).toEqual([
    '0.00',
    '0.000001',
    '0.0001',
    '0.012',
    '0.10',
    '0.30',
    '1.25',
  ]);
  fc.assert(
    fc.property(fc.nat({ max: 10 ** 12 }), (amount) => {
      expect(Math.round(Number(usd(amount)) * 1_000_000)).toBe(amount);
    }),
  );
});
