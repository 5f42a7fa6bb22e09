import { lossesOf } from '#core/plan/import/findings.ts';
import { importPlan } from '#core/plan/import/import-plan.ts';
import { parsePlan, type ParsePlanResult } from '#core/plan/parse.ts';
import { createDraft, type DraftRecord, findDraft, saveDraft as writeDraft } from '#db/drafts.ts';
import { findHead, findPlan } from '#db/plans.ts';
import { newId } from '#server/new-id.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import type { Member } from './member.ts';
import { mustFindDraft } from './read-draft.ts';
import type { Head } from './save-draft.ts';

/** The draft the person has of the plan, as it is; else a new one on the plan's head. */
export async function openDraft(app: WebApp, member: Member, planId: string): Promise<DraftRecord> {
  const workspaceId = member.workspace.id;
  const plan = await findPlan(app.sql, workspaceId, planId);
  if (!plan) throw notFound('plan');
  const [known, head] = await Promise.all([
    findDraft(app.sql, workspaceId, member.user.id, planId),
    findHead(app.sql, workspaceId, planId),
  ]);
  if (!head) throw notFound('plan');
  if (known)
    return known.baseVersion !== head.version && isEmpty(known) ? onto(app, member, known, head) : known;
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

/** Nothing was edited on the older version, so there is nothing to decide. A save that comes in between stays. */
async function onto(app: WebApp, member: Member, draft: DraftRecord, head: Head): Promise<DraftRecord> {
  const { draftId, rev } = draft;
  const place = { workspaceId: member.workspace.id, draftId, userId: member.user.id };
  await writeDraft(app.sql, { ...place, rev, base: head });
  return mustFindDraft(app, member, draftId);
}

function isEmpty({ edits, setAside, positions }: DraftRecord): boolean {
  return edits.length === 0 && setAside.length === 0 && Object.keys(positions).length === 0;
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
        ? readText(document)
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

/** The one way in for texts (I1). What does not come along has to be accepted, which only an import can be told. */
function readText(text: string): ParsePlanResult {
  const read = importPlan(text);
  if (!read.ok) return read;
  const { document, problems } = read.plan;
  const losses = lossesOf(problems);
  if (losses.length > 0)
    throw refuse(
      409,
      'import-loses-parts',
      'Parts of this plan do not come along. Nothing was imported: import it, and accept the list.',
      { losses, problems },
    );
  return { ok: true, document };
}
