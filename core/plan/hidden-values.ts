/**
 * A document holds no credentials (P3). One that does all the same is not spread any further by comparing it: values
 * under a name that says secret stand as a fingerprint, so that one sees that it changed and not to what.
 */
import { contentHash } from '../hash.ts';
import type { Json, JsonObject } from '../json.ts';
import type { PlanDiff, StepChange } from './diff.ts';
import { pointerParts } from './pointer.ts';
import type { Step, Work } from './schema.ts';
import type { FieldChange } from './step-fields.ts';

export const HIDDEN = '$hidden';
const SECRET =
  /(?:^|[_-])(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|authorization|credentials?)(?:[_-]?ref)?$/;

/** Members whose keys an author or a tool names; elsewhere a key is an id or ours. */
const HOLDS_VALUES = new Set(['work', 'inputs', 'compensation', 'fallbacks']);

export function isSecretName(name: string): boolean {
  return SECRET.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase());
}

export function hiddenFingerprint(value: Json | undefined): string | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const mark = Object.hasOwn(value, HIDDEN) ? value[HIDDEN] : undefined;
  return typeof mark === 'string' ? mark : undefined;
}

export function hideSecrets(diff: PlanDiff): PlanDiff {
  return { ...diff, steps: diff.steps.map(hiddenChange), plan: diff.plan.map(hiddenField) };
}

function hiddenChange(change: StepChange): StepChange {
  return {
    ...change,
    fields: change.fields.map(hiddenField),
    ...(change.fromStep && { fromStep: hiddenStep(change.fromStep) }),
    ...(change.toStep && { toStep: hiddenStep(change.toStep) }),
  };
}

function hiddenField(field: FieldChange): FieldChange {
  const parts = pointerParts(field.path);
  const isSecret = HOLDS_VALUES.has(parts[0] ?? '') && parts.slice(1).some(isSecretName);
  const show = (value: Json) => (isSecret ? mark(value) : hide(value));
  return {
    ...field,
    ...(field.from !== undefined && { from: show(field.from) }),
    ...(field.to !== undefined && { to: show(field.to) }),
  };
}

function hiddenStep(step: Step): Step {
  const work = (each: Work) => hide(each as unknown as Json) as unknown as Work;
  return {
    ...step,
    work: work(step.work),
    ...(step.fallbacks && { fallbacks: step.fallbacks.map(work) }),
    ...(step.compensation && { compensation: work(step.compensation) }),
  };
}

function hide(value: Json): Json {
  if (Array.isArray(value)) return value.map(hide);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecretName(name) ? mark(member) : hide(member)]),
  );
}

function mark(value: Json): JsonObject {
  return { [HIDDEN]: contentHash(value).slice(0, 8) };
}
