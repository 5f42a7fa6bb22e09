import os from 'node:os';
import { expect, test } from 'vitest';
import { requireDiskSpace } from './home.ts';

test('a disk with too little room is refused before anything is written, with both numbers', () => {
  const terabytes = 1024 ** 5;
  expect(() => requireDiskSpace(os.tmpdir(), terabytes)).toThrow(
    /^Not enough room for the database in \S+: it needs 1073741824 MB, \d+ MB are free\.$/,
  );
});

test('a disk with room is accepted', () => {
  expect(() => requireDiskSpace(os.tmpdir(), 1)).not.toThrow();
});
