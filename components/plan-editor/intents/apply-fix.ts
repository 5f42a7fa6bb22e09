import type { Problem } from '#core/plan/problem.ts';
import type { Intent } from '../history.ts';

/** The mending that lint offers with a problem, as one undo entry. */
export function applyFix(problem: Problem): Intent | undefined {
  if (!problem.fix) return undefined;
  return {
    label: problem.fix.title,
    edits: problem.fix.edits,
    ...(problem.stepId !== undefined && { select: [problem.stepId] }),
  };
}
