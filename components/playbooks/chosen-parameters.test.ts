import { expect, test } from 'vitest';
import { chosenParameters, playbookName } from './chosen-parameters.ts';

const of = (value: string, at: string) => ({ name: 'x', label: 'X', value, at: [at], stepIds: [] });

test('equal values under one name become one parameter; different ones stay two', () => {
  const found = [of('shop', '/a'), of('shop', '/b'), of('other', '/c'), of('shop', '/d')];
  const db = { name: 'db', label: 'Database' };
  expect(chosenParameters(found, { 0: db, 1: db, 2: db })).toEqual([
    { ...db, at: ['/a', '/b'] },
    { ...db, at: ['/c'] },
  ]);
  expect(found[0]?.at).toEqual(['/a']);
});

test('a name is made of the title', () => {
  expect(playbookName('2. Rename a column, safely!')).toBe('rename-a-column-safely');
});
