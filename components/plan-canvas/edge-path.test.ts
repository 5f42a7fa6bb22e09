import { expect, test } from 'vitest';
import { roundedPath } from '#core/plan/rounded-path.ts';
import { fits } from './edge-path.ts';

const points = [
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 200 },
  { x: 100, y: 200 },
];

test('a line goes through its bends with rounded corners, its middle is half of its length', () => {
  const { path, middle } = roundedPath(points);
  expect(path).toBe('M0,0L28,0Q40,0 40,12L40,188Q40,200 52,200L100,200');
  expect(middle).toEqual({ x: 40, y: 110 });
  expect(roundedPath([])).toEqual({ path: '', middle: { x: 0, y: 0 } });
});

test('short pieces get smaller corners, points on each other none', () => {
  expect(
    roundedPath([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 4 },
    ]).path,
  ).toBe('M0,0L2,0Q4,0 4,2L4,4');
  expect(
    roundedPath([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
      { x: 9, y: 0 },
    ]).path,
  ).not.toContain('NaN');
});

test('a stored line is used only while it ends at the cards', () => {
  expect(fits(points, { x: 0, y: 0 }, { x: 100, y: 200 })).toBe(true);
  expect(fits(points, { x: 0, y: 16 }, { x: 100, y: 200 })).toBe(false);
  expect(fits(undefined, { x: 0, y: 0 }, { x: 0, y: 0 })).toBe(false);
});
