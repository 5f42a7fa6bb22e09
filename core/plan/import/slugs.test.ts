import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugPattern } from '../schema.ts';
import { slugsOf } from './slugs.ts';

const slugOf = (id: string, ...others: string[]) => slugsOf([id, ...others]).get(id);

describe('slugs of foreign ids', () => {
  test.each([
    ['fetch', 'fetch'],
    ['__proto__', '__proto__'],
    ['Fetch users', 'fetch-users'],
    ['Éléments / première.étape', 'elements-premiere-etape'],
    ['42', 'step-42'],
    ['  --x--  ', 'x'],
    ['İstanbul', 'istanbul'],
  ])('[I3] "%s" becomes "%s"', (id, slug) => {
    expect(slugOf(id)).toBe(slug);
  });

  test('[I3] an id that no letter of a slug can write gets a hash, and so do ids that would be the same', () => {
    expect(slugOf('获取')).toBe('step');
    const both = slugsOf(['获取', '复制', 'a b', 'a/b', 'a-b']);
    expect(both.get('a-b')).toBe('a-b');
    expect([...both.values()].filter((slug) => /^(?:step|a-b)-[0-9a-f]{6}$/.test(slug))).toHaveLength(4);
  });

  test('[I3] an id longer than 64 characters is cut and keeps a hash of the whole', () => {
    const [one, other] = [`${'x'.repeat(90)}1`, `${'x'.repeat(90)}2`];
    const slugs = slugsOf([one, other]);
    expect(slugs.get(one)).toHaveLength(64);
    expect(slugs.get(one)).not.toBe(slugs.get(other));
    expect(slugOf(one)).toBe(slugs.get(one));
    expect(slugOf('y'.repeat(1_000_000))).toHaveLength(64);
  });

  const wild = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('a', 'A', ' ', '-', '_', '/', '.', 'é', '1', '数'), maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('x', 'X', '/'), minLength: 60, maxLength: 100 }),
    fc.constantFrom('__proto__', 'constructor', 'step', 'step-1', '\ud800', '\u0000'),
  );

  test('[I3] they are valid, different for different ids, and the same whatever the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(wild, { maxLength: 30 }), (ids) => {
        const slugs = slugsOf(ids);
        const values = [...slugs.values()];
        expect([...slugs.keys()].toSorted()).toEqual(ids.toSorted());
        expect(values.filter((slug) => !slugPattern.test(slug))).toEqual([]);
        expect(new Set(values).size).toBe(ids.length);
        for (const id of ids) if (slugPattern.test(id)) expect(slugs.get(id)).toBe(id);
        expect(slugsOf(ids.toReversed())).toEqual(slugs);
        expect(new Map([...slugsOf(values)].filter(([from, to]) => from !== to))).toEqual(new Map());
      }),
    );
  });
});
