import { expect, test } from 'vitest';
import { searchScore } from './search-score.ts';

test('a text is found by all its typed words, in any order, the beginning first', () => {
  const title = 'Split a full name into first and last';
  expect(searchScore(title, 'split a')).toBe(1);
  expect(searchScore(title, ' LAST name ')).toBe(0.8);
  expect(searchScore(title, 'plit')).toBe(0.4);
  expect(searchScore(title, 'split mail')).toBe(0);
  expect(searchScore(title, 'spl nme')).toBe(0);
});
