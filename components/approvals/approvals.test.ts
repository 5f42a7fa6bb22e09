import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#core/json.ts';
import { leavesOf, literal } from '#components/json/leaves.ts';
import { missingForApproval } from './arming.ts';
import { batchColumns, cellOf } from './batch.ts';
import { callDifference } from './call-difference.ts';

const read = { isSeen: true, isRead: true, typed: '', reason: '' };

describe('arming', () => {
  test('Low needs nothing; High needs the arguments read; [UD3] the reason is always in words', () => {
    expect(
      missingForApproval({ kind: 'none', type: null, reasonMinLength: 0 }, { ...read, isRead: false }),
    ).toBeUndefined();
    const high = { kind: 'read', type: null, reasonMinLength: 0 } as const;
    expect(missingForApproval(high, { ...read, isSeen: false, isRead: false })?.text).toBe(
      'Read all arguments first.',
    );
    expect(missingForApproval(high, { ...read, isRead: false })?.what).toBe('reading');
    expect(missingForApproval(high, read)).toBeUndefined();
  });
  test('Critical needs the exact resource and a reason of ten characters', () => {
    const critical = { kind: 'typed', type: 'shop.users', reasonMinLength: 10 } as const;
    expect(missingForApproval(critical, { ...read, typed: 'shop.user' })?.what).toBe('typed');
    expect(missingForApproval(critical, { ...read, typed: 'shop.users', reason: '   short   ' })?.what).toBe(
      'reason',
    );
    expect(
      missingForApproval(critical, { ...read, typed: 'shop.users', reason: 'backup done' }),
    ).toBeUndefined();
  });
});

describe('arguments', () => {
  test('[UD9] every leaf is shown with its type', () => {
    const args = {
      text: '5',
      number: 5,
      no: false,
      nothing: null,
      empty: '',
      list: [],
      nested: { deep: [1, { x: 'y' }] },
      big: '9007199254740993',
    };
    expect(leavesOf(args).map((leaf) => [leaf.label, literal(leaf.value)])).toEqual([
      ['text', '"5"'],
      ['number', '5'],
      ['no', 'false'],
      ['nothing', 'null'],
      ['empty', '""'],
      ['list', '[]'],
      ['nested.deep[0]', '1'],
      ['nested.deep[1].x', '"y"'],
      ['big', '"9007199254740993"'],
    ]);
  });
  test('a binding is one leaf', () => {
    expect(leavesOf({ id: { $expr: 'item.id' } })).toMatchObject([{ label: 'id', binding: 'item.id' }]);
  });
});

describe('batch', () => {
  const calls = [
    { sql: 'update t', from: 0, to: 10 },
    { sql: 'update t', from: 10, to: 20 },
  ];
  test('[UD8] says once what is the same in all calls and gives a column to what differs', () => {
    expect(batchColumns(calls)).toEqual({
      constant: [{ label: 'sql', text: '"update t"' }],
      varying: ['from', 'to'],
    });
    expect(calls.map((call) => cellOf(call, 'to'))).toEqual(['10', '20']);
  });
  test('an argument that only some calls have is a column', () => {
    expect(batchColumns([{ a: 1 }, { a: 1, b: 2 }])).toEqual({
      constant: [{ label: 'a', text: '1' }],
      varying: ['b'],
    });
  });
});

describe('difference of two calls', () => {
  test('[UD4] names each leaf that changed, appeared or went', () => {
    const from = canonicalJson({ args: { max: 500, force: true }, tool: 't' });
    const to = canonicalJson({ args: { max: 5000 }, tool: 't', environment: 'production' });
    expect(callDifference(from, to)).toEqual([
      { label: 'args.force', from: 'true', to: '' },
      { label: 'args.max', from: '500', to: '5000' },
      { label: 'environment', from: '', to: '"production"' },
    ]);
  });
});
