/** Random plans and edits for property tests. Plans are acyclic and valid in shape; edits are ones the plan accepts. */
import * as fc from 'fast-check';
import { applyEdit, type PlanEdit } from '../plan/edit.ts';
import type { Check, PlanDocument, Step } from '../plan/schema.ts';
import { readWork, writeWork } from './build-plan.ts';

/** Some ids are names that plain objects already have. */
const IDS = ['a', 'b', 'c', 'd', 'e-1', 'f_2', '__proto__', 'constructor', 'to-string', 'h'];

const word = fc.constantFrom('rows', 'users', 'copy', 'verify', 'ünï', '数', 'x');

const check = (steps: string[]): fc.Arbitrary<Check> =>
  fc.record({
    id: fc.constantFrom('c1', 'c2', 'c3'),
    expr:
      steps.length === 0
        ? fc.constant('true')
        : fc.constantFrom(...steps.map((id) => `steps[${JSON.stringify(id)}].output.n > 1`)),
    message: word,
  });

function anyStep(id: string, before: string[]): fc.Arbitrary<Step> {
  const bound = before.map((each) => ({ $expr: `steps[${JSON.stringify(each)}].output` }));
  return fc
    .record(
      {
        title: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }),
        work: fc.oneof(
          word.map((key) => readWork(key)),
          fc
            .record({
              key: word,
              value: fc.oneof(
                fc.integer({ min: -5, max: 5 }),
                fc.constantFrom({ $expr: 'inputs.users' }, { $expr: 'run.planVersion' }),
                ...(bound.length ? [fc.constantFrom(...bound)] : []),
              ),
            })
            .map(({ key, value }) => writeWork(key, value)),
        ),
        needs: fc.subarray(before),
        intent: word,
        success: word,
        risk: fc.constantFrom('low', 'high'),
        join: fc.constantFrom('all', 'any', { atLeast: 2 }),
        timeoutMs: fc.constantFrom(60_000, 5_000),
        retry: fc.record(
          { attempts: fc.constantFrom(3, 1), backoffMs: fc.constantFrom(1_000, 10) },
          { requiredKeys: [] },
        ),
        skippable: fc.boolean(),
        fallbacks: fc.constantFrom([], [readWork('y')]),
        preconditions: fc.array(check(before), { maxLength: 2 }),
        postconditions: fc.uniqueArray(check(before), { maxLength: 2, selector: ({ id }) => id }),
        compensation: fc.constantFrom(writeWork('undo', 0), readWork('x')),
        approval: fc.record(
          { required: fc.boolean(), approvers: fc.constantFrom(1, 2) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['title', 'work'] },
    )
    .map((step) => ({ id, ...step }) as Step);
}

export const anyPlan: fc.Arbitrary<PlanDocument> = fc
  .uniqueArray(fc.constantFrom(...IDS), { maxLength: IDS.length })
  .chain((ids) =>
    fc.record(
      {
        artifact: fc.constant('plan/v1' as const),
        objective: fc.string({ minLength: 1, maxLength: 8 }),
        steps: fc.tuple(...ids.map((id, index) => anyStep(id, ids.slice(0, index)))),
        inputs: fc.dictionary(word, fc.integer(), { maxKeys: 2 }),
        constraints: fc.constantFrom([], [{ id: 'k', text: 'Nobody waits.' }]),
        assumptions: fc.subarray(ids).map((steps) => [{ id: 'as', statement: 'So it is.', steps }]),
        success: fc.array(check(ids), { maxLength: 2 }),
        limits: fc.record(
          { concurrency: fc.constantFrom(4, 1), replans: fc.constantFrom(2, 0) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['artifact', 'objective', 'steps'] },
    ),
  )
  .map((document) => document as PlanDocument);

export const anyEditOf = (document: PlanDocument): fc.Arbitrary<PlanEdit> => {
  const ids = document.steps.map((step) => step.id);
  const fresh = IDS.filter((id) => !ids.includes(id));
  const plan: fc.Arbitrary<PlanEdit>[] = [
    fc.constantFrom<PlanEdit>(
      { type: 'set-plan-field', field: 'objective', value: 'Another end.' },
      { type: 'set-plan-field', field: 'success' },
      { type: 'set-plan-field', field: 'limits', value: { concurrency: 2 } },
      { type: 'set-plan-field', field: 'inputs', value: { users: 7 } },
    ),
  ];
  if (fresh.length > 0) {
    plan.push(
      fc.constantFrom(...fresh).chain((id) =>
        fc.record({
          type: fc.constant('add-step' as const),
          step: anyStep(id, []),
          at: fc.nat({ max: ids.length }),
        }),
      ),
    );
  }
  if (ids.length === 0) return fc.oneof(...plan);
  const stepId = fc.constantFrom(...ids);
  const edits: fc.Arbitrary<PlanEdit>[] = [
    ...plan,
    stepId.map((id) => ({ type: 'remove-step', stepId: id })),
    stepId.chain((id) =>
      anyStep(id, ids.slice(0, ids.indexOf(id))).map((step): PlanEdit => ({
        type: 'replace-step',
        stepId: id,
        step,
      })),
    ),
    fc.record({
      type: fc.constant('set-step-field' as const),
      stepId,
      field: fc.constant('title' as const),
      value: fc.constant('New title'),
    }),
    fc.record({
      type: fc.constant('set-step-field' as const),
      stepId,
      field: fc.constantFrom('intent' as const, 'risk' as const, 'join' as const),
    }),
    stepId.chain((id) =>
      anyStep(id, ids.slice(0, ids.indexOf(id))).chain(({ id: _id, needs: _needs, ...fields }) =>
        fc.constantFrom(...Object.entries(fields)).map(([field, value]): PlanEdit => ({
          type: 'set-step-field',
          stepId: id,
          field: field as Exclude<keyof Step, 'id' | 'needs'>,
          value: value as never,
        })),
      ),
    ),
    stepId.chain((id) => {
      const of = document.steps.find((step) => step.id === id);
      return fc.constantFrom('preconditions' as const, 'postconditions' as const).chain((field) =>
        fc
          .constantFrom(
            [...(of?.[field] ?? [])].reverse(),
            (of?.[field] ?? []).map((each) => ({ ...each, message: 'In other words.' })),
          )
          .map((value): PlanEdit => ({ type: 'set-step-field', stepId: id, field, value: value as never })),
      );
    }),
    fc.record({ type: fc.constant('move-step' as const), stepId, to: fc.nat({ max: ids.length - 1 }) }),
    fc
      .tuple(stepId, stepId)
      .map(([one, other]): PlanEdit => ({ type: 'add-dependency', stepId: one, needs: other })),
    fc
      .tuple(stepId, stepId)
      .map(([one, other]): PlanEdit => ({ type: 'remove-dependency', stepId: one, needs: other })),
  ];
  if (fresh.length > 0)
    edits.push(
      fc
        .tuple(stepId, fc.constantFrom(...fresh))
        .map(([id, to]): PlanEdit => ({ type: 'rename-step', stepId: id, to })),
    );
  return fc.oneof(...edits).filter((edit) => applyEdit(document, edit).ok);
};

export const anyEditedPlan: fc.Arbitrary<{ document: PlanDocument; edit: PlanEdit }> = anyPlan.chain(
  (document) => anyEditOf(document).map((edit) => ({ document, edit })),
);
