import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { testCatalog } from '../../testing/build-plan.ts';
import { anyPlan } from '../../testing/plan-arbitraries.ts';
import { planHash } from '../normal-form.ts';
import { PlanDocument, slugPattern } from '../schema.ts';
import { importPlan } from './import-plan.ts';
import { lintImported } from './lint-imported.ts';
import { PLAN_NAMES, SETTING_NAMES, STEP_NAMES } from './shapes.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('{{x}}', '```json', 'א\u202e', '\u0000', 'a\r\nb', '- x: {', '__proto__', '9'.repeat(20)),
);
const wellFormed = text.filter((each) => each.isWellFormed());
const member = fc.oneof(
  fc.constantFrom(
    ...Object.values(PLAN_NAMES).flat(),
    ...Object.values(STEP_NAMES).flat(),
    ...Object.values(SETTING_NAMES).flat(),
    'artifact',
    'approved',
    'thought',
    'join',
  ),
  wellFormed.filter((each) => each !== '__proto__'),
);
const { tree: anyValue } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, false, 0, -1, 3.5, 1e9, 2 ** 53, 'plan/v1', 'high', '30s'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(member, tie('tree'), { maxKeys: 5 }),
  ),
}));

const ids = fc.uniqueArray(fc.oneof(wellFormed, fc.integer({ min: -3, max: 30 }).map(String)), {
  minLength: 1,
  maxLength: 12,
});
/** A plan without mistakes, in the words of another system. */
const foreign = ids
  .map((list) => list.filter((id) => id !== ''))
  .chain((list) =>
    fc.record({
      goal: fc.constant('The goal'),
      id: wellFormed,
      steps: fc.tuple(
        ...list.map((id, at) =>
          fc.record(
            {
              id: fc.constant(id),
              title: wellFormed,
              description: wellFormed,
              tool: fc.constantFrom('test.read', 'Other tool', null),
              args: fc.dictionary(
                wellFormed.filter((key) => !['$expr', '__proto__'].includes(key)),
                wellFormed,
                {
                  maxKeys: 2,
                },
              ),
              deps: fc.subarray(list.slice(0, at)),
              when: wellFormed,
            },
            { requiredKeys: ['id', 'deps'] },
          ),
        ),
      ),
    }),
  );

describe('importing', { timeout: 60_000 }, () => {
  test('[I2] any text and any value is a plan or problems, in JSON and in YAML', () => {
    fc.assert(
      fc.property(fc.oneof(anyValue, fc.array(anyValue)), text, (value, prose) => {
        const json = JSON.stringify(value);
        for (const source of [
          json,
          stringify(value),
          `${prose}\n\`\`\`\n${json}`,
          `${prose}${json}`,
          prose,
        ]) {
          const result = importPlan(source, { goal: 'g' });
          if (result.ok) {
            expect(PlanDocument.safeParse(result.plan.document).success).toBe(true);
            lintImported(result.plan.document, testCatalog);
          } else {
            expect(result.problems.some(({ severity }) => severity === 'error')).toBe(true);
            for (const { path } of result.problems) expect(path).toMatch(/^(?:\/.*)?$/s);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test('[I3] every step has a slug of its own, and every dependency is the one of the source', () => {
    fc.assert(
      fc.property(foreign, (source) => {
        const result = importPlan(JSON.stringify(source));
        if (!result.ok) throw new Error(JSON.stringify(result.problems));
        const { document } = result.plan;
        const slugs = document.steps.map(({ id }) => id);
        expect(slugs.filter((slug) => !slugPattern.test(slug))).toEqual([]);
        expect(new Set(slugs).size).toBe(source.steps.length);
        source.steps.forEach((step, at) => {
          const expected = step.deps.map((id) => slugs[source.steps.findIndex((each) => each.id === id)]);
          expect(new Set(document.steps[at]?.needs)).toEqual(new Set(expected));
          if (slugs[at] !== step.id)
            expect(document.steps[at]?.rationale).toContain(`Source id: ${JSON.stringify(step.id)}`);
          if (step.when !== undefined)
            expect(document.steps[at]?.rationale).toContain(`when: ${JSON.stringify(step.when)}`);
        });
        const codes = lintImported(document, testCatalog).problems.map(({ code }) => code);
        for (const code of ['cycle', 'dangling-need', 'duplicate-id', 'self-dependency'])
          expect(codes).not.toContain(code);
      }),
      { numRuns: 300 },
    );
  });

  test('[I1] the same source gives the same bytes, as JSON, as YAML, and inside a reply', () => {
    fc.assert(
      fc.property(foreign, (source) => {
        const bytes = (given: string) => {
          const result = importPlan(given);
          return JSON.stringify(result.ok ? { ...result.plan, format: '' } : result);
        };
        const json = JSON.stringify(source);
        const first = bytes(json);
        expect(bytes(json)).toBe(first);
        expect(bytes(JSON.stringify(source, null, 2).replaceAll('\n', '\r\n'))).toBe(first);
        expect(bytes(`Here it is:\n\`\`\`json\n${json}\n\`\`\`\nDone.`)).toBe(first);
        expect(bytes(stringify(source, { version: '1.2', aliasDuplicateObjects: false }))).toBe(first);
      }),
      { numRuns: 200 },
    );
  });

  test('[I7] what we write as JSON or YAML comes back with the same hash', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        for (const source of [
          JSON.stringify(plan),
          JSON.stringify(plan, null, 2),
          stringify(plan, { version: '1.2' }),
        ]) {
          const result = importPlan(source);
          expect(result.ok && planHash(result.plan.document)).toBe(planHash(plan));
        }
      }),
      { numRuns: 100 },
    );
  });
});
