import type { Problem } from '#core/plan/problem.ts';
import { pointerParts } from '#core/plan/pointer.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { labelOf } from '#components/json/schema-field.ts';

/** The place of the field a problem is about, as fields name themselves: `step:copy/work/args/sql`. */
export function placeOf(problem: Problem, document: PlanDocument): string {
  const stepPath = /^\/steps\/(\d+)(\/.*)?$/.exec(problem.path);
  const id = problem.stepId ?? document.steps[Number(stepPath?.[1])]?.id;
  if (stepPath && id !== undefined) return `step:${id}${stepPath[2] ?? '/title'}`;
  return problem.stepId === undefined ? `plan:${problem.path}` : `step:${problem.stepId}/title`;
}

export function stepIdOf(place: string): string | undefined {
  return /^step:([^/#]*)/.exec(place)?.[1];
}

/** "Work, args, sql": where in the step or the plan, for people. */
export function fieldName(place: string): string {
  const path = place.replace(/^[^/#]*/, '').replace(/#json$/, '');
  const parts = pointerParts(path).filter((part) => part !== 'work' && part !== 'args');
  return parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : labelOf(part))).join(', ');
}
