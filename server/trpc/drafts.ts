import { z } from 'zod';
import { diffPlans, reviewReasons } from '#core/plan/diff.ts';
import { EDITS_OF_A_DRAFT, PlanEditList } from '#core/plan/edit-schema.ts';
import { PLAN_LIMITS, slugPattern } from '#core/plan/schema.ts';
import { ReviewReason } from '#core/run/events.ts';
import { must } from '#core/assert.ts';
import { deleteDraft, listDrafts } from '#db/drafts.ts';
import { findVersion } from '#db/plans.ts';
import { createBlankDraft, openDraft } from '#server/commands/open-draft.ts';
import { baseDocumentOf, editedDocument, mustFindDraft } from '#server/commands/read-draft.ts';
import { rebaseDraft } from '#server/commands/rebase-draft.ts';
import { newerHeadOf, saveDraft } from '#server/commands/save-draft.ts';
import { submitDraft } from '#server/commands/submit-draft.ts';
import { layoutOfGraph } from '#server/layout/plan-layouts.ts';
import { notFound } from '#server/refusal.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import {
  DraftDetail,
  DraftId,
  DraftRow,
  DraftSaved,
  DraftTitle,
  Head,
  Places,
  Rev,
  SetAsideList,
} from './shapes/drafts.ts';
import { Done, once, PlanId } from './shapes/people.ts';
import { Layout, Note, PlanDiffShape, Saved } from './shapes/plans.ts';
import { draftDetail, draftRow } from './views/draft-detail.ts';

const AtRev = z.strictObject({ draftId: DraftId, rev: Rev, ...once });

/** What a person is editing. A draft is his own: of another person there is none (P). */
export const draftsRouter = router({
  /** Newest first. */
  list: procedureFor('viewer')
    .input(z.strictObject({ planId: PlanId.optional() }).default({}))
    .output(z.strictObject({ drafts: z.array(DraftRow) }))
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const [all, catalog] = await Promise.all([
        listDrafts(app.sql, workspaceId, session.user.id),
        app.catalog(workspaceId),
      ]);
      const wanted = all.filter(({ planId }) => input.planId === undefined || planId === input.planId);
      return {
        drafts: await Promise.all(wanted.map((draft) => draftRow(app, workspaceId, draft, catalog))),
      };
    }),

  get: procedureFor('viewer')
    .input(z.strictObject({ draftId: DraftId }))
    .output(DraftDetail)
    .query(async ({ ctx: { app, session }, input }) =>
      draftDetail(app, session.workspace.id, await mustFindDraft(app, session, input.draftId)),
    ),

  /** My draft of the plan; a new one on its head when I have none. */
  open: procedureFor('author')
    .input(z.strictObject({ planId: PlanId, ...once }))
    .output(DraftDetail)
    .mutation(async ({ ctx, input }) => {
      const { app, session } = ctx;
      const { draftId } = await onceFor(ctx, 'drafts.open', input, async () => {
        const draft = await openDraft(app, session, input.planId);
        return { draftId: draft.draftId };
      });
      return draftDetail(app, session.workspace.id, await mustFindDraft(app, session, draftId));
    }),

  /** Of a plan that does not exist yet: blank, or of a document (an object or text) that still has problems. */
  create: procedureFor('author')
    .input(
      z.strictObject({
        title: DraftTitle,
        objective: z.string().trim().min(1).max(20_000).optional(),
        document: z.unknown().optional(),
        ...once,
      }),
    )
    .output(z.strictObject({ draftId: DraftId }))
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'drafts.create', input, async () => {
        const { draftId } = await createBlankDraft(ctx.app, ctx.session, input);
        return { draftId };
      }),
    ),

  /** Names the rev it has seen; refused with 409 `draft-moved` and the newer rev when another tab has saved. */
  save: procedureFor('author')
    .input(
      AtRev.extend({
        /** So many of the stored edits stay, and `edits` follow them. */
        keep: z.int().min(0).max(EDITS_OF_A_DRAFT).default(0),
        edits: PlanEditList,
        positions: Places.default({}),
        title: DraftTitle.optional(),
        /** Those that a rebase set aside and nobody has let go yet; absent: all of them. */
        setAside: SetAsideList.optional(),
      }),
    )
    .output(DraftSaved)
    .mutation(({ ctx, input }) => saveDraft(ctx.app, ctx.session, input)),

  /** V1. Refused with 409 `base-moved` when the plan's head is not the base, or not `onto`, any more. */
  submit: procedureFor('author')
    .input(AtRev.extend({ note: Note, title: DraftTitle.optional(), onto: Head.optional() }))
    .output(Saved)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'drafts.submit', input, () => submitDraft(ctx.app, ctx.session, input)),
    ),

  /** Does my edits again on the plan's head; what cannot be done there is set aside with the reason. */
  rebase: procedureFor('author')
    .input(AtRev)
    .output(DraftDetail)
    .mutation(async ({ ctx, input }) => {
      await onceFor(ctx, 'drafts.rebase', input, async () => {
        await rebaseDraft(ctx.app, ctx.session, input);
        return { done: true as const };
      });
      const draft = await mustFindDraft(ctx.app, ctx.session, input.draftId);
      return draftDetail(ctx.app, ctx.session.workspace.id, draft);
    }),

  discard: procedureFor('author')
    .input(z.strictObject({ draftId: DraftId, ...once }))
    .output(Done)
    .mutation(({ ctx: { app, session, ...ctx }, input }) =>
      onceFor({ ...ctx, app, session }, 'drafts.discard', input, async () => {
        if (!(await deleteDraft(app.sql, session.workspace.id, input.draftId, session.user.id)))
          throw notFound('draft');
        return { done: true as const };
      }),
    ),

  /** What the draft as saved changes: of its base, or of the newer head when it is saved on top of that one. */
  diff: procedureFor('viewer')
    .input(z.strictObject({ draftId: DraftId, against: z.enum(['base', 'head']).default('base') }))
    .output(
      z.strictObject({
        rev: Rev,
        from: Head.nullable(),
        diff: PlanDiffShape,
        reviewReasons: z.array(ReviewReason),
      }),
    )
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const draft = await mustFindDraft(app, session, input.draftId);
      const [base, newerHead, catalog] = await Promise.all([
        baseDocumentOf(app, workspaceId, draft),
        newerHeadOf(app, workspaceId, draft),
        app.catalog(workspaceId),
      ]);
      const to = editedDocument(base, draft.edits);
      const head = input.against === 'head' ? newerHead : null;
      const from =
        head && draft.planId !== null
          ? must(await findVersion(app.sql, workspaceId, draft.planId, head.version), 'the head').document
          : base;
      const { baseVersion, baseHash } = draft;
      const own = baseVersion === null || baseHash === null ? null : { version: baseVersion, hash: baseHash };
      return {
        rev: draft.rev,
        from: head ?? own,
        diff: diffPlans(from, to, catalog),
        reviewReasons: reviewReasons(from, to, catalog),
      };
    }),

  /** A fresh layout of what the editor shows; nothing is stored. */
  tidy: procedureFor('author')
    .input(
      z.strictObject({
        steps: z
          .array(
            z.strictObject({
              id: z.string().regex(slugPattern),
              needs: z.array(z.string().max(64)).max(PLAN_LIMITS.steps).optional(),
            }),
          )
          .max(PLAN_LIMITS.steps),
      }),
    )
    .output(Layout)
    .mutation(({ input }) => layoutOfGraph(input)),
});
