import type { PlanDocument } from '#core/plan/schema.ts';
import { type DraftRecord, deleteDraft } from '#db/drafts.ts';
import { movePositions, type Positions } from '#db/layouts.ts';
import type { WebApp } from '#server/web-app.ts';
import { type Alongside, createPlan, type SavedVersion } from './create-plan.ts';
import type { Member } from './member.ts';
import { baseDocumentOf, editedDocument, mustFindDraftAt, refuseMovedDraft } from './read-draft.ts';
import type { Head } from './save-draft.ts';
import { saveVersion } from './save-version.ts';

export type SubmitDraftInput = {
  draftId: string;
  rev: number;
  note: string;
  /** Of a plan that does not exist yet; else the plan has its title. */
  title?: string | undefined;
  /** The newer version the person saw: theirs is saved on top of it as it is, and drops what came between (V2). */
  onto?: Head | undefined;
};

/**
 * Seals the draft into the plan's next version (V1), or a new plan's first. One transaction makes the version, gives its
 * new cards their places and deletes the draft: there is never both, and never neither.
 */
export async function submitDraft(
  app: WebApp,
  member: Member,
  input: SubmitDraftInput,
): Promise<SavedVersion> {
  const { draftId, rev, note, onto } = input;
  const workspaceId = member.workspace.id;
  const draft = await mustFindDraftAt(app, member, draftId, rev);
  const document = editedDocument(await baseDocumentOf(app, workspaceId, draft), draft.edits);
  const alongside: Alongside = async (tx, { planId }) => {
    if (!(await deleteDraft(tx, workspaceId, draftId, member.user.id, rev))) throw refuseMovedDraft(rev + 1);
    const positions = ofSteps(draft.positions, document);
    if (Object.keys(positions).length > 0)
      await movePositions(tx, { workspaceId, planId, positions, by: member.user.id });
  };
  const base = onto ?? baseOf(draft);
  return draft.planId === null || base === undefined
    ? createPlan(app, member, { title: input.title ?? draft.title, document, note }, alongside)
    : saveVersion(
        app,
        member,
        { planId: draft.planId, baseVersion: base.version, baseHash: base.hash, document, note },
        alongside,
      );
}

function baseOf({ baseVersion, baseHash }: DraftRecord): Head | undefined {
  return baseVersion === null || baseHash === null ? undefined : { version: baseVersion, hash: baseHash };
}

function ofSteps(positions: Positions, { steps }: PlanDocument): Positions {
  const ids = new Set(steps.map(({ id }) => id));
  return Object.fromEntries(Object.entries(positions).filter(([id]) => ids.has(id)));
}
