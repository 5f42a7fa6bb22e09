import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#db/project-root.ts';
import { stopLayoutThread } from '#server/layout/elk-worker.ts';
import { checkFile } from './check-file.ts';
import { checkPlan, type PlanOutcome } from './check-plan.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'check-plans-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stopLayoutThread();
});

async function checked(content: string | Buffer) {
  const file = path.join(folder, 'plans.jsonl');
  writeFileSync(file, content);
  const seen: [line: number, outcome: PlanOutcome][] = [];
  const summary = await checkFile(file, (line, outcome) => seen.push([line, outcome]));
  return { summary, seen };
}
const plan = (...steps: object[]) => JSON.stringify({ id: 'p', goal: 'The goal', steps });
const step = (id: string, ...deps: string[]) => ({ id, title: id, tool: 'elsewhere.tool', args: {}, deps });

describe('checking a file of plans', { timeout: 60_000 }, () => {
  test('[I9] every plan is counted once, by the first thing that is wrong with it', async () => {
    const { summary, seen } = await checked(
      [
        plan(step('a'), step('b/2 ü', 'a')),
        '',
        JSON.stringify([{ title: 'Look' }, { title: 'Tell' }]).replace('[', '[ '),
        plan(step('a', 'c'), step('b', 'a'), step('c', 'b')),
        plan(step('a', 'a', 'ghost')),
        plan(step('a', 'ghost')),
        plan(step('a'), step('a')),
        plan(),
        '{"goal": "x", "steps": [',
        'nonsense',
        `${plan(step('a'))}\r`,
        `{"goal": "${'x'.repeat(5 * 1024 * 1024)}"}`,
      ].join('\n'),
    );
    expect({ ...summary, slowestMs: 0 }).toEqual({
      total: 11,
      valid: 2,
      refused: {
        'document-too-large': 1,
        'no-plan-found': 1,
        'truncated-json': 1,
        'missing-member': 1,
        'empty-plan': 1,
        'duplicate-id': 1,
        'self-dependency': 1,
        cycle: 1,
        'dangling-need': 1,
      },
      crashed: 0,
      slowestMs: 0,
    });
    expect(Object.keys(summary.refused)[0]).toBe('document-too-large');
    expect(seen.map(([line]) => line)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(seen[0]?.[1]).toMatchObject({ result: 'valid', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('[I9] a line that is no UTF-8 and a file without line ends are refused, an empty file is no plan', async () => {
    const { summary } = await checked(Buffer.from([0x7b, 0xff, 0x0a, ...Buffer.from(plan(step('a')))]));
    expect(summary).toMatchObject({ total: 2, valid: 1, refused: { 'not-utf-8': 1 } });
    expect((await checked(Buffer.alloc(12 * 1024 * 1024, 0x7b))).summary).toMatchObject({
      total: 1,
      refused: { 'document-too-large': 1 },
    });
    expect((await checked('')).summary).toMatchObject({ total: 0, refused: {}, crashed: 0 });
  });

  test('[I9] no plan makes it crash, and each has the same hash again', async () => {
    const id = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
      fc.constantFrom('a', '__proto__'),
    );
    const anyStep = fc.record(
      {
        id,
        title: fc.string({ unit: 'binary', maxLength: 10 }),
        tool: fc.constantFrom('postgres.query', 'other', null),
        args: fc.dictionary(fc.constantFrom('connection', 'sql', '$expr'), fc.jsonValue({ maxDepth: 2 })),
        deps: fc.array(id, { maxLength: 3 }),
        when: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: ['id'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), async (steps) => {
        const text = JSON.stringify({ goal: 'g', steps });
        const [first, again] = [await checkPlan(text, { tools: {} }), await checkPlan(text, { tools: {} })];
        expect(first).not.toMatchObject({ result: 'crashed' });
        expect({ ...again, ms: 0 }).toEqual({ ...first, ms: 0 });
      }),
      { numRuns: 60 },
    );
  });
});

describe('652 plans of other systems', () => {
  const given = process.env.PLANS_FILE;
  const beside = path.join(projectRoot(), '..', 'shared', 'data', 'plans', 'plans.jsonl');
  const file = given ?? beside;
  const isThere = existsSync(file);
  const why = isThere
    ? ''
    : ` (skipped: PLANS_FILE names no file of plans${given === undefined ? '' : `: ${given}`})`;

  test.skipIf(!isThere)(
    `[I9] 634 are valid, 18 are refused for a cycle, none makes it crash${why}`,
    async () => {
      const { slowestMs, ...counts } = await checkFile(file);
      expect(counts).toEqual({
        total: 652,
        valid: 634,
        refused: { 'self-dependency': 5, cycle: 13 },
        crashed: 0,
      });
      expect(slowestMs).toBeLessThan(30_000);
    },
    120_000,
  );
});
