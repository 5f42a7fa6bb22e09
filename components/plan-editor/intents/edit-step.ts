import { messages } from '#components/ui/messages.ts';
import { canonicalJson, type Json } from '#core/json.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import { type PlanDocument, Step } from '#core/plan/schema.ts';
import { intent, type IntentOutcome, refused } from './outcome.ts';

type StepField = Extract<PlanEdit, { type: 'set-step-field' }>['field'];
type PlanField = Extract<PlanEdit, { type: 'set-plan-field' }>['field'];

const stepFields = Object.keys(Step.shape).filter(
  (field) => field !== 'id' && field !== 'needs',
) as StepField[];

/** What a form says of one field; undefined leaves it out. Typing on is one entry. */
export function setStepField(
  document: PlanDocument,
  stepId: string,
  field: StepField,
  value: unknown,
): IntentOutcome {
  const step = document.steps.find(({ id }) => id === stepId);
  if (!step) return refused(messages.intents.noStep(stepId));
  return intent(messages.intents.change(step.title), [fieldEdit(stepId, field, value)], {
    mergeKey: `step ${stepId} ${field}`,
  });
}

/** A step as a form or the JSON view left it, as the fewest edits; a new id renames it everywhere. */
export function changeStep(document: PlanDocument, stepId: string, next: Step): IntentOutcome {
  const step = document.steps.find(({ id }) => id === stepId);
  if (!step) return refused(messages.intents.noStep(stepId));
  const edits: PlanEdit[] = next.id === stepId ? [] : [{ type: 'rename-step', stepId, to: next.id }];
  const before = new Set(step.needs ?? []);
  const after = new Set(next.needs ?? []);
  for (const needs of before)
    if (!after.has(needs)) edits.push({ type: 'remove-dependency', stepId: next.id, needs });
  for (const needs of after)
    if (!before.has(needs)) edits.push({ type: 'add-dependency', stepId: next.id, needs });
  for (const field of stepFields) {
    if (!isSame(step[field], next[field])) edits.push(fieldEdit(next.id, field, next[field]));
  }
  const label = messages.intents.change(step.title);
  return intent(label, edits, {
    mergeKey: `step ${stepId}`,
    ...(next.id !== stepId && { select: [next.id] }),
  });
}

export function renameStep(document: PlanDocument, stepId: string, to: string): IntentOutcome {
  if (!document.steps.some(({ id }) => id === stepId)) return refused(messages.intents.noStep(stepId));
  return intent(messages.intents.rename(stepId, to), [{ type: 'rename-step', stepId, to }], { select: [to] });
}

export function setPlanField(field: PlanField, value: unknown): IntentOutcome {
  const edit: PlanEdit =
    value === undefined
      ? { type: 'set-plan-field', field }
      : { type: 'set-plan-field', field, value: value as Json };
  return intent(messages.intents.changePlan, [edit], { mergeKey: `plan ${field}` });
}

function fieldEdit(stepId: string, field: StepField, value: unknown): PlanEdit {
  return value === undefined
    ? { type: 'set-step-field', stepId, field }
    : { type: 'set-step-field', stepId, field, value: value as Json };
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson({ value: a }) === canonicalJson({ value: b });
}
