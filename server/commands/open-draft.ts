import { parsePlan, parsePlanText } from '#core/plan/parse.ts';
import { createDraft, type DraftRecord, findDraft } from '#db/drafts.ts';
import { findPlan, findVersion } from '#db/plans.ts';
import { newId } from '#server/new-id.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import type { Member } from './member.ts';

/** The draft the person has of the plan, as it is; else a new one on the plan's head. */
export async function openDraft(app: WebApp, member: Member, planId: string): Promise<DraftRecord> {
  const workspaceId = member.workspace.id;
  const plan = await findPlan(app.sql, workspaceId, planId);
  if (!plan) throw notFound('plan');
  const known = await findDraft(app.sql, workspaceId, member.user.id, planId);
  if (known) return known;
  const head = await findVersion(app.sql, workspaceId, planId, plan.headVersion);
  if (!head) throw notFound('plan');
  return createDraft(app.sql, {
    workspaceId,
    draftId: newId('draft'),
    userId: member.user.id,
    planId,
    baseVersion: head.version,
    baseHash: head.hash,
    title: plan.title,
    document: null,
    edits: [],
  });
}

export type CreateDraftInput = { title: string; objective?: string | undefined; document?: unknown };

/**
 * A draft of a plan that does not exist yet: blank, or of a document that lint finds fault with. A document that is no
 * plan document at all is refused with every reason: a draft of it would leave something out in silence.
 */
export async function createBlankDraft(
  app: WebApp,
  member: Member,
  { title, objective, document }: CreateDraftInput,
): Promise<DraftRecord> {
  const parsed =
    document === undefined
      ? parsePlan({ artifact: 'plan/v1', objective: objective ?? title, steps: [] })
      : typeof document === 'string'
        ? parsePlanText(document)
        : parsePlan(document);
  if (!parsed.ok)
    throw refuse(422, 'plan-unreadable', 'This is not a plan document yet. Nothing was imported.', {
      problems: parsed.problems,
    });
  return createDraft(app.sql, {
    workspaceId: member.workspace.id,
    draftId: newId('draft'),
    userId: member.user.id,
    planId: null,
    baseVersion: null,
    baseHash: null,
    title,
    document: parsed.document,
    edits: [],
  });
}
