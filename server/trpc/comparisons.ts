import { z } from 'zod';
import { diffPlans, reviewReasons } from '#core/plan/diff.ts';
import { unionOf } from '#core/plan/diff-union.ts';
import { hideSecrets } from '#core/plan/hidden-values.ts';
import { stepEffect } from '#core/plan/lint-rules/context.ts';
import { parseAddressKey } from '#core/run/address.ts';
import { listApart, listSeen, setApart, setSeen } from '#db/comparisons.ts';
import { listEffects } from '#db/effects.ts';
import { findPlan, findVersion, type PlanVersionWithDocument } from '#db/plans.ts';
import { actorOf } from '#server/commands/member.ts';
import { layoutOfBoth } from '#server/layout/plan-layouts.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { revisionRecord } from '#server/review/revision-record.ts';
import { planHistory } from '#server/review/plan-history.ts';
import type { WebApp } from '#server/web-app.ts';
import type { MemberContext } from './context.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { Comparison, History } from './shapes/comparisons.ts';
import { Done, HashText, once, PlanId, VersionNumber } from './shapes/people.ts';
import { Layout } from './shapes/plans.ts';
import { personOf } from './views/run-row.ts';
import { versionRow } from './views/version-row.ts';

const Pair = z.strictObject({ planId: PlanId, from: VersionNumber, to: VersionNumber });
/** More than the steps of two of the largest plans. */
const MOST_HASHES = 4_001;

export const comparisonsRouter = router({
  /** What changed, what must be approved again, what is kept. Does not wait for the drawing. */
  get: procedureFor('viewer')
    .input(Pair)
    .output(Comparison)
    .query(async ({ ctx, input }) => {
      const { app, session } = ctx;
      const workspaceId = session.workspace.id;
      const compared = await compare(ctx, input);
      const { plan, from, to, catalog, apart, record, diff } = compared;
      const hashes = [diff.planHash, ...diff.steps.map(({ hash }) => hash)].filter(
        (hash) => hash !== undefined,
      );
      const finished = new Set(record?.finished);
      const [seen, effects] = await Promise.all([
        listSeen(app.sql, { workspaceId, userId: session.user.id, planId: plan.planId }, hashes),
        record && to.originRunId !== null ? listEffects(app.sql, workspaceId, to.originRunId) : [],
      ]);
      const ids = new Set([...from.document.steps, ...to.document.steps].map(({ id }) => id));
      return {
        planId: plan.planId,
        title: plan.title,
        from: versionRow(from),
        to: versionRow(to),
        diff: hideSecrets(diff),
        reviewReasons:
          record && to.parent === from.version
            ? record.reviewReasons
            : reviewReasons(from.document, to.document, catalog, record),
        kept: to.document.steps
          .filter(({ id }) => finished.has(id))
          .map(({ id, title }) => ({
            stepId: id,
            title,
            effects: effects
              .filter(({ address }) => parseAddressKey(address).stepId === id)
              .map(({ operationKey, summary, state }) => ({ operationKey, summary, state })),
          })),
        replan:
          record && to.originRunId !== null
            ? { runId: to.originRunId, number: record.number, limit: record.limit }
            : null,
        effects: Object.fromEntries(
          diff.steps.flatMap(({ stepId, toStep, fromStep }) => {
            const step = toStep ?? fromStep;
            return step ? [[stepId, stepEffect(catalog, step)] as const] : [];
          }),
        ),
        seen,
        apart: apart
          .filter(({ a, b }) => ids.has(a) && ids.has(b))
          .map(({ a, b, by, at }) => ({ a, b, by: personOf(by), at })),
        mayTellApart: session.roles.includes('author'),
      };
    }),

  /** One layout for both: a step that both have stands at the same place on either side. */
  layout: procedureFor('viewer')
    .input(Pair)
    .output(Layout)
    .query(async ({ ctx, input }) => {
      const { diff } = await compare(ctx, input);
      return layoutOfBoth({ sql: ctx.app.sql, workspaceId: ctx.session.workspace.id }, unionOf(diff.steps));
    }),

  /** For the asking person alone. A change that becomes another one has another hash, and is unseen. */
  markSeen: procedureFor('viewer')
    .input(
      z.strictObject({
        planId: PlanId,
        hashes: z.array(HashText).min(1).max(MOST_HASHES),
        seen: z.boolean(),
        ...once,
      }),
    )
    .output(Done)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'comparisons.markSeen', input, async () => {
        const { planId, hashes, seen } = input;
        const workspaceId = ctx.session.workspace.id;
        await mustFindPlan(ctx.app, workspaceId, planId);
        await setSeen(ctx.app.sql, { workspaceId, planId, userId: ctx.session.user.id }, hashes, seen);
        return { done: true as const };
      }),
    ),

  /** Two steps that look alike are not the same one: for everybody, in this plan, in whatever two versions. */
  setApart: procedureFor('author')
    .input(
      z.strictObject({
        planId: PlanId,
        steps: z.tuple([z.string().min(1).max(64), z.string().min(1).max(64)]),
        apart: z.boolean(),
        ...once,
      }),
    )
    .output(Done)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'comparisons.setApart', input, async () => {
        const { planId, steps, apart } = input;
        if (steps[0] === steps[1])
          throw refuse(422, 'same-step', 'A step cannot be told apart from itself.', { step: steps[0] });
        const workspaceId = ctx.session.workspace.id;
        await mustFindPlan(ctx.app, workspaceId, planId);
        await setApart(ctx.app.sql, { workspaceId, planId }, steps, apart, actorOf(ctx.session));
        await ctx.app.feed.notify({ workspaceId, kind: 'plan', planId });
        return { done: true as const };
      }),
    ),

  /** Each step a row, versions as columns: the newest, or those before one. */
  history: procedureFor('viewer')
    .input(z.strictObject({ planId: PlanId, before: VersionNumber.optional() }))
    .output(History)
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const plan = await mustFindPlan(app, workspaceId, input.planId);
      const [catalog, apart] = await Promise.all([
        app.catalog(workspaceId),
        listApart(app.sql, { workspaceId, planId: plan.planId }),
      ]);
      const history = await planHistory(app.sql, workspaceId, plan.planId, catalog, apart, input.before);
      return {
        planId: plan.planId,
        title: plan.title,
        versions: history.versions.map(versionRow),
        rows: history.rows,
        earlierThan: history.earlierThan,
      };
    }),
});

/** The difference as it was when `to` was proposed: what a run had done then is not judged. */
async function compare({ app, session }: MemberContext, input: z.infer<typeof Pair>) {
  const workspaceId = session.workspace.id;
  const [plan, from, to, catalog, apart] = await Promise.all([
    mustFindPlan(app, workspaceId, input.planId),
    mustFindVersion(app, workspaceId, input.planId, input.from),
    mustFindVersion(app, workspaceId, input.planId, input.to),
    app.catalog(workspaceId),
    listApart(app.sql, { workspaceId, planId: input.planId }),
  ]);
  const record =
    to.originRunId !== null && from.version < to.version
      ? await revisionRecord(app.store, workspaceId, to.originRunId, to.version)
      : undefined;
  const diff = diffPlans(from.document, to.document, catalog, {
    ...(record && { facts: record }),
    apart: apart.map(({ a, b }) => ({ from: a, to: b })),
  });
  return { plan, from, to, catalog, apart, record, diff };
}

async function mustFindPlan(app: WebApp, workspaceId: string, planId: string) {
  const plan = await findPlan(app.sql, workspaceId, planId);
  if (!plan) throw notFound('plan');
  return plan;
}

async function mustFindVersion(
  app: WebApp,
  workspaceId: string,
  planId: string,
  version: number,
): Promise<PlanVersionWithDocument> {
  const found = await findVersion(app.sql, workspaceId, planId, version);
  if (!found)
    throw refuse(404, 'not-found', `This plan has no v${version}.`, { what: 'plan version', version });
  return found;
}
