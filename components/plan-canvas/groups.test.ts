import { describe, expect, test } from 'vitest';
import type { CanvasStep } from './canvas-step.ts';
import { mergeMarks } from './canvas-store.ts';
import { closeGaps } from './close-gaps.ts';
import { commonTitle, findGroups, partsOf, segmentsOf, worstOf } from './groups.ts';
import { partsText } from './part-bar.tsx';
import { CARD } from './to-flow.ts';
import { viewOf } from './view.ts';

const step = (
  id: string,
  number: number,
  title: string,
  needs: string[] = [],
  does = 'db.copy',
): CanvasStep => ({
  id,
  number,
  title,
  does,
  effect: 'write',
  needs,
});

/** look -> 5 x (copy -> check) -> end */
const chains = [
  step('look', 1, 'Look', [], 'db.look'),
  ...Array.from({ length: 5 }, (_, at) => step(`copy${at}`, at + 2, `Copy users part ${at + 1}`, ['look'])),
  ...Array.from({ length: 5 }, (_, at) =>
    step(`check${at}`, at + 7, `Check part ${at + 1}`, [`copy${at}`], 'db.look'),
  ),
  step(
    'end',
    12,
    'End',
    Array.from({ length: 5 }, (_, at) => `check${at}`),
    'db.look',
  ),
];
const positions = Object.fromEntries(
  chains.map(({ id }, at) => [
    id,
    at === 0
      ? { x: 0, y: 256 }
      : at < 6
        ? { x: 344, y: (at - 1) * 128 }
        : at < 11
          ? { x: 688, y: (at - 6) * 128 }
          : { x: 1032, y: 256 },
  ]),
);

describe('groups', () => {
  test('[L7] four alike steps after the same ones are a group, three are not', () => {
    expect(findGroups(chains.slice(0, 5)).map((group) => group.members)).toEqual([
      ['copy0', 'copy1', 'copy2', 'copy3'],
    ]);
    expect(findGroups(chains.slice(0, 4))).toEqual([]);
  });
  test('what follows each of a group is a group as well, and the title is what they share', () => {
    const groups = findGroups(chains);
    expect(groups.map(({ title, members, numbers }) => [title, members.length, numbers])).toEqual([
      ['Copy users', 5, [2, 6]],
      ['Check', 5, [7, 11]],
    ]);
  });
  test('steps that do another thing or are called otherwise are not alike', () => {
    const mixed = ['Copy a', 'Drop b', 'Grant c', 'Copy d', 'Copy e'].map((title, at) =>
      step(`s${at}`, at + 1, title),
    );
    expect(findGroups(mixed)).toEqual([]);
  });
  test('a title of which nothing is shared falls back to the tool', () => {
    expect(commonTitle(['Part 1', 'Part 2'])).toBe('');
    expect(
      findGroups(
        ['Part 1', 'Part 2', 'Part 3', 'Part 4'].map((title, at) => step(`p${at}`, at + 1, title)),
      )[0]?.title,
    ).toBe('db.copy');
  });
  test('a cycle does not hang the search', () => {
    expect(findGroups([step('x', 1, 'Copy', ['y']), step('y', 2, 'Copy', ['x'])])).toEqual([]);
  });

  test('[L7] the worst member decides the state: unknown, needs approval, failed, running, waiting, done', () => {
    const order = ['unknown', 'needs-approval', 'failed', 'running', 'waiting', 'done'] as const;
    order.forEach((state, at) => {
      const marks = Object.fromEntries(order.slice(at).map((each) => [each, { state: each }]));
      expect(worstOf(partsOf(Object.keys(marks), marks))).toBe(state);
    });
    expect(worstOf({})).toBeUndefined();
  });
  test('counts are said in words, finished first', () => {
    const marks = Object.fromEntries(
      (['done', 'done', 'running', 'waiting'] as const).map((state, at) => [`m${at}`, { state }]),
    );
    const parts = partsOf(Object.keys(marks), marks);
    expect(partsText(parts)).toBe('2 done, 1 running, 1 waiting');
    expect(segmentsOf(parts).map(({ count }) => count)).toEqual([2, 1, 1]);
  });
  test('equal parts of a forEach keep the mark, other counts change it', () => {
    const before = { a: { state: 'running', parts: { done: 1, running: 1 } } } as const;
    expect(mergeMarks(before, { a: { state: 'running', parts: { running: 1, done: 1 } } })).toBe(before);
    expect(mergeMarks(before, { a: { state: 'running', parts: { done: 2 } } })).not.toBe(before);
  });
});

describe('view of a plan with closed groups', () => {
  test('a closed group is one node with the lines of its members', () => {
    const view = viewOf(chains, positions, [], findGroups(chains));
    expect(view.nodes.map(({ id, needs }) => [id, needs])).toEqual([
      ['look', []],
      ['group:copy0', ['look']],
      ['group:check0', ['group:copy0']],
      ['end', ['group:check0']],
    ]);
    expect(Object.keys(view.positions)).toHaveLength(4);
  });
  test('with one of two groups open the lines go to the group that is closed', () => {
    const [copy] = findGroups(chains);
    const view = viewOf(chains, positions, [], copy ? [copy] : []);
    expect(view.nodes.find(({ id }) => id === 'check3')?.needs).toEqual(['group:copy0']);
  });
  test('empty bands close, order stays, nothing overlaps', () => {
    const spread = {
      a: { x: 0, y: 0 },
      b: { x: 0, y: 2_000 },
      c: { x: 344, y: 2_040 },
      d: { x: 0, y: 9_000 },
    };
    const { positions: closed, shift } = closeGaps(spread);
    expect(closed).toEqual({
      a: { x: 0, y: 0 },
      b: { x: 0, y: 128 },
      c: { x: 344, y: 168 },
      d: { x: 0, y: 296 },
    });
    expect(closed['d']?.y).toBe((closed['c']?.y ?? 0) + CARD.height + 32);
    expect(shift({ x: 10, y: 2_090 })).toEqual({ x: 10, y: 218 });
    expect(closeGaps({ a: { x: 0, y: 0 }, b: { x: 2_000, y: 0 } }).positions['b']).toEqual({ x: 344, y: 0 });
  });
  test('without closed groups positions and lines are the layout’s own', () => {
    expect(viewOf(chains, positions, [], []).positions).toBe(positions);
  });
});
