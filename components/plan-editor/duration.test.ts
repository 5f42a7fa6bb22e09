import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationFrom, durationText } from './duration.ts';

test.each([
  ['90', 90_000],
  ['90 s', 90_000],
  ['1.5h', 5_400_000],
  ['2 h 30 min', 9_000_000],
  ['250 ms', 250],
  ['0', 0],
  ['soon', undefined],
  ['5 parsecs', undefined],
  ['-5 s', undefined],
  ['', undefined],
])('%j is %s ms', (text, ms) => {
  expect(durationFrom(text)).toBe(ms);
});

test('what is shown reads back as the same time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (ms) => {
      expect(durationFrom(durationText(ms))).toBe(ms);
    }),
  );
});
