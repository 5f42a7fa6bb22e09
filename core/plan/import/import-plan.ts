/**
 * The one way in for plans that were made elsewhere: our own JSON and YAML, a list of steps as models write it, and
 * `{goal, steps}`. The same text gives the same document, byte for byte. A text that cannot be read is a list of
 * problems, never an exception; a plan that can be read and is wrong (a cycle) is a document, for lint to judge.
 */
import { normalizePlan } from '../normal-form.ts';
import { cappedProblems, jsonProblems, parsePlan } from '../parse.ts';
import type { Problem } from '../problem.ts';
import type { PlanDocument } from '../schema.ts';
import { Findings, shortened } from './findings.ts';
import { readForeignPlan, refuseDuplicates, type RenamedId } from './foreign-plan.ts';
import { oneLine } from './foreign-step.ts';
import { readPlanText, type TextFormat } from './read-text.ts';
import { isObject, type Shape, shapeOf } from './shapes.ts';

export type ImportOptions = {
  format?: TextFormat | 'auto' | undefined;
  /** What the plan is called, whatever it says of itself. */
  title?: string | undefined;
  /** What it is for, whatever it says of itself. */
  goal?: string | undefined;
};

export type ImportedPlan = {
  format: TextFormat;
  shape: Shape;
  title: string;
  /** The id the source gives the whole plan. */
  sourceId: string | null;
  /** In normal form. */
  document: PlanDocument;
  /** Ids of the source that are none here, and what they became. */
  ids: RenamedId[];
  /** Warnings of the import itself; lint is another matter. */
  problems: Problem[];
};
export type ImportResult = { ok: true; plan: ImportedPlan } | { ok: false; problems: Problem[] };

const TITLE_LENGTH = 200;

export function importPlan(text: string, options: ImportOptions = {}): ImportResult {
  const read = readPlanText(text, options.format);
  if (!read.ok) return read;
  const unfit = jsonProblems(read.value);
  if (unfit.length > 0) return { ok: false, problems: cappedProblems(unfit) };
  const found = shapeOf(read.value);
  if (!found) return { ok: false, problems: [noPlan()] };
  if (found.shape === 'plan/v1') {
    const goal = options.goal?.trim();
    const parsed = parsePlan(
      goal && isObject(found.value) ? { ...found.value, objective: goal } : found.value,
    );
    if (!parsed.ok) return parsed;
    const findings = new Findings();
    const stepIds = parsed.document.steps.map((step) => step.id);
    refuseDuplicates(stepIds, (index) => ['steps', index, 'id'], findings);
    if (findings.hasErrors) return { ok: false, problems: findings.problems() };
    const document = normalizePlan(parsed.document);
    const title = titleOf(options.title, document.objective);
    const own = { format: read.format, shape: found.shape, title, sourceId: null, ids: [], problems: [] };
    return { ok: true, plan: { ...own, document } };
  }
  if (!Array.isArray(found.value) && !isObject(found.value)) return { ok: false, problems: [noPlan()] };
  const foreign = readForeignPlan(found.value, found.at, options);
  if (!foreign.ok) return foreign;
  const { document, ids, problems, sourceId = null } = foreign;
  const title = titleOf(options.title ?? foreign.title, document.objective);
  return {
    ok: true,
    plan: { format: read.format, shape: found.shape, title, sourceId, document, ids, problems },
  };
}

function titleOf(title: string | undefined, objective: string): string {
  const line = oneLine(title ?? '') || oneLine(objective.slice(0, 1_000)) || 'Imported plan';
  return shortened(line, TITLE_LENGTH);
}

function noPlan(): Problem {
  return {
    code: 'no-plan-found',
    severity: 'error',
    path: '',
    message:
      'This is no plan; allowed: plan/v1 as JSON or YAML, {"goal", "steps": [...]}, or a list of steps like [{"id", "title", "tool"}]',
  };
}
