/**
 * Lint (P7): everything that is wrong or doubtful about a plan, as data. It never throws: a broken plan is a list of
 * problems and still renders. Errors block submission, warnings do not (P8).
 */
import { badExpression } from './lint-rules/bad-expression.ts';
import { type LintRule, type LintStage, makeContext } from './lint-rules/context.ts';
import { cycle } from './lint-rules/cycle.ts';
import { danglingNeed } from './lint-rules/dangling-need.ts';
import { duplicateId } from './lint-rules/duplicate-id.ts';
import { emptyPlan } from './lint-rules/empty-plan.ts';
import { invalidArguments } from './lint-rules/invalid-arguments.ts';
import { irreversibleWithoutCompensation } from './lint-rules/irreversible-without-compensation.ts';
import { missingSuccessCheck } from './lint-rules/missing-success-check.ts';
import { missingSuccessCriterion } from './lint-rules/missing-success-criterion.ts';
import { overBudget } from './lint-rules/over-budget.ts';
import { overSpecifiedIntent } from './lint-rules/over-specified-intent.ts';
import { redundantDependency } from './lint-rules/redundant-dependency.ts';
import { riskBelowTool } from './lint-rules/risk-below-tool.ts';
import { selfDependency } from './lint-rules/self-dependency.ts';
import { tooManySteps } from './lint-rules/too-many-steps.ts';
import { unboundInput } from './lint-rules/unbound-input.ts';
import { undoWithoutCompensation } from './lint-rules/undo-without-compensation.ts';
import { unknownConnection } from './lint-rules/unknown-connection.ts';
import { unknownTool } from './lint-rules/unknown-tool.ts';
import { unmeetableJoin } from './lint-rules/unmeetable-join.ts';
import { unorderedWriters } from './lint-rules/unordered-writers.ts';
import { unusedOutput } from './lint-rules/unused-output.ts';
import { vagueIntent } from './lint-rules/vague-intent.ts';
import { writeWithoutApproval } from './lint-rules/write-without-approval.ts';
import { writeWithoutReconcile } from './lint-rules/write-without-reconcile.ts';
import { parsePlan } from './parse.ts';
import type { Problem } from './problem.ts';
import type { PlanDocument } from './schema.ts';
import type { Catalog } from './tool-contract.ts';

/** Rules in the order their problems are shown: what breaks the plan, what may go wrong, what reads badly. */
const rules: readonly LintRule[] = [
  emptyPlan,
  duplicateId,
  selfDependency,
  cycle,
  danglingNeed,
  unmeetableJoin,
  unknownTool,
  invalidArguments,
  badExpression,
  unboundInput,
  unknownConnection,
  overBudget,
  missingSuccessCheck,
  writeWithoutApproval,
  writeWithoutReconcile,
  irreversibleWithoutCompensation,
  undoWithoutCompensation,
  riskBelowTool,
  unorderedWriters,
  redundantDependency,
  unusedOutput,
  missingSuccessCriterion,
  vagueIntent,
  overSpecifiedIntent,
  tooManySteps,
];

/** These ask the tools themselves what a call does or touches, which only the server can. */
const askingTools: ReadonlySet<LintRule> = new Set([
  unknownTool,
  unknownConnection,
  missingSuccessCheck,
  writeWithoutApproval,
  writeWithoutReconcile,
  irreversibleWithoutCompensation,
  riskBelowTool,
  unorderedWriters,
  unusedOutput,
]);
const structureRules = rules.filter((rule) => !askingTools.has(rule));
/** What the rules of `lintStructure` say. */
export const STRUCTURE_CODES: ReadonlySet<string> = new Set([
  'empty-plan',
  'duplicate-id',
  'self-dependency',
  'cycle',
  'dangling-need',
  'unmeetable-join',
  'invalid-arguments',
  'invalid-schema',
  'bad-expression',
  'unbound-input',
  'over-budget',
  'redundant-dependency',
  'missing-success-criterion',
  'vague-intent',
  'over-specified-intent',
  'too-many-steps',
  'lint-failed',
]);

export type { LintStage };

export function lintPlan(document: PlanDocument, catalog: Catalog, stage: LintStage = 'import'): Problem[] {
  return lintWith(rules, document, catalog, stage);
}

/** The rules that contracts and the document are enough for: in a browser they say what the server says. */
export function lintStructure(document: PlanDocument, catalog: Catalog, stage: LintStage): Problem[] {
  return lintWith(structureRules, document, catalog, stage);
}

function lintWith(
  judging: readonly LintRule[],
  document: PlanDocument,
  catalog: Catalog,
  stage: LintStage,
): Problem[] {
  try {
    const context = makeContext(document, catalog, stage);
    const problems = judging.flatMap((rule) => rule(context));
    return [
      ...problems.filter(({ severity }) => severity === 'error'),
      ...problems.filter(({ severity }) => severity === 'warning'),
    ];
  } catch (error) {
    return whyItBroke(document, error);
  }
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** Rules trust the types. What made one throw is therefore no plan at all, or a fault of ours, which must not pass. */
function whyItBroke(document: unknown, error: unknown): Problem[] {
  const parsed = parsePlan(document);
  if (!parsed.ok) return parsed.problems;
  const reason = error instanceof Error ? error.message : String(error);
  return [
    { code: 'lint-failed', severity: 'error', path: '', message: `The plan could not be judged: ${reason}` },
  ];
}
