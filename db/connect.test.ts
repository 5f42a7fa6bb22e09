import { expect, test } from 'vitest';
import { describeDatabase } from './connect.ts';

test.each([
  ['postgres://me:s3kret@db.example.org:6543/mine', 'db.example.org:6543/mine'],
  ['postgresql://me:s3kret@db.example.org/mine?sslmode=require', 'db.example.org:5432/mine'],
])('a database is described without user and password', (url, described) => {
  expect(describeDatabase(url)).toBe(described);
});
