import { must } from '#core/assert.ts';
import { rebaseEdits, type SetAside } from '#core/plan/rebase.ts';
import { saveDraft as writeDraft } from '#db/drafts.ts';
import { findVersion } from '#db/plans.ts';
import { notFound } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import type { Member } from './member.ts';
import { baseDocumentOf, mustFindDraftAt, refuseMovedDraft } from './read-draft.ts';
import { newerHeadOf } from './save-draft.ts';

export type RebaseDraftInput = { draftId: string; rev: number };

/** Puts the draft on the plan's head (V2). Edits that cannot be done there are kept beside it, each with the reason. */
export async function rebaseDraft(
  app: WebApp,
  member: Member,
  { draftId, rev }: RebaseDraftInput,
): Promise<{ setAside: SetAside[] }> {
  const workspaceId = member.workspace.id;
  const draft = await mustFindDraftAt(app, member, draftId, rev);
  const head = await newerHeadOf(app, workspaceId, draft);
  if (!head || draft.planId === null) return { setAside: [] };
  const [from, to] = await Promise.all([
    baseDocumentOf(app, workspaceId, draft),
    findVersion(app.sql, workspaceId, draft.planId, head.version),
  ]);
  const { edits, setAside } = rebaseEdits(from, must(to, 'the head').document, draft.edits);
  const saved = await writeDraft(app.sql, {
    workspaceId,
    draftId,
    userId: member.user.id,
    rev,
    edits,
    setAside: [...draft.setAside, ...setAside],
    base: head,
  });
  if (saved.ok) return { setAside };
  throw saved.reason === 'not-found' ? notFound('draft') : refuseMovedDraft(saved.rev);
}
