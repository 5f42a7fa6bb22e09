import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, readSources } from '#server/cli/tidy/sources.ts';

const root = path.join(import.meta.dirname, '..');
const text = readFileSync(path.join(import.meta.dirname, 'cases.md'), 'utf8');
const section = (title: string): string => text.split(`## ${title}`)[1]?.split('\n## ')[0] ?? '';

/** [case, file] of every row of the first table. */
const rows = section('Held by a test')
  .split('\n')
  .flatMap((line) => {
    const number = /^\| (\d+) \|/.exec(line)?.[1];
    return number ? [...line.matchAll(/`([^`]+)`/g)].map((file) => `${number} ${file[1]}`) : [];
  });

const cited = new Set(
  readSources(root)
    .filter((source) => isTest(source) && source.file !== 'docs/cases.test.ts')
    .flatMap(({ file, text: code }) =>
      [...code.matchAll(/\[case (\d+)\]/g)].map((match) => `${match[1]} ${file}`),
    ),
);

test('docs/cases.md names the tests that cite each case, and no others', () => {
  expect(cited.size).toBeGreaterThan(30);
  expect(rows.toSorted()).toEqual([...cited].sort());
});

test('each of the 131 cases has one place in docs/cases.md', () => {
  const numbers = new Set(rows.map((row) => Number(row.split(' ')[0])));
  const places = [...numbers];
  for (const match of section('With planning by a model').matchAll(/^\| (\d+) \|/gm))
    places.push(Number(match[1]));
  for (const [, from, to] of (section('Not gone through yet').split('case by case:')[1] ?? '').matchAll(
    /(\d+)(?:–(\d+))?/g,
  ))
    for (let number = Number(from); number <= Number(to ?? from); number += 1) places.push(number);
  expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 131 }, (_, index) => index + 1));
});
