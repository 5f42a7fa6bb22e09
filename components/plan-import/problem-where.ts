import { pointerParts } from '#core/plan/pointer.ts';
import type { Problem } from '#core/plan/problem.ts';
import { labelOf } from '#components/json/schema-field.ts';
import { planImport as words } from '#components/ui/messages-import.ts';

/** Members that lead to a step and say nothing to a person. */
const LEADING = /^(?:plan|steps|tasks)$/;

/**
 * Where a problem is, for people. One of the import itself has its place in the text ("step 3" is the third one listed);
 * one of the plan it became names the step by the number it has in the graph.
 */
export function whereOf(problem: Problem, numbers: ReadonlyMap<string, number>): string {
  const { at, stepId, path } = problem;
  if (at) return words.line(at.line, at.column);
  const parts = pointerParts(path);
  const known = stepId === undefined ? undefined : numbers.get(stepId);
  const first = parts.findIndex((part) => !LEADING.test(part));
  const index = first >= 0 ? parts[first] : undefined;
  const isStep = index !== undefined && /^\d+$/.test(index);
  const rest = (isStep ? parts.slice(first + 1) : parts).filter((part) => part !== 'work');
  const number = known ?? (isStep ? Number(index) + 1 : undefined);
  if (number === undefined && rest.length === 0) return words.wholePlan;
  return words.place([number === undefined ? '' : words.step(number), ...rest.map(nameOf)]);
}

function nameOf(part: string): string {
  return /^\d+$/.test(part) ? String(Number(part) + 1) : labelOf(part);
}
