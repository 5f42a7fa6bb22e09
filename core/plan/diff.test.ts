import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { aPlan, aStep, irreversibleWork, readWork, testCatalog, writeWork } from '../testing/build-plan.ts';
import { anyEditedPlan, anyPlan } from '../testing/plan-arbitraries.ts';
import { diffPlans, isEmptyDiff, type PlanDiff, reviewReasons } from './diff.ts';
import { applyEdits, type PlanEdit } from './edit.ts';
import { planHash } from './normal-form.ts';
import type { PlanDocument, Step } from './schema.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const diff = (from: PlanDocument, to: PlanDocument) => diffPlans(from, to, testCatalog);
const edited = (document: PlanDocument, ...edits: PlanEdit[]): PlanDocument => {
  const result = applyEdits(document, edits);
  if (!result.ok) throw new Error(result.message);
  return result.document;
};
const stepOf = (result: PlanDiff, id: string) => result.steps.find(({ stepId }) => stepId === id);
const kinds = (result: PlanDiff) =>
  Object.fromEntries(result.steps.map(({ stepId, kind }) => [stepId, kind]));
const codes = (from: PlanDocument, to: PlanDocument, finished: string[] = []) =>
  reviewReasons(from, to, testCatalog, { finished }).map(({ code, stepId }) =>
    stepId ? `${code} ${stepId}` : code,
  );

/** inspect → ask a person → write, with a safeguard of each kind. */
const guarded = aPlan('inspect -> ask -> write -> verify', {
  steps: {
    ask: { work: { kind: 'person', prompt: 'Is it so?' } },
    write: {
      work: writeWork('users', 1),
      preconditions: [{ id: 'free', expr: 'steps["inspect"].output.free', message: 'Not free.' }],
      compensation: writeWork('users', 0),
      approval: { required: true, approvers: 2 },
      budget: { toolCalls: 3 },
    },
  },
  stop: [{ id: 'full', expr: 'false', message: 'Disk is full.' }],
  limits: { budget: { costUsd: 1 } },
  inputs: { limit: 3 },
});
const setField = (stepId: string, field: Exclude<keyof Step, 'id' | 'needs'>, value?: unknown): PlanEdit => ({
  type: 'set-step-field',
  stepId,
  field,
  ...(value !== undefined && { value: value as never }),
});

describe('the difference of two versions', () => {
  test('[P2] [case 28] equal content is no change, whatever the key order and defaults written out', () => {
    const spelled: PlanDocument = {
      ...guarded,
      steps: guarded.steps.map((step) => ({ skippable: false, fallbacks: [], join: 'all', ...step })),
    };
    const result = diff(guarded, spelled);
    expect(isEmptyDiff(result)).toBe(true);
    expect(result.summary).toEqual({
      added: 0,
      removed: 0,
      changed: 0,
      needsApprovalAgain: 0,
      moved: 0,
      unchanged: 4,
      kept: 0,
      mostlyNew: false,
      text: 'No changes to the plan.',
    });
  });

  test('another order of checks, constraints or assumptions is said, as wording; a second item of one id is compared too', () => {
    const check = (id: string, expr = 'true') => ({ id, expr, message: 'No.' });
    const listed = (checks: ReturnType<typeof check>[]) =>
      aPlan('a', {
        success: checks,
        steps: { a: { preconditions: checks } },
        assumptions: checks.map(({ id }) => ({ id, statement: 'So it is.' })),
      });
    const result = diff(listed([check('x'), check('y')]), listed([check('y'), check('x')]));
    expect(result.plan.map(({ path, class: kind }) => [path, kind])).toEqual([
      ['/assumptions', 'C'],
      ['/success', 'C'],
    ]);
    expect(stepOf(result, 'a')?.fields).toMatchObject([
      { path: '/preconditions', from: ['x', 'y'], to: ['y', 'x'], class: 'C' },
    ]);
    const doubled = diff(
      listed([check('x'), check('x', 'false')]),
      listed([check('x', 'false'), check('x', 'false')]),
    );
    expect(stepOf(doubled, 'a')?.fields).toMatchObject([{ path: '/preconditions/x', class: 'B' }]);
  });

  test('is empty exactly when the hashes are equal', () => {
    fc.assert(
      fc.property(anyEditedPlan, ({ document, edit }) => {
        const other = edited(document, edit);
        expect(isEmptyDiff(diff(document, other))).toBe(planHash(document) === planHash(other));
      }),
    );
  });

  test('[UC10] is symmetric: what one way is added is removed the other way', () => {
    const sides = (from: PlanDocument, to: PlanDocument) => {
      const { steps } = diff(from, to);
      const of = (kind: string) =>
        steps
          .filter((step) => step.kind === kind)
          .map(({ stepId }) => stepId)
          .sort();
      const pairs = steps
        .filter(({ fromStep, toStep }) => fromStep && toStep)
        .map(({ fromStep, toStep }) => [fromStep?.id, toStep?.id]);
      return { added: of('added'), removed: of('removed'), pairs };
    };
    const turned = (pairs: (string | undefined)[][]) => pairs.map(([a, b]) => `${a} ${b}`).sort();
    fc.assert(
      fc.property(anyPlan, anyPlan, (from, to) => {
        const [there, back] = [sides(from, to), sides(to, from)];
        expect(there.added).toEqual(back.removed);
        expect(there.removed).toEqual(back.added);
        expect(turned(there.pairs)).toEqual(turned(back.pairs.map(([a, b]) => [b, a])));
      }),
    );
  });

  test('counts add up to the steps of both versions', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, (from, to) => {
        const { summary } = diff(from, to);
        const both = summary.changed + summary.moved + summary.unchanged;
        expect(both + summary.added).toBe(to.steps.length);
        expect(both + summary.removed).toBe(from.steps.length);
      }),
    );
  });

  test.each<[string, Partial<Step>, string, unknown, unknown]>([
    ['risk', { risk: 'high' }, '/risk', undefined, 'high'],
    ['timeout', { timeoutMs: 5_000 }, '/timeoutMs', 60_000, 5_000],
    ['retries', { retry: { attempts: 1 } }, '/retry/attempts', 3, 1],
    ['budget', { budget: { costUsd: 2 } }, '/budget/costUsd', undefined, 2],
    [
      'success criterion',
      { success: 'All rows have two names.' },
      '/success',
      'The answer of a is there.',
      'All rows have two names.',
    ],
    ['approval need', { approval: { required: true } }, '/approval/required', undefined, true],
    ['skippable', { skippable: true }, '/skippable', false, true],
    ['condition', { when: 'inputs.x' }, '/when', undefined, 'inputs.x'],
    ['one argument', { work: readWork('other') }, '/work/args/key', 'a', 'other'],
    ['tool', { work: { ...irreversibleWork('a') } }, '/work/tool', 'test.read', 'test.destroy'],
    ['output schema', { outputs: { type: 'array' } }, '/outputs', undefined, { type: 'array' }],
  ])('[case 29] a change of only %s is shown, old and new', (_, change, path, from, to) => {
    const result = diff(aPlan('a'), aPlan('a', { steps: { a: change } }));
    const fields = stepOf(result, 'a')?.fields.filter((field) => field.path !== '');
    expect(fields?.map((field) => [field.path, field.from, field.to])).toContainEqual([path, from, to]);
    expect(stepOf(result, 'a')?.kind).toBe('changed');
  });

  test('[case 29] every member of a step is compared', () => {
    const full: Step = {
      ...aStep('a'),
      rationale: 'r',
      when: 'true',
      forEach: { items: '[1]' },
      join: 'any',
      preconditions: [{ id: 'c', expr: 'true', message: 'm' }],
      postconditions: [{ id: 'c', expr: 'true', message: 'm' }],
      outputs: { type: 'object' },
      risk: 'high',
      approval: { required: true },
      budget: { tokens: 1 },
      timeoutMs: 1,
      retry: { attempts: 1 },
      fallbacks: [readWork()],
      skippable: true,
      compensation: readWork(),
    };
    for (const member of Object.keys(full).filter((key) => !['id', 'title', 'work'].includes(key))) {
      const { [member as keyof Step]: _, ...without } = full;
      const result = diff({ ...aPlan('a'), steps: [full] }, { ...aPlan('a'), steps: [without as Step] });
      expect([member, stepOf(result, 'a')?.kind]).toEqual([member, 'changed']);
    }
  });

  test('[case 30] another way of joining the same dependencies is a change of its own', () => {
    const result = diff(
      aPlan('a -> c, b -> c'),
      aPlan('a -> c, b -> c', { steps: { c: { needs: ['a', 'b'], join: 'any' } } }),
    );
    expect(stepOf(result, 'c')).toMatchObject({
      kind: 'changed',
      class: 'B',
      fields: [{ path: '/join', from: 'all', to: 'any' }],
    });
  });

  test('[case 27] a rename is one renamed step and no change of dependencies', () => {
    const from = aPlan('fetch -> b, fetch -> c', {
      steps: { b: { when: 'steps["fetch"].output.ok' }, c: { work: writeWork('c') } },
    });
    const result = diff(from, edited(from, { type: 'rename-step', stepId: 'fetch', to: 'load' }));
    expect(kinds(result)).toEqual({ load: 'changed', b: 'unchanged', c: 'unchanged' });
    expect(stepOf(result, 'load')).toMatchObject({
      matchedBy: 'likeness',
      class: 'C',
      fields: [{ path: '/id', from: 'fetch', to: 'load' }],
    });
    expect(result.summary.text).toBe('No change in behaviour. 1 wording change.');
  });

  test('a renamed write needs approval again: an approval is bound to the step', () => {
    const from = aPlan('a -> w', { steps: { w: { work: writeWork('w') } } });
    const to = edited(from, { type: 'rename-step', stepId: 'w', to: 'w2' });
    expect(stepOf(diff(from, to), 'w2')).toMatchObject({ kind: 'changed', class: 'A' });
    expect(codes(from, to)).toEqual(['new-writing-step w2']);
  });

  test('a swap of two names comes out as what it is', () => {
    const from = aPlan('a, b', { steps: { a: { work: readWork('left') }, b: { work: readWork('right') } } });
    const to = aPlan('b, a', { steps: { a: { work: readWork('right') }, b: { work: readWork('left') } } });
    expect(diff(from, to).summary).toMatchObject({ added: 0, removed: 0, changed: 2 });
  });

  test('dependencies alone are a move, and so is another place in the list; neither hides the other steps', () => {
    const rewired = diff(aPlan('a -> b -> c'), aPlan('a -> b, a -> c'));
    expect(kinds(rewired)).toEqual({ a: 'unchanged', b: 'unchanged', c: 'moved' });
    expect(stepOf(rewired, 'c')).toMatchObject({
      class: 'B',
      fields: [{ path: '/needs', from: ['b'], to: ['a'] }],
    });
    const listed = diff(aPlan('a, b, c, d'), aPlan('d, a, b, c'));
    expect(kinds(listed)).toEqual({ d: 'moved', a: 'unchanged', b: 'unchanged', c: 'unchanged' });
    expect(listed.summary.text).toBe('No change in behaviour. 1 step listed elsewhere.');
  });

  test('wording alone is no change in behaviour', () => {
    const result = diff(
      guarded,
      edited(guarded, setField('write', 'title', 'New title'), setField('write', 'rationale', 'Because.')),
    );
    expect(stepOf(result, 'write')).toMatchObject({ kind: 'changed', class: 'C' });
    expect(result.summary.text).toBe('No change in behaviour. 2 wording changes.');
  });

  test('a likely match says how likely; unlike steps are removed and added', () => {
    const near = diff(aPlan('a'), {
      ...aPlan('copy'),
      steps: [{ ...aStep('copy'), title: 'Step a', work: readWork('a'), timeoutMs: 5 }],
    });
    expect(stepOf(near, 'copy')).toMatchObject({ kind: 'changed', matchedBy: 'likeness', likeness: 1 });
    expect(
      kinds(diff(aPlan('a'), aPlan('z', { steps: { z: { work: irreversibleWork('far'), title: 'Else' } } }))),
    ).toEqual({ z: 'added', a: 'removed' });
  });

  test('changes of the plan itself are listed, with the sentence that counts everything', () => {
    const to = edited(
      guarded,
      { type: 'set-plan-field', field: 'objective', value: 'Another end.' },
      { type: 'set-plan-field', field: 'limits', value: { concurrency: 2, budget: { costUsd: 2 } } },
      setField('write', 'work', writeWork('users', 2)),
      { type: 'add-step', step: aStep('extra') },
    );
    const result = diff(guarded, to);
    expect(result.plan.map(({ path, from, to: now, class: kind }) => [path, from, now, kind])).toEqual([
      ['/objective', guarded.objective, 'Another end.', 'B'],
      ['/limits/budget/costUsd', 1, 2, 'A'],
      ['/limits/concurrency', 4, 2, 'B'],
    ]);
    expect(result.summary.text).toBe(
      '1 added, 1 changed (1 needs approval again), 3 changes to the plan itself.',
    );
  });

  test('[P5] steps and inputs called like members of every object are compared as any other', () => {
    const result = diff(aPlan('__proto__ -> constructor'), aPlan('__proto__, constructor'));
    expect(result.steps.map(({ stepId, kind }) => [stepId, kind])).toEqual([
      ['__proto__', 'unchanged'],
      ['constructor', 'moved'],
    ]);
  });
});

describe('[UC3] what a reader is told of', () => {
  const report = (from: PlanDocument, to: PlanDocument) => {
    const { steps, summary } = diff(from, to);
    return [
      summary.text,
      ...steps
        .filter(({ kind }) => kind !== 'unchanged')
        .map(({ kind, stepId, class: strongest, fields, matchedBy, likeness }) =>
          `${kind} ${stepId} ${strongest}${matchedBy === 'likeness' ? ` like ${likeness}` : ''} ${fields.map(({ path, class: each }) => `${path} ${each}`).join(', ')}`.trim(),
        ),
    ];
  };
  const base = aPlan('read -> copy -> check', {
    steps: { copy: { work: writeWork('rows', 1), title: 'Copy the rows' } },
  });
  const set = (...edits: PlanEdit[]) => report(base, edited(base, ...edits));

  test.each<[string, () => string[], string[]]>([
    [
      'a rename by likeness',
      () => set({ type: 'rename-step', stepId: 'check', to: 'verify' }),
      ['No change in behaviour. 1 wording change.', 'changed verify C like 1 /id C'],
    ],
    [
      'a rename with another argument',
      () =>
        set(
          { type: 'rename-step', stepId: 'copy', to: 'clone' },
          setField('clone', 'work', writeWork('rows', 2)),
        ),
      ['1 changed (1 needs approval again).', 'changed clone A like 0.77 /id C, /work/args/value B,  A'],
    ],
    [
      'order only',
      () => set({ type: 'remove-dependency', stepId: 'check', needs: 'copy' }),
      ['1 moved.', 'moved check B /needs B'],
    ],
    [
      'one argument only',
      () => set(setField('copy', 'work', writeWork('rows', 5_000))),
      ['1 changed (1 needs approval again).', 'changed copy A /work/args/value A'],
    ],
    [
      'wording only',
      () => set(setField('copy', 'title', 'Copy'), setField('check', 'intent', 'Look.')),
      ['No change in behaviour. 2 wording changes.', 'changed copy C /title C', 'changed check C /intent C'],
    ],
    [
      'another tool under the same id',
      () => set(setField('copy', 'work', irreversibleWork('rows'))),
      ['1 changed (1 needs approval again).', 'changed copy A /work/tool A, /work/args/value A, /work A'],
    ],
    [
      'a split',
      () =>
        set(
          { type: 'rename-step', stepId: 'copy', to: 'copy_1' },
          { type: 'add-step', step: { ...aStep('copy_2', ['copy_1']), work: writeWork('rows', 2) } },
          { type: 'add-dependency', stepId: 'check', needs: 'copy_2' },
        ),
      [
        '1 added, 1 changed (1 needs approval again), 1 moved.',
        'changed copy_1 A like 0.93 /id C,  A',
        'moved check B /needs B',
        'added copy_2 A  A',
      ],
    ],
    [
      'a merge',
      () => {
        const two = aPlan('read -> one -> check, read -> two -> check', {
          steps: { one: { work: writeWork('rows', 1) }, two: { work: writeWork('users', 2) } },
        });
        return report(
          two,
          edited(two, { type: 'remove-step', stepId: 'two' }, setField('one', 'work', writeWork('rows', 3))),
        );
      },
      [
        '1 removed, 1 changed (1 needs approval again), 1 moved.',
        'changed one A /work/args/value A',
        'moved check B /needs B',
        'removed two B',
      ],
    ],
    ['nothing', () => report(base, structuredClone(base)), ['No changes to the plan.']],
  ])('%s', (_, made, expected) => {
    expect(made()).toEqual(expected);
  });

  test('[UC4] a place in the list only: no change in behaviour', () => {
    expect(report(base, edited(base, { type: 'move-step', stepId: 'check', to: 0 }))).toEqual([
      'No change in behaviour. 1 step listed elsewhere.',
      'moved check C /order C',
    ]);
  });

  test('a new plan under the same name', () => {
    const other = aPlan('x -> y -> z', {
      steps: {
        x: { work: irreversibleWork('p'), title: 'Q' },
        y: { work: irreversibleWork('q'), title: 'R' },
        z: { work: irreversibleWork('r'), title: 'S' },
      },
    });
    expect(diff(base, other).summary).toMatchObject({ mostlyNew: true, added: 3, removed: 3 });
    expect(diff(base, edited(base, { type: 'remove-step', stepId: 'read' })).summary.mostlyNew).toBe(false);
    expect(diff(aPlan(''), aPlan('')).summary.mostlyNew).toBe(false);
  });

  test('two steps that a person has told apart, in either direction, and of what needs approval nothing changes', () => {
    const renamed = edited(base, { type: 'rename-step', stepId: 'copy', to: 'clone' });
    const apart = [{ from: 'copy', to: 'clone' }];
    const there = diffPlans(base, renamed, testCatalog, { apart });
    expect(kinds(there)).toMatchObject({ clone: 'added', copy: 'removed' });
    expect(kinds(diffPlans(renamed, base, testCatalog, { apart }))).toMatchObject({
      copy: 'added',
      clone: 'removed',
    });
    expect(stepOf(there, 'clone')?.class).toBe('A');
  });

  test('[UC6] a change has a hash of its own, which another change of the same step does not have', () => {
    const hashOf = (value: number, more: PlanEdit[] = []) =>
      stepOf(diff(base, edited(base, setField('copy', 'work', writeWork('rows', value)), ...more)), 'copy')
        ?.hash;
    expect(hashOf(2)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(2)).toBe(hashOf(2));
    expect(hashOf(2)).not.toBe(hashOf(3));
    // What happens elsewhere is no news of this step.
    expect(hashOf(2)).toBe(
      hashOf(2, [{ type: 'add-step', step: aStep('extra'), at: 0 }, setField('read', 'title', 'Else')]),
    );
    expect(stepOf(diff(base, base), 'copy')?.hash).toBeUndefined();
    expect(diff(base, { ...base, objective: 'Else.' }).planHash).toBeDefined();
    expect(diff(base, base).planHash).toBeUndefined();
  });

  test('finished steps that are kept, in the sentence of the counts', () => {
    const to = edited(base, setField('check', 'timeoutMs', 5));
    expect(
      diffPlans(base, to, testCatalog, { facts: { finished: ['read', 'copy', 'gone'] } }).summary,
    ).toMatchObject({ kept: 2, text: '1 changed. 2 finished steps kept.' });
  });
});

describe('what needs a person before a revision is adopted', () => {
  const extraWrite: PlanEdit = { type: 'add-step', step: { ...aStep('extra'), work: writeWork('users', 5) } };

  test.each<[string, PlanEdit[], string[]]>([
    ['a new step that writes', [extraWrite], ['new-writing-step extra']],
    [
      'a new tool',
      [{ type: 'add-step', step: { ...aStep('extra'), work: irreversibleWork('users') } }],
      ['new-writing-step extra', 'new-tool extra'],
    ],
    [
      'a new resource',
      [{ type: 'add-step', step: { ...aStep('extra'), work: readWork('payroll') } }],
      ['new-resource extra'],
    ],
    [
      'a changed argument of a write',
      [setField('write', 'work', writeWork('users', 2))],
      ['changed-arguments write'],
    ],
    [
      'a changed argument of a read',
      [setField('verify', 'work', readWork('users'))],
      ['changed-arguments verify'],
    ],
    [
      'another tool',
      [setField('verify', 'work', writeWork('verify'))],
      ['changed-work verify', 'changed-arguments verify'],
    ],
    ['raised risk', [setField('write', 'risk', 'critical')], ['raised-risk write']],
    ["a raised step's budget", [setField('write', 'budget', { toolCalls: 4 })], ['raised-budget write']],
    ["a dropped step's budget", [setField('write', 'budget')], ['raised-budget write']],
    [
      "a raised plan's budget",
      [{ type: 'set-plan-field', field: 'limits', value: { budget: { costUsd: 2 } } }],
      ['raised-budget'],
    ],
    [
      'changed success',
      [
        {
          type: 'set-plan-field',
          field: 'success',
          value: [{ id: 'done', expr: 'true || true', message: 'x' }],
        },
      ],
      ['changed-success'],
    ],
    ['changed stop', [{ type: 'set-plan-field', field: 'stop' }], ['changed-stop']],
    [
      'a lost ancestor',
      [{ type: 'remove-dependency', stepId: 'ask', needs: 'inspect' }],
      ['lost-ancestor write'],
    ],
    ['a removed ancestor', [{ type: 'remove-step', stepId: 'inspect' }], ['lost-ancestor write']],
    [
      'a lost person step',
      [
        { type: 'remove-dependency', stepId: 'write', needs: 'ask' },
        { type: 'add-dependency', stepId: 'write', needs: 'inspect' },
      ],
      ['lost-person-step write'],
    ],
    ['a lost check', [setField('write', 'preconditions')], ['changed-checks write']],
    ['a lost compensation', [setField('write', 'compensation')], ['changed-compensation write']],
    ['looser approval', [setField('write', 'approval', { required: true })], ['lost-approval write']],
  ])('[N4] %s', (_, edits, expected) => {
    expect(codes(guarded, edited(guarded, ...edits))).toEqual(expected);
  });

  test('[N4] a write that moves ahead of a person', () => {
    const from = aPlan('a -> w, a -> ask', {
      steps: { w: { work: writeWork('w') }, ask: { work: { kind: 'person', prompt: 'Is it so?' } } },
    });
    expect(codes(from, edited(from, { type: 'add-dependency', stepId: 'ask', needs: 'w' }))).toEqual([
      'ahead-of-person-step w',
    ]);
  });

  test('[N4] an input that arguments read', () => {
    const from = {
      ...aPlan('w', { steps: { w: { work: writeWork('w', { $expr: 'inputs.limit' }) } } }),
      inputs: { limit: 1, note: 'x' },
    };
    expect(codes(from, { ...from, inputs: { limit: 2, note: 'x' } })).toEqual([
      'changed-input',
      'changed-input w',
    ]);
    expect(stepOf(diff(from, { ...from, inputs: { limit: 2, note: 'x' } }), 'w')).toMatchObject({
      kind: 'changed',
      class: 'A',
    });
    expect(codes(from, { ...from, inputs: { limit: 1, note: 'y' } })).toEqual([]);
  });

  test('[N4] a constraint that is dropped', () => {
    const from = { ...guarded, constraints: [{ id: 'k', text: 'Nobody waits.' }] };
    expect(codes(from, guarded)).toEqual(['lost-constraint']);
    expect(codes(guarded, from)).toEqual([]);
  });

  test.each<[string, PlanEdit[]]>([
    [
      'wording',
      [
        setField('write', 'title', 'New'),
        setField('write', 'intent', 'Else.'),
        setField('write', 'success', 'Else.'),
      ],
    ],
    [
      'a message of a check',
      [
        setField('write', 'preconditions', [
          { id: 'free', expr: 'steps["inspect"].output.free', message: 'Other words.' },
        ]),
      ],
    ],
    ['a dropped read that nothing pending leans on', [{ type: 'remove-step', stepId: 'verify' }]],
    ['a dropped write', [{ type: 'remove-step', stepId: 'write' }]],
    ['a reordered read', [{ type: 'remove-dependency', stepId: 'verify', needs: 'write' }]],
    ['another place in the list', [{ type: 'move-step', stepId: 'verify', to: 0 }]],
    [
      'a new read with a known tool and resource',
      [{ type: 'add-step', step: { ...aStep('extra'), work: readWork('inspect') } }],
    ],
    [
      'a longer wait for a write',
      [
        { type: 'add-step', step: { ...aStep('extra'), work: readWork('inspect') } },
        { type: 'add-dependency', stepId: 'write', needs: 'extra' },
      ],
    ],
    ['a lower budget', [setField('write', 'budget', { toolCalls: 1 })]],
    ['stricter approval', [setField('write', 'approval', { approvers: 3 })]],
    ['another timeout', [setField('write', 'timeoutMs', 5_000)]],
  ])('[N4] %s is adopted without asking', (_, edits) => {
    expect(codes(guarded, edited(guarded, ...edits))).toEqual([]);
  });

  test('[N4] [UC5] where an approval stands, every member of the call counts', () => {
    const read = aPlan('a -> r', {
      steps: {
        r: {
          preconditions: [{ id: 'ok', expr: 'true', message: 'No.' }],
          compensation: readWork('r'),
          approval: { required: true },
        },
      },
    });
    const gated = (to: PlanDocument, stands = true) =>
      reviewReasons(read, to, testCatalog, { gated: stands ? ['r'] : [] }).map(({ code }) => code);
    expect(gated(edited(read, setField('r', 'preconditions')))).toEqual(['changed-checks']);
    expect(gated(edited(read, setField('r', 'compensation')))).toEqual(['changed-compensation']);
    expect(gated(edited(read, setField('r', 'risk', 'high')))).toEqual(['raised-risk']);
    const more = edited(read, setField('r', 'approval', { required: true, approvers: 2 }));
    expect([gated(more), gated(more, false)]).toEqual([['more-approvers'], []]);
    const renamed = edited(read, { type: 'rename-step', stepId: 'r', to: 'r2' });
    expect([gated(renamed), gated(renamed, false)]).toEqual([['renamed-step'], []]);
    const bound = edited(
      read,
      setField('r', 'work', {
        kind: 'tool',
        tool: 'test.read',
        args: { key: { $expr: 'string(run.planVersion)' } },
      }),
    );
    expect(
      reviewReasons(bound, edited(bound, setField('a', 'timeoutMs', 5)), testCatalog, { gated: ['r'] }),
    ).toMatchObject([{ code: 'changed-arguments', stepId: 'r' }]);
  });

  test('[N4] a call that only reads is no write, whatever else its tool can do; a computed one may be anything', () => {
    const catalog = {
      ...testCatalog,
      effectOf: (tool: string, args: { key?: unknown }) =>
        tool === 'test.write' && args.key === 'look' ? ('read' as const) : undefined,
    };
    const from = aPlan('a');
    const adds = (key: string | { $expr: string }) =>
      reviewReasons(
        from,
        edited(from, {
          type: 'add-step',
          step: { ...aStep('n'), work: { kind: 'tool', tool: 'test.write', args: { key, value: 1 } } },
        }),
        catalog,
      ).map(({ code }) => code);
    expect(adds('look')).not.toContain('new-writing-step');
    expect(adds('rows')).toContain('new-writing-step');
    expect(adds({ $expr: 'inputs.key' })).toContain('new-writing-step');
  });

  test('[N4] finished steps are not judged again', () => {
    const to = edited(guarded, setField('write', 'preconditions'));
    expect(codes(guarded, to, ['write'])).toEqual([]);
  });

  test('[N4] without a contract of its tool a step is taken for a write', () => {
    expect(reviewReasons(aPlan('a'), aPlan('a, b'), { tools: {} }).map(({ code }) => code)).toEqual([
      'new-writing-step',
    ]);
  });

  test('[N4] class A of the diff and the reasons for review are the same set', () => {
    fc.assert(
      fc.property(anyPlan, anyEditedPlan, (from, { document, edit }) => {
        for (const to of [document, edited(document, edit)]) {
          for (const before of [from, document]) {
            const result = diff(before, to);
            const inDiff = new Set([
              ...result.steps.filter((step) => step.class === 'A').map(({ stepId }) => stepId),
              ...(result.plan.some((field) => field.class === 'A') ? ['the plan'] : []),
            ]);
            const inReasons = new Set(
              reviewReasons(before, to, testCatalog).map(({ stepId }) => stepId ?? 'the plan'),
            );
            expect(inDiff).toEqual(inReasons);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
