import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedIds, readRules, uncitedRules, unknownIds } from '#server/cli/test/spec-rules.ts';
import { importsOf } from '#server/cli/tidy/imports.ts';
import { breaksLayers, LAYERS, layerOf } from '#server/cli/tidy/layers.ts';
import { isCode, isTest, readSources, stringsOf } from '#server/cli/tidy/sources.ts';

const root = import.meta.dirname;
const sources = readSources(root);
const code = sources.filter(isCode);
const product = code.filter((source) => !isTest(source) && layerOf(source.file));
const imports = code.flatMap(importsOf);

/** Files outside of `allowed` whose text matches. */
function offenders(pattern: RegExp, allowed: readonly string[], where: string): string[] {
  return product
    .filter(({ file, text }) => file.startsWith(where) && !allowed.includes(file) && pattern.test(text))
    .map(({ file }) => file);
}

describe('layout', () => {
  const entries = ['app', 'components', 'server', 'db', 'e2e', 'public'];
  const files = ['next.config.js', 'drizzle.config.ts', 'package.json'];
  test.each([...entries, ...files])('the top level has %s', (entry) => {
    expect(existsSync(path.join(root, entry))).toBe(true);
  });
});

describe('layers', () => {
  test.each(LAYERS)('the files of %s are seen, and so are their imports', (layer) => {
    const hasFiles = code.some(({ file }) => layerOf(file) === layer);
    expect(hasFiles).toBe(true);
    expect(imports.some(({ from }) => layerOf(from) === layer)).toBe(true);
  });

  test('nobody imports what its layer may not know', () => {
    const broken = imports.filter(breaksLayers).map(({ from, specifier }) => `${from} imports ${specifier}`);
    expect(broken).toEqual([]);
  });

  test.each([
    ['core/a.ts', 'db/connect.ts', false],
    ['core/a.ts', 'react', false],
    ['server/a.ts', 'drizzle-orm/pg-core', false],
    ['server/tools/a.ts', 'db/plans.ts', false],
    ['components/a.tsx', 'server/trpc/root.ts', false],
    ['app/page.tsx', 'db/connect.ts', false],
    ['e2e/a.spec.ts', 'server/app.ts', false],
    ['core/a.ts', 'node:fs', false],
  ])('the check itself refuses that %s imports %s', (from, specifier, isTypeOnly) => {
    expect(breaksLayers({ from, specifier, isTypeOnly })).toBe(true);
  });
});

describe('single callers', () => {
  test('only the command path and the driver append events', () => {
    const allowed = ['server/commands/run-command.ts', 'server/executor/driver.ts'];
    expect(offenders(/\bappendBatches\(/, allowed, 'server/')).toEqual([]);
  });

  test('only the gate calls the execute of a tool', () => {
    expect(offenders(/\.execute\(/, ['server/gate/call-tool.ts'], 'server/')).toEqual([]);
  });
});

describe('spec', () => {
  const rules = readRules(root);
  const titles = code.filter(isTest).flatMap(({ text }) => stringsOf(text));

  test('a rule has one id of its own', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('every rule of this part is cited by a test', () => {
    expect(uncitedRules(rules, titles)).toEqual([]);
  });

  test('every cited rule exists', () => {
    expect(unknownIds(rules, titles)).toEqual([]);
  });

  test('the check itself sees citations alone, together and in a list', () => {
    expect(citedIds('[R8] a [A1][A2] b [P1, P2] but not [x1] or [ABC1]')).toEqual([
      'R8',
      'A1',
      'A2',
      'P1',
      'P2',
    ]);
  });
});

describe('cases', () => {
  const text = readFileSync(path.join(root, 'docs', 'cases.md'), 'utf8');
  const section = (title: string): string => text.split(`## ${title}`)[1]?.split('\n## ')[0] ?? '';
  const rowsOf = (title: string) =>
    [...section(title).matchAll(/^\| (\d+) \|(.*)$/gm)].map(([, number, cells = '']) => ({
      number: Number(number),
      files: [...cells.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
    }));
  const held = rowsOf('Held by a test');

  test('docs/cases.md names the tests that cite each case, and no others', () => {
    const cited = new Set(
      code
        .filter(isTest)
        .flatMap(({ file, text: source }) =>
          stringsOf(source).flatMap((title) =>
            [...title.matchAll(/\[case (\d+)\]/g)].map(([, number]) => `${number} ${file}`),
          ),
        ),
    );
    expect(cited.size).toBeGreaterThan(30);
    const listed = held.flatMap(({ number, files }) => files.map((file) => `${number} ${file}`));
    expect(listed.toSorted()).toEqual([...cited].sort());
  });

  test('each of the 131 cases has one place in docs/cases.md', () => {
    const open = [...section('Not gone through yet').matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(
      ([, from, to = from]) =>
        Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
    );
    const later = ['With planning by a model', 'Known, and not right yet'].flatMap(rowsOf);
    const places = [...held, ...later].map(({ number }) => number).concat(open);
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 131 }, (_, index) => index + 1));
  });
});

describe('text', () => {
  test('no file names a folder of the machine it was written on', () => {
    const folders = [
      ['', 'work', 'main'].join('/'),
      ['', 'work', 'shared'].join('/'),
      ['.lib', 'rary/'].join(''),
    ];
    const naming = sources.filter(({ text }) => folders.some((folder) => text.includes(folder)));
    expect(naming.map(({ file }) => file)).toEqual([]);
  });
});
