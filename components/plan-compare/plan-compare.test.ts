import { describe, expect, test } from 'vitest';
import { diffPlans } from '#core/plan/diff.ts';
import { hideSecrets } from '#core/plan/hidden-values.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { aPlan, aStep, testCatalog, writeWork } from '#core/testing/build-plan.ts';
import { changesOf, PLAN, stepThrough, type Comparison } from './changes.ts';
import { comparisonMarkdown } from './diff-markdown.ts';
import { fieldLabel } from './field-label.ts';
import { itemParts, lineBlocks, textLook, wordParts } from './text-lines.ts';
import { valueRows } from './value-rows.ts';

const version = { version: 1, hash: 'h', note: 'First', trigger: null } as unknown as Comparison['from'];
const compared = (from: PlanDocument, to: PlanDocument, title = 'A plan'): Comparison =>
  ({
    planId: 'p',
    title,
    from: version,
    to: { ...version, version: 2, note: 'Another way.' },
    diff: hideSecrets(diffPlans(from, to, testCatalog)),
    kept: [],
  }) as unknown as Comparison;

const base = aPlan('a -> b -> w', { steps: { w: { work: writeWork('rows', 1) } } });
const changed: PlanDocument = {
  ...base,
  objective: 'Another end.',
  steps: [
    { ...aStep('a'), title: 'Reworded' },
    { ...aStep('b', ['a']), timeoutMs: 5 },
    { ...aStep('w', ['b']), work: writeWork('rows', 2) },
  ],
};

describe('the order of reading', () => {
  test('what must be approved again first, then what happens, then wording', () => {
    expect(changesOf(compared(base, changed)).map(({ id, class: of, kind }) => [id, of, kind])).toEqual([
      ['w', 'A', 'again'],
      [PLAN, 'B', 'changed'],
      ['b', 'B', 'changed'],
      ['a', 'C', 'changed'],
    ]);
    expect(changesOf(compared(base, base))).toEqual([]);
  });
  test('[case 32] among sixty added steps the one that gained authority comes first, and can be had alone', () => {
    const many: PlanDocument = {
      ...base,
      steps: [
        ...base.steps.map((step) => (step.id === 'w' ? { ...step, work: writeWork('rows', 9) } : step)),
        ...Array.from({ length: 60 }, (_, index) => ({ ...aStep(`n${index}`), work: aStep('a').work })),
      ],
    };
    const { diff, ...rest } = compared(base, { ...many, steps: many.steps.filter(({ id }) => id !== 'b') });
    expect(diff.summary.text).toMatch(/^60 added, 1 removed, 1 changed \(1 needs approval again\)/);
    const changes = changesOf({ ...rest, diff });
    expect(changes[0]).toMatchObject({ id: 'w', class: 'A' });
    expect(changes.filter((change) => change.class === 'A')).toHaveLength(1);
  });
  test('next and previous unseen go round, and on to the next one when all are seen', () => {
    const changes = changesOf(compared(base, changed));
    const walk = (current: string | undefined, direction: 1 | -1, ...seen: string[]) =>
      stepThrough(changes, current, direction, ({ id }) => seen.includes(id))?.id;
    expect(walk(undefined, 1)).toBe('w');
    expect(walk(undefined, -1)).toBe('a');
    expect(walk('w', 1, PLAN)).toBe('b');
    expect(walk('a', 1)).toBe('w');
    expect(walk('w', -1, 'a', 'b')).toBe(PLAN);
    expect(walk('w', 1, 'w', PLAN, 'b', 'a')).toBe(PLAN);
    expect(stepThrough([], undefined, 1, () => false)).toBeUndefined();
  });
});

describe('the difference of values', () => {
  test('a structure is read leaf by leaf, items of a list by their key', () => {
    expect(
      valueRows(
        {
          a: 1,
          list: [
            { id: 'x', n: 1 },
            { id: 'y', n: 2 },
          ],
          same: [1, 2],
        },
        {
          a: 2,
          list: [
            { id: 'y', n: 3 },
            { id: 'z', n: 4 },
          ],
          same: [1, 2],
        },
      ),
    ).toEqual({
      rows: [
        { path: 'a', from: 1, to: 2 },
        { path: 'list[x].id', from: 'x' },
        { path: 'list[x].n', from: 1 },
        { path: 'list[y].n', from: 2, to: 3 },
        { path: 'list[z].id', to: 'z' },
        { path: 'list[z].n', to: 4 },
      ],
      same: 2,
    });
  });
  test('"5" and 5, absent and null, an empty list and an empty object differ', () => {
    expect(valueRows({ a: '5' }, { a: 5 }).rows).toEqual([{ path: 'a', from: '5', to: 5 }]);
    expect(valueRows({ a: null }, {}).rows).toEqual([{ path: 'a', from: null }]);
    expect(valueRows([], {}).rows).toEqual([{ path: '', from: [], to: {} }]);
    expect(valueRows({ __proto__x: 1, constructor: 1 }, {}).rows).toHaveLength(2);
  });
  test('lists of plain values show what was taken out and put in', () => {
    expect(itemParts(['1', '2', '3'], ['1', '3', '4'])).toEqual([
      { kind: 'same', text: '1' },
      { kind: 'removed', text: '2' },
      { kind: 'same', text: '3' },
      { kind: 'added', text: '4' },
    ]);
  });
  test('[case 31] of 200 lines with one changed word the change is shown with three lines around it, the rest on demand', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    const blocks = lineBlocks(lines.join('\n'), lines.with(100, 'line one hundred').join('\n'));
    expect(blocks.map(({ kind, lines: of }) => [kind, of.length])).toEqual([
      ['folded', 97],
      ['lines', 8],
      ['folded', 96],
    ]);
    expect(blocks.flatMap(({ lines: of }) => of).filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'line 100' },
      { kind: 'added', text: 'line one hundred' },
    ]);
  });
  test('short texts stand in a line, longer ones by word, several lines by line', () => {
    expect(textLook('a', 'b')).toBe('inline');
    expect(textLook('a', 'b'.repeat(61))).toBe('words');
    expect(textLook('a\nb', 'b')).toBe('lines');
    expect(wordParts('one two', 'one three').filter(({ kind }) => kind === 'added')).toEqual([
      { kind: 'added', text: 'three' },
    ]);
  });
  test('fields have the names that people call them', () => {
    expect(fieldLabel('w', '/work/args/max_lag_ms')).toBe('max_lag_ms');
    expect(fieldLabel('w', '/needs')).toBe('Runs after');
    expect(fieldLabel('w', '/success')).toBe('Success');
    expect(fieldLabel(PLAN, '/success/done')).toBe('Success check done');
    expect(fieldLabel('w', '/constructor')).toBe('constructor');
  });
});

describe('as Markdown', () => {
  test('the same sentence of counts, and the changes in the order of reading', () => {
    const text = comparisonMarkdown(compared(base, changed));
    expect(text).toContain(compared(base, changed).diff.summary.text);
    expect(text.indexOf('## Needs approval again (1)')).toBeGreaterThan(0);
    expect(text.indexOf('## Needs approval again')).toBeLessThan(text.indexOf('## Changes what happens'));
    expect(text).toContain('- `value`: `1` → `2`');
  });
  test('nothing in a plan becomes markup, a mention, a link or HTML', () => {
    const evil = [
      '# h1 **bold** @team #12 https://evil.example <img src=x onerror=alert(1)>',
      '`` ` @all',
      '``` \n\n@everyone\n# out',
      '\r\r@you',
      '| a | b |\n|---|---|',
      'admin\u202Egnp',
      '\u2028@line',
    ];
    for (const word of evil) {
      const to: PlanDocument = {
        ...changed,
        objective: word,
        steps: [
          { ...aStep('a'), title: word, intent: word },
          { ...aStep('w'), work: writeWork(word, `${word}\n${word}`) },
          { ...aStep('n'), title: word, work: writeWork(word, word) },
        ],
      };
      const outside = withoutCode(comparisonMarkdown(compared(base, to, word)));
      expect([word, outside]).toEqual([
        word,
        expect.not.stringMatching(/[@<>]|https?:|onerror|bold|\| a|[\u202E\u2028]/),
      ]);
      for (const line of outside.split('\n').filter((each) => each.startsWith('#')))
        expect(line).toMatch(/^#{1,3} [\w~+−↕]/);
    }
  });
});

/** What a Markdown reader takes for text: code spans and fenced blocks taken out, as CommonMark finds them. */
function withoutCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const ticks = /^(`{3,})[a-z]*$/.exec(line)?.[1];
    if (fence !== undefined) {
      if (ticks && ticks.length >= fence.length && line === ticks) fence = undefined;
      continue;
    }
    if (ticks) fence = ticks;
    else kept.push(line);
  }
  expect(fence).toBeUndefined();
  return kept
    .map((line) => {
      let rest = line;
      let text = '';
      for (;;) {
        const open = /`+/.exec(rest);
        if (!open) return text + rest;
        const run = open[0];
        const after = rest.slice(open.index + run.length);
        const close = [...after.matchAll(/`+/g)].find(([each]) => each.length === run.length);
        if (!close) throw new Error(`an open code span: ${line}`);
        text += rest.slice(0, open.index);
        rest = after.slice(close.index + run.length);
      }
    })
    .join('\n');
}
