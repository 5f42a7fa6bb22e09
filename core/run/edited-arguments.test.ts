import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ana } from '#core/testing/given.ts';
import { canonicalJson, type Json, type JsonObject } from '../json.ts';
import type { ArgumentOrigin } from './events.ts';
import { changedPaths, originsAfterEdit, originsAt } from './edited-arguments.ts';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const args = fc.dictionary(fc.string(), json, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>;

test('[A6] paths are named if and only if the canonical text differs, whatever the order of keys', () => {
  fc.assert(
    fc.property(args, args, (from, to) => {
      expect(changedPaths(from, to).length > 0).toBe(canonicalJson(from) !== canonicalJson(to));
      const turned = Object.fromEntries(Object.entries(from).toReversed());
      expect(changedPaths(from, turned)).toEqual([]);
    }),
  );
});

test('[A6] paths go as deep as both sides allow', () => {
  const from = { a: { b: [1, { c: 'x' }], d: null }, gone: 1, kind: 1, list: [1, 2] };
  const to = { a: { b: [1, { c: 'y' }], d: false }, kind: '1', list: [1], 'new/one': '' };
  expect(changedPaths(from, to)).toEqual(['/a/b/1/c', '/a/d', '/gone', '/kind', '/list', '/new~1one']);
});

test('[T4] an edited value is a person’s; what stands beside it keeps its mark', () => {
  const origins: ArgumentOrigin[] = [
    { path: '/sql', origin: 'plan' },
    { path: '/params', origin: 'step-output', stepId: 'read', untrusted: true },
    { path: '/note/text', origin: 'item', untrusted: true },
  ];
  const after = originsAfterEdit(origins, ['/params/0', '/note'], ana);
  expect(originsAt(after, '/sql')).toEqual([origins[0]]);
  expect(originsAt(after, '/params/0')).toMatchObject([{ origin: 'edit', by: ana }]);
  expect(originsAt(after, '/params/1')).toMatchObject([{ origin: 'step-output', untrusted: true }]);
  expect(originsAt(after, '/note/text')).toMatchObject([{ origin: 'edit' }]);
  expect(originsAt(after, '/note/other')).toMatchObject([{ origin: 'edit' }]);
});
