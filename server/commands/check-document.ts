import { hasErrors, lintPlan } from '#core/plan/lint.ts';
import { normalizePlan } from '#core/plan/normal-form.ts';
import { parsePlan } from '#core/plan/parse.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';

export type CheckedDocument =
  | { ok: true; document: PlanDocument; problems: Problem[] }
  | { ok: false; problems: Problem[] };

/** Limits and lint, with the workspace's tools and connections; the document comes back in normal form (P9). */
export async function checkDocument(
  app: Pick<WebApp, 'catalog'>,
  workspaceId: string,
  input: unknown,
): Promise<CheckedDocument> {
  const parsed = parsePlan(input);
  if (!parsed.ok) return parsed;
  const document = normalizePlan(parsed.document);
  const problems = lintPlan(document, await app.catalog(workspaceId), 'submit');
  return hasErrors(problems) ? { ok: false, problems } : { ok: true, document, problems };
}

/** The same for a document that is to become a version: errors block it (P8). */
export async function mustBeSubmittable(app: Pick<WebApp, 'catalog'>, workspaceId: string, input: unknown) {
  const checked = await checkDocument(app, workspaceId, input);
  if (checked.ok) return checked;
  const errors = checked.problems.filter((problem) => problem.severity === 'error').length;
  throw refuse(422, 'plan-has-problems', sentenceOfErrors(errors), { problems: checked.problems });
}

export function sentenceOfErrors(errors: number): string {
  return `The plan has ${errors === 1 ? 'one problem' : `${errors} problems`} to mend first.`;
}
