import { canonicalJson } from '#core/json.ts';
import type { PlanEdit } from '#core/plan/edit.ts';
import { EDITS_OF_A_DRAFT } from '#core/plan/edit-schema.ts';
import type { Problem } from '#core/plan/problem.ts';
import type { SetAside } from '#core/plan/rebase.ts';
import { type DraftRecord, saveDraft as writeDraft } from '#db/drafts.ts';
import type { Positions } from '#db/layouts.ts';
import { findHead } from '#db/plans.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import type { Member } from './member.ts';
import {
  baseDocumentOf,
  editedDocument,
  effectsOf,
  mustFindDraft,
  problemsOf,
  refuseMovedDraft,
  type StepEffect,
} from './read-draft.ts';

export type SaveDraftInput = {
  draftId: string;
  rev: number;
  /** So many of the stored edits stay in front of these: a long draft is not sent anew with each word. */
  keep: number;
  edits: PlanEdit[];
  positions: Positions;
  title?: string | undefined;
  setAside?: SetAside[] | undefined;
};
export type Head = { version: number; hash: string };
export type SavedDraft = { rev: number; problems: Problem[]; effects: StepEffect[]; newerHead: Head | null };

/**
 * Stores the edits as they are now. A save whose answer was lost is sent again under its old rev: when the draft holds
 * exactly that already, it is saved, and not somebody else's change.
 */
export async function saveDraft(app: WebApp, member: Member, input: SaveDraftInput): Promise<SavedDraft> {
  const workspaceId = member.workspace.id;
  const draft = await mustFindDraft(app, member, input.draftId);
  if (draft.rev !== input.rev && !holds(draft, input)) throw refuseMovedDraft(draft.rev);
  const edits = allEdits(draft, input);
  const document = editedDocument(await baseDocumentOf(app, workspaceId, draft), edits);
  const { draftId, rev, positions, title, setAside } = input;
  const saved = await writeDraft(app.sql, {
    draftId,
    rev,
    edits,
    positions,
    workspaceId,
    userId: member.user.id,
    ...(title !== undefined && { title }),
    ...(setAside && { setAside }),
  });
  if (!saved.ok && saved.reason === 'not-found') throw notFound('draft');
  if (!saved.ok && !holds(await mustFindDraft(app, member, draftId), input))
    throw refuseMovedDraft(saved.rev);
  const [catalog, newerHead] = await Promise.all([
    app.catalog(workspaceId),
    newerHeadOf(app, workspaceId, draft),
  ]);
  return {
    rev: saved.rev,
    problems: problemsOf(document, catalog),
    effects: effectsOf(document, catalog),
    newerHead,
  };
}

/** Under the rev that was named the stored edits are those the person knows. */
function allEdits(draft: DraftRecord, { rev, keep, edits }: SaveDraftInput): PlanEdit[] {
  if (draft.rev !== rev) return edits;
  const all = [...draft.edits.slice(0, keep), ...edits];
  if (keep <= draft.edits.length && all.length <= EDITS_OF_A_DRAFT) return all;
  throw refuse(422, 'edit-impossible', `A draft holds at most ${EDITS_OF_A_DRAFT} edits. Nothing was saved.`);
}

/** The save was done already, and its answer was lost. Only a whole list tells it from another tab's. */
function holds(draft: DraftRecord, input: SaveDraftInput): boolean {
  const { title = draft.title, setAside = draft.setAside, edits, positions } = input;
  const content = (of: Pick<DraftRecord, 'edits' | 'positions' | 'setAside' | 'title'>) =>
    canonicalJson([of.title, of.edits, of.positions, of.setAside]);
  return (
    input.keep === 0 &&
    draft.rev === input.rev + 1 &&
    content(draft) === content({ title, setAside, edits, positions })
  );
}

/** The plan's head, when the draft stands on an older version. A revision of a run is no head (V6). */
export async function newerHeadOf(
  app: Pick<WebApp, 'sql'>,
  workspaceId: string,
  { planId, baseVersion }: DraftRecord,
): Promise<Head | null> {
  if (planId === null) return null;
  const head = await findHead(app.sql, workspaceId, planId);
  return head && head.version !== baseVersion ? head : null;
}
