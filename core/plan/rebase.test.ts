import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { canonicalJson } from '../json.ts';
import { aPlan, aStep, writeWork } from '../testing/build-plan.ts';
import { anyEditedPlan, anyEditOf } from '../testing/plan-arbitraries.ts';
import { applyEdits, type PlanEdit } from './edit.ts';
import { rebaseEdits } from './rebase.ts';
import type { PlanDocument } from './schema.ts';

vi.setConfig({ testTimeout: 60_000 });

const edited = (document: PlanDocument, ...edits: PlanEdit[]): PlanDocument => {
  const result = applyEdits(document, edits);
  if (!result.ok) throw new Error(result.message);
  return result.document;
};
const set = (stepId: string, field: 'title' | 'risk' | 'intent', value: string): PlanEdit => ({
  type: 'set-step-field',
  stepId,
  field,
  value,
});
const plan = aPlan('a -> b -> c');

/** A plan and one edit each of two people on it. */
const twoSides = anyEditedPlan.chain(({ document, edit: theirs }) =>
  anyEditOf(document).map((mine) => ({ document, theirs, mine })),
);

describe('[V2] edits on a base that has moved', () => {
  test('are all there when the two sides touched different places', () => {
    const theirs = edited(plan, set('a', 'title', 'Theirs'), { type: 'add-step', step: aStep('x', ['c']) });
    const mine: PlanEdit[] = [
      set('b', 'title', 'Mine'),
      set('a', 'risk', 'high'),
      { type: 'add-step', step: aStep('y', ['c']), at: 3 },
      { type: 'add-dependency', stepId: 'y', needs: 'a' },
      { type: 'rename-step', stepId: 'c', to: 'last' },
    ];
    const rebased = rebaseEdits(plan, theirs, mine);
    expect(rebased).toEqual({ document: edited(theirs, ...mine), edits: mine, setAside: [] });
    expect(rebased.document.steps.map(({ id, title }) => [id, title])).toEqual([
      ['a', 'Theirs'],
      ['b', 'Mine'],
      ['last', 'Step c'],
      ['y', 'Step y'],
      ['x', 'Step x'],
    ]);
  });

  test('never overwrite what the other side wrote, under whatever name the step has now', () => {
    const theirs = edited(plan, set('b', 'title', 'Theirs'));
    const mine = [{ type: 'rename-step', stepId: 'b', to: 'mid' } as const, set('mid', 'title', 'Mine')];
    const { document, setAside } = rebaseEdits(plan, theirs, mine);
    expect(document.steps[1]).toMatchObject({ id: 'mid', title: 'Theirs' });
    expect(setAside).toEqual([
      { edit: mine[1], reason: 'The newer version changed "title" of step "b" too' },
    ]);
  });

  test.each<[string, PlanEdit[], PlanEdit[], string[]]>([
    [
      'a step that was removed there',
      [{ type: 'remove-step', stepId: 'b' }],
      [set('b', 'risk', 'high'), set('a', 'risk', 'high')],
      ['The newer version has no step "b"'],
    ],
    [
      'a removal of a step that was changed there',
      [set('b', 'title', 'Theirs')],
      [{ type: 'remove-step', stepId: 'b' }],
      ['The newer version changed step "b", which this edit removes'],
    ],
    [
      'a replacement of a step that was changed there',
      [set('b', 'title', 'Theirs')],
      [{ type: 'replace-step', stepId: 'b', step: { ...aStep('b', ['a']), work: writeWork('b') } }],
      ['The newer version changed step "b" too'],
    ],
    [
      'a field of the plan that was changed there',
      [{ type: 'set-plan-field', field: 'objective', value: 'Theirs' }],
      [{ type: 'set-plan-field', field: 'objective', value: 'Mine' }],
      ['The newer version changed "objective" of the plan too'],
    ],
    [
      'a new step whose id is taken there, and whatever leans on it',
      [{ type: 'add-step', step: aStep('x') }],
      [
        { type: 'add-step', step: aStep('x', ['c']) },
        set('x', 'title', 'Mine'),
        { type: 'add-dependency', stepId: 'c', needs: 'x' },
        { type: 'add-step', step: aStep('y', ['x']) },
        set('c', 'risk', 'low'),
      ],
      [
        'There is a step "x" already',
        'It leans on step "x", whose edit was set aside',
        'It leans on step "x", whose edit was set aside',
        'It leans on step "x", whose edit was set aside',
      ],
    ],
    [
      'a dependency that would now close a cycle',
      [
        { type: 'remove-dependency', stepId: 'b', needs: 'a' },
        { type: 'add-dependency', stepId: 'a', needs: 'c' },
      ],
      [{ type: 'add-dependency', stepId: 'c', needs: 'a' }],
      ['These steps would wait for each other: a > c > a'],
    ],
  ])('set aside, with the reason: %s', (_, theirs, mine, reasons) => {
    const rebased = rebaseEdits(plan, edited(plan, ...theirs), mine);
    expect(rebased.setAside.map(({ reason }) => reason)).toEqual(reasons);
    expect(rebased.edits).toHaveLength(mine.length - reasons.length);
  });

  test('what both sides did is done once', () => {
    const both: PlanEdit[] = [
      { type: 'remove-step', stepId: 'c' },
      set('b', 'title', 'Ours'),
      { type: 'remove-dependency', stepId: 'b', needs: 'a' },
      { type: 'add-step', step: aStep('x') },
      { type: 'set-plan-field', field: 'objective', value: 'Ours' },
    ];
    const theirs = edited(plan, ...both);
    expect(rebaseEdits(plan, theirs, both)).toEqual({ document: theirs, edits: [], setAside: [] });
  });

  test('a place behind the end of the newer list is its end', () => {
    const theirs = edited(plan, { type: 'remove-step', stepId: 'c' });
    const { document, setAside } = rebaseEdits(plan, theirs, [
      { type: 'add-step', step: aStep('x'), at: 3 },
      { type: 'move-step', stepId: 'a', to: 2 },
    ]);
    expect(setAside).toEqual([]);
    expect(document.steps.map(({ id }) => id)).toEqual(['b', 'x', 'a']);
  });

  test('on the same base are the same', () => {
    fc.assert(
      fc.property(anyEditedPlan, ({ document, edit }) => {
        const { document: after, setAside } = rebaseEdits(document, document, [edit]);
        expect(setAside).toEqual([]);
        expect(canonicalJson(after)).toBe(canonicalJson(edited(document, edit)));
      }),
    );
  });

  test('give the document their edits make, and leave every field the other side changed', () => {
    fc.assert(
      fc.property(twoSides, ({ document, theirs, mine }) => {
        const head = edited(document, theirs);
        const rebased = rebaseEdits(document, head, [mine]);
        expect(canonicalJson(edited(head, ...rebased.edits))).toBe(canonicalJson(rebased.document));
        expect(rebased.edits.length + rebased.setAside.length).toBeLessThanOrEqual(1);
        if (theirs.type !== 'set-step-field' || mine.type === 'rename-step') return;
        const kept = rebased.document.steps.find(({ id }) => id === theirs.stepId);
        const isMoot = canonicalJson(document) === canonicalJson(head);
        if (!isMoot)
          expect(canonicalJson({ value: kept?.[theirs.field] })).toBe(canonicalJson({ value: theirs.value }));
      }),
      { numRuns: 500 },
    );
  });
});
