import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('an id has its prefix and 26 characters without look-alikes', () => {
  expect(newId('run')).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
});

test('ids sort by the millisecond they were made in', () => {
  const moments = [0, 1, 31, 32, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
  const ids = moments.map((now) => newId('run', now));
  expect(ids.toSorted()).toEqual(ids);
});

test('ten thousand ids of one millisecond differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId('run', 0))).size).toBe(10_000);
});
