import { z } from 'zod';
import { lintPlan } from '#core/plan/lint.ts';
import { parsePlan } from '#core/plan/parse.ts';
import { Problem } from '#core/plan/problem.ts';
import { PlanDocument } from '#core/plan/schema.ts';
import { movePositions } from '#db/layouts.ts';
import { findPlan, findVersion, listPlans, listVersions } from '#db/plans.ts';
import { listRuns } from '#db/runs.ts';
import { sentenceOfErrors } from '#server/commands/check-document.ts';
import { createPlan } from '#server/commands/create-plan.ts';
import { decideVersion } from '#server/commands/decide-version.ts';
import { promoteVersion } from '#server/commands/promote-version.ts';
import { saveVersion } from '#server/commands/save-version.ts';
import { reviewStart } from '#server/commands/start-run.ts';
import { layoutOfVersion, tidied } from '#server/layout/plan-layouts.ts';
import { notFound } from '#server/refusal.ts';
import { planBounds } from '#server/review/plan-bounds.ts';
import { planSummary, summaryText } from '#server/review/plan-summary.ts';
import type { WebApp } from '#server/web-app.ts';
import { importProcedure, previewImport } from './import.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { HashText, PlanId, VersionNumber, once } from './shapes/people.ts';
import { PlaceMoves } from './shapes/drafts.ts';
import {
  Layout,
  Note,
  PlanDetail,
  PlanRow,
  Saved,
  Tidied,
  VersionDetail,
  VersionState,
} from './shapes/plans.ts';
import { expectedShape } from './views/expected-shape.ts';
import { versionRow } from './views/version-row.ts';

const Named = z.strictObject({ planId: PlanId, version: VersionNumber });
const Verdict = z.strictObject({
  planId: PlanId,
  version: VersionNumber,
  hash: HashText,
  reason: z.string().trim().max(2_000).optional(),
  ...once,
});
const Decided = z.strictObject({
  planId: PlanId,
  version: VersionNumber,
  state: VersionState,
  /** it was decided as a revision of this run */ runId: z.string().nullable(),
});

export const plansRouter = router({
  list: procedureFor('viewer')
    .input(
      z
        .strictObject({ limit: z.int().min(1).max(200).default(100), search: z.string().max(200).optional() })
        .default({ limit: 100 }),
    )
    .output(z.strictObject({ plans: z.array(PlanRow) }))
    .query(async ({ ctx: { app, session }, input }) => {
      const [rows, catalog] = await Promise.all([
        listPlans(app.sql, session.workspace.id, input),
        app.catalog(session.workspace.id),
      ]);
      const plans = rows.map(({ planId, title, updatedAt, head, lastRun }) => {
        const { steps, writes, irreversible, riskiest } = planSummary(head.document, catalog);
        return {
          planId,
          title,
          newestVersion: head.version,
          state: head.state,
          steps,
          writes,
          irreversible,
          riskiest,
          lastRun: lastRun && { runId: lastRun.runId, status: lastRun.status, at: lastRun.startedAt },
          changedBy: head.submittedBy.name ?? head.submittedBy.id,
          changedAt: updatedAt,
        };
      });
      return { plans };
    }),

  get: procedureFor('viewer')
    .input(z.strictObject({ planId: PlanId }))
    .output(PlanDetail)
    .query(async ({ ctx: { app, session }, input }) => {
      const [plan, versions] = await Promise.all([
        findPlan(app.sql, session.workspace.id, input.planId),
        listVersions(app.sql, session.workspace.id, input.planId),
      ]);
      if (!plan) throw notFound('plan');
      return {
        planId: plan.planId,
        title: plan.title,
        createdAt: plan.createdAt,
        head: plan.headVersion,
        versions: versions.map(versionRow),
      };
    }),

  version: procedureFor('viewer')
    .input(Named)
    .output(VersionDetail)
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const [review, catalog, plan, runs] = await Promise.all([
        reviewStart(app, session, input.planId, input.version),
        app.catalog(workspaceId),
        findPlan(app.sql, workspaceId, input.planId),
        listRuns(app.sql, workspaceId, { limit: 20, planId: input.planId }),
      ]);
      if (!plan) throw notFound('plan');
      const { version, approvals, refusal } = review;
      const summary = planSummary(version.document, catalog);
      const asking = approvals.filter(({ verdict }) => verdict === 'ask').length;
      const problems = lintPlan(version.document, catalog, 'submit');
      const isApprover = session.roles.includes('approver');
      const closed = version.state === 'in review' ? null : `This version is ${version.state}.`;
      return {
        ...versionRow(version),
        planId: plan.planId,
        title: plan.title,
        document: version.document,
        problems,
        approvalsExpected: approvals.map(expectedShape),
        summary: {
          steps: summary.steps,
          reads: summary.reads,
          writes: summary.writes,
          irreversible: summary.irreversible,
          approvals: asking,
          text: summaryText(summary, asking),
          riskiest: summary.riskiest,
          ...planBounds(version.document),
        },
        newerVersion: plan.headVersion > version.version ? plan.headVersion : null,
        runs: runs
          .filter((run) => run.planVersion === version.version || run.runId === version.originRunId)
          .map(({ runId, status, startedAt }) => ({ runId, status, startedAt })),
        canApprove: may(isApprover, 'approver', closed ?? whatLintHolds(version, problems)),
        canReject: may(isApprover, 'approver', closed),
        canStart: may(session.roles.includes('operator'), 'operator', refusal?.message ?? null),
      };
    }),

  layout: procedureFor('viewer')
    .input(Named)
    .output(Layout)
    .query(async ({ ctx: { app, session }, input }) =>
      layoutOfVersion(
        app.sql,
        session.workspace.id,
        await mustFindVersion(app, session.workspace.id, input.planId, input.version),
      ),
    ),

  /** The version drawn anew, to look at before cards are moved there (moveSteps). */
  tidy: procedureFor('viewer')
    .input(Named)
    .output(Tidied)
    .query(async ({ ctx: { app, session }, input }) =>
      tidied(
        app.sql,
        session.workspace.id,
        await mustFindVersion(app, session.workspace.id, input.planId, input.version),
      ),
    ),

  /** Opens the gate to start runs; authorises no step (V3). A revision of a run is decided in that run. */
  approve: procedureFor('approver')
    .input(Verdict)
    .output(Decided)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'plans.approve', input, () =>
        decideVersion(ctx.app, ctx.session, { ...input, verdict: 'approve' }),
      ),
    ),

  reject: procedureFor('approver')
    .input(Verdict.extend({ reason: z.string().trim().min(1).max(2_000) }))
    .output(Decided)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'plans.reject', input, () =>
        decideVersion(ctx.app, ctx.session, { ...input, verdict: 'reject' }),
      ),
    ),

  lint: procedureFor('author')
    .input(z.strictObject({ document: z.unknown() }))
    .output(z.strictObject({ problems: z.array(Problem) }))
    .query(async ({ ctx: { app, session }, input }) => {
      const parsed = parsePlan(input.document);
      return {
        problems: parsed.ok
          ? lintPlan(parsed.document, await app.catalog(session.workspace.id), 'submit')
          : parsed.problems,
      };
    }),

  previewImport,
  import: importProcedure,

  /** Makes a new plan of a document. */
  create: procedureFor('author')
    .input(
      z.strictObject({
        title: z.string().trim().min(1).max(200),
        document: PlanDocument,
        note: Note,
        ...once,
      }),
    )
    .output(Saved)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'plans.create', input, () => createPlan(ctx.app, ctx.session, input)),
    ),

  /** Seals an edit of `baseVersion` into the next version; refused with 409 when the head has moved (V2). */
  saveVersion: procedureFor('author')
    .input(
      z.strictObject({
        planId: PlanId,
        baseVersion: VersionNumber,
        baseHash: HashText,
        document: PlanDocument,
        note: Note,
        ...once,
      }),
    )
    .output(Saved)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'plans.saveVersion', input, () => saveVersion(ctx.app, ctx.session, input)),
    ),

  /** Makes a version that a run made the plan's head, in review (V6). Refused with 409 when the head has moved since. */
  promote: procedureFor('author')
    .input(Named.extend(once))
    .output(Named)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'plans.promote', input, () => promoteVersion(ctx.app, ctx.session, input)),
    ),

  /** Where cards stand, for everybody and every version (V7). The last one wins; cards that are not named stay. */
  moveSteps: procedureFor('author')
    .input(z.strictObject({ planId: PlanId, positions: PlaceMoves, ...once }))
    .output(z.strictObject({ rev: z.int() }))
    .mutation(({ ctx, input: { planId, positions, ...input } }) =>
      onceFor(ctx, 'plans.moveSteps', { ...input, planId, positions }, async () => {
        const { app, session } = ctx;
        if (!(await findPlan(app.sql, session.workspace.id, planId))) throw notFound('plan');
        const place = { workspaceId: session.workspace.id, planId, by: session.user.id };
        const { rev } = await movePositions(app.sql, { ...place, positions });
        return { rev };
      }),
    ),
});

/** P8. Why it would not be approved; a revision of a run was judged when it was proposed, and is decided there. */
function whatLintHolds(version: { originRunId: string | null }, problems: readonly Problem[]): string | null {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (version.originRunId !== null || errors.length === 0) return null;
  return `${sentenceOfErrors(errors.length)} ${errors[0]?.message ?? ''}`.trim();
}

async function mustFindVersion(app: WebApp, workspaceId: string, planId: string, version: number) {
  const found = await findVersion(app.sql, workspaceId, planId, version);
  if (!found) throw notFound('plan version');
  return found;
}

function may(
  hasRole: boolean,
  role: string,
  obstacle: string | null,
): { allowed: boolean; why: string | null } {
  const why = hasRole ? obstacle : `This needs the role "${role}".`;
  return { allowed: why === null, why };
}
