import { toolOf } from '#core/plan/lint-rules/context.ts';
import type { Catalog, EffectClass } from '#core/plan/tool-contract.ts';
import { applyEdits } from '#core/plan/edit.ts';
import { lintPlan } from '#core/plan/lint.ts';
import { parsePlan } from '#core/plan/parse.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { must } from '#core/assert.ts';
import { type DraftRecord, getDraft } from '#db/drafts.ts';
import { findVersion } from '#db/plans.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { effectOfWork } from '#server/review/expected-approvals.ts';
import type { WebApp } from '#server/web-app.ts';
import type { Member } from './member.ts';

/** A person's own draft; somebody else's is not there. */
export async function mustFindDraft(app: WebApp, member: Member, draftId: string): Promise<DraftRecord> {
  const draft = await getDraft(app.sql, member.workspace.id, draftId);
  if (draft?.userId !== member.user.id) throw notFound('draft');
  return draft;
}

/** The same, as the caller has read it: of two tabs the second is told (V2). */
export async function mustFindDraftAt(
  app: WebApp,
  member: Member,
  draftId: string,
  rev: number,
): Promise<DraftRecord> {
  const draft = await mustFindDraft(app, member, draftId);
  if (draft.rev !== rev) throw refuseMovedDraft(draft.rev);
  return draft;
}

export function refuseMovedDraft(rev: number) {
  return refuse(409, 'draft-moved', 'This draft was changed in another tab. Nothing was overwritten.', {
    rev,
  });
}

/** What the edits apply to: the base version, or the draft's own document. */
export async function baseDocumentOf(
  app: Pick<WebApp, 'sql'>,
  workspaceId: string,
  draft: DraftRecord,
): Promise<PlanDocument> {
  if (draft.planId === null || draft.baseVersion === null)
    return must(draft.document, 'a draft without base has a document');
  const version = await findVersion(app.sql, workspaceId, draft.planId, draft.baseVersion);
  return must(version, 'the base of a draft').document;
}

export function editedDocument(base: PlanDocument, edits: DraftRecord['edits']): PlanDocument {
  const result = applyEdits(base, edits);
  if (!result.ok)
    throw refuse(422, 'edit-impossible', `An edit cannot be done: ${result.message}. Nothing was saved.`);
  return result.document;
}

export type StepEffect = { stepId: string; effect: EffectClass };

/** What each call of a tool does to the world, by its arguments: of one tool some calls read and some cannot be undone. */
export function effectsOf({ steps }: PlanDocument, catalog: Catalog): StepEffect[] {
  return steps.flatMap(({ id, work }) => {
    const contract = work.kind === 'tool' ? toolOf(catalog, work.tool) : undefined;
    return work.kind === 'tool' && contract
      ? [{ stepId: id, effect: effectOfWork(catalog, work, contract) }]
      : [];
  });
}

/** As at submit: what stands here as an error blocks it (P8). */
export function problemsOf(document: PlanDocument, catalog: Catalog): Problem[] {
  const parsed = parsePlan(document);
  return parsed.ok ? lintPlan(parsed.document, catalog, 'submit') : parsed.problems;
}
