import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#core/json.ts';
import { leavesOf, literal } from '#components/json/leaves.ts';
import { changedArguments, changedFirst, notesAt } from './argument-notes.ts';
import { missingForApproval } from './arming.ts';
import { batchColumns, cellOf } from './batch.ts';
import { callDifference } from './call-difference.ts';
import type { Row } from './card.ts';
import { entriesOf, hrefOf } from './entries.ts';

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

describe('where an argument comes from', () => {
  const card = {
    args: { sql: 'update t', limit: 6, params: ['a', '', 'x'.repeat(300)] },
    origins: [
      { path: '/limit', origin: 'edit' as const, changedSinceReview: true },
      { path: '/params/0', origin: 'step-output' as const, stepId: 'read', untrusted: true },
      { path: '/params/1', origin: 'item' as const, untrusted: true },
    ],
    earlier: [
      { path: '/limit', since: { by: 'Bo' }, value: 5 },
      { path: '/params', since: { version: 1 } },
    ],
  };
  const kinds = (path: string, value: string | number) => notesAt(card, path, value).map(({ kind }) => kind);

  test('[T4] a changed, untrusted, empty or long value says so', () => {
    expect(kinds('/sql', 'update t')).toEqual([]);
    expect(kinds('/limit', 6)).toEqual(['edited']);
    expect(kinds('/params/0', 'a')).toEqual(['changed', 'step-output', 'untrusted']);
    expect(kinds('/params/1', '')).toEqual(['changed', 'item', 'untrusted', 'empty']);
    expect(kinds('/params/2', 'x'.repeat(300))).toEqual(['changed', 'long']);
  });
  test('[UD14] the changed ones lead, and stand alone on the second sheet', () => {
    expect(Object.keys(changedFirst(card))).toEqual(['limit', 'params', 'sql']);
    expect(changedArguments(card).slice(0, 2)).toEqual([
      { label: 'limit', was: '5', now: '6' },
      { label: 'params[0]', was: null, now: '"a"' },
    ]);
  });
});

test('[UD8] the calls of one group are one line of the inbox, which leads to its table', () => {
  const rows = [
    { approvalId: 'a', group: 'run low' },
    { approvalId: 'b', group: null },
    { approvalId: 'c', group: 'run low' },
  ] as Row[];
  const entries = entriesOf(rows);
  expect(entries.map((entry) => entry.rows.length)).toEqual([2, 1]);
  expect(entries.map(hrefOf)).toEqual(['/approvals/a?group=all', '/approvals/b']);
});
