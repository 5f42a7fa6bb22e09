/** An imported plan as it is judged on arrival: what only stops a submit is a warning here, and makes it a draft (P10, I6). */
import { hasErrors, lintPlan } from '../lint.ts';
import type { Problem } from '../problem.ts';
import type { PlanDocument } from '../schema.ts';
import type { Catalog } from '../tool-contract.ts';

const SOFT: readonly string[] = ['unknown-tool', 'missing-success-check'];

export type ImportJudgement = {
  /** Errors first. */
  problems: Problem[];
  /** Nothing stands against making it a version. */
  canSubmit: boolean;
};

export function lintImported(document: PlanDocument, catalog: Catalog): ImportJudgement {
  const strict = lintPlan(document, catalog, 'submit');
  const problems = strict.map((problem): Problem => {
    return SOFT.includes(problem.code) ? { ...problem, severity: 'warning' } : problem;
  });
  return {
    problems: [
      ...problems.filter(({ severity }) => severity === 'error'),
      ...problems.filter(({ severity }) => severity === 'warning'),
    ],
    canSubmit: !hasErrors(strict),
  };
}
