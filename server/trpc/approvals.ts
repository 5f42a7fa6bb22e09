import { z } from 'zod';
import type { Json, JsonObject } from '#core/json.ts';
import type { RunState } from '#core/run/state.ts';
import { listMembers } from '#db/accounts.ts';
import {
  earlierDecisions,
  findApproval,
  listDecidedApprovals,
  listPendingApprovals,
  runOfApproval,
  type ApprovalRecord,
} from '#db/approvals.ts';
import { snoozeApproval, snoozesOf } from '#db/approval-snoozes.ts';
import { listEffects } from '#db/effects.ts';
import { findVersion } from '#db/plans.ts';
import { findRunHead } from '#db/runs.ts';
import { decideApprovals } from '#server/commands/decide-approvals.ts';
import { actorOf, deciderOf } from '#server/commands/member.ts';
import { runCommand } from '#server/commands/run-command.ts';
import { editArguments } from '#server/commands/edit-arguments.ts';
import { extendApprovals } from '#server/commands/extend-approvals.ts';
import { notFound, refuse } from '#server/refusal.ts';
import type { WebApp } from '#server/web-app.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { ApprovalCard, ApprovalRow } from './shapes/approvals.ts';
import { HashText, IdempotencyKey, RunId, Time, VersionNumber, once } from './shapes/people.ts';
import { AddressShape, Commanded } from './shapes/runs.ts';
import { approvalCard } from './views/approval-card.ts';
import { approvalRow, callOf, waitsFor } from './views/approval-row.ts';

const ApprovalId = z.string().min(1).max(100);
/** Pending ones that are counted and sorted into tabs; beyond, a count says "500". */
const COUNTED = 500;
const EARLIER = 5;
/** What is put off comes back this long before it expires. */
const WARNED_MS = 2 * 60 * 1000;
const LONGEST_SNOOZE_MS = 24 * 60 * 60 * 1000;
const JsonMap = z.record(z.string(), z.json() as z.ZodType<Json>) as z.ZodType<JsonObject>;

export const approvalsRouter = router({
  list: procedureFor('viewer')
    .input(
      z
        .strictObject({
          tab: z.enum(['needs-you', 'others', 'done']).default('needs-you'),
          limit: z.int().min(1).max(200).default(50),
          runId: RunId.optional(),
        })
        .default({ tab: 'needs-you', limit: 50 }),
    )
    .output(
      z.strictObject({
        approvals: z.array(ApprovalRow),
        counts: z.strictObject({ needsYou: z.int(), others: z.int() }),
      }),
    )
    .query(async ({ ctx: { app, session }, input: { tab, limit, runId } }) => {
      const now = app.clock.now();
      const [pending, decided, snoozes] = await Promise.all([
        listPendingApprovals(app.sql, session.workspace.id, { limit: COUNTED, runId }),
        tab === 'done' ? listDecidedApprovals(app.sql, session.workspace.id, { limit, runId }) : [],
        snoozesOf(app.sql, session.workspace.id, session.user.id, now),
      ]);
      const mine = pending.filter((record) => waitsFor(record, session, now));
      const others = pending.filter((record) => !waitsFor(record, session, now));
      const awake = mine.filter(({ approvalId }) => !snoozes.has(approvalId));
      const snoozed = mine.filter(({ approvalId }) => snoozes.has(approvalId));
      const shown = { 'needs-you': [...awake, ...snoozed], others, done: decided }[tab].slice(0, limit);
      return {
        approvals: shown.map((record) => approvalRow(record, session, now, snoozes)),
        counts: { needsYou: awake.length, others: others.length },
      };
    }),

  get: procedureFor('viewer')
    .input(z.strictObject({ approvalId: ApprovalId }))
    .output(ApprovalCard)
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const record = await findApproval(app.sql, workspaceId, input.approvalId);
      if (!record) throw notFound('approval');
      const now = app.clock.now();
      const [loaded, effects, earlier, people, catalog, head, snoozes] = await Promise.all([
        app.store.load(workspaceId, record.runId),
        listEffects(app.sql, workspaceId, record.runId),
        earlierDecisions(app.sql, workspaceId, callOf(record).tool, record.approvalId, EARLIER),
        listMembers(app.sql, workspaceId),
        app.catalog(workspaceId),
        findRunHead(app.sql, workspaceId, record.runId),
        snoozesOf(app.sql, workspaceId, session.user.id, now),
      ]);
      if (!loaded) throw notFound('run');
      const { state } = loaded;
      const [started, beforeEdit] = await Promise.all([
        startVersion(app, state),
        argumentsBeforeEdit(app, state, record),
      ]);
      return approvalCard({
        record,
        state,
        effects,
        earlier,
        people,
        catalog,
        member: session,
        now,
        runNumber: head?.number ?? null,
        look: app.look.abilities(callOf(record).tool, callOf(record).args),
        summary: app.look.summary,
        started,
        beforeEdit,
        snoozedUntil: snoozes.get(record.approvalId) ?? null,
      });
    }),

  /** The only way to decide: names what the person saw; any difference refuses all of it with 409 (A2, A7). */
  decide: procedureFor('approver')
    .input(
      z.strictObject({
        decisions: z
          .array(z.strictObject({ approvalId: ApprovalId, seal: HashText }))
          .min(1)
          .max(500),
        verdict: z.enum(['approve', 'reject']),
        planVersion: VersionNumber,
        policyRevision: z.int().min(0),
        reason: z.string().trim().max(2_000).optional(),
        /** Critical: the resource, as typed. */
        typed: z.string().max(1_000).optional(),
        /** After a rejection. */
        next: z.enum(['replan', 'skip', 'stop']).optional(),
        idempotencyKey: IdempotencyKey,
      }),
    )
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'approvals.decide', input, () => {
        const { decisions, verdict, planVersion, policyRevision, reason, typed, next } = input;
        return decideApprovals(ctx.app, ctx.session, {
          decisions,
          verdict,
          planVersion,
          policyRevision,
          ...(reason !== undefined && { reason }),
          ...(typed !== undefined && { typed }),
          ...(next !== undefined && { next }),
        });
      }),
    ),

  /** A6: other arguments for this call. Its card is void from then on, and a new one is asked for. */
  edit: procedureFor('approver')
    .input(
      z.strictObject({
        approvalId: ApprovalId,
        seal: HashText,
        planVersion: VersionNumber,
        policyRevision: z.int().min(0),
        args: JsonMap,
        reason: z.string().trim().max(2_000).optional(),
        idempotencyKey: IdempotencyKey,
      }),
    )
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'approvals.edit', input, () => {
        const { idempotencyKey: _key, reason, ...edit } = input;
        return editArguments(ctx.app, ctx.session, { ...edit, ...(reason !== undefined && { reason }) });
      }),
    ),

  /** Puts off the expiry by 15 minutes, before it is reached. */
  extend: procedureFor('approver')
    .input(z.strictObject({ approvalIds: z.array(ApprovalId).min(1).max(500), ...once }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'approvals.extend', input, () => extendApprovals(ctx.app, ctx.session, input.approvalIds)),
    ),

  /** For this person only: off their list until then; null brings it back. */
  later: procedureFor('approver')
    .input(z.strictObject({ approvalId: ApprovalId, until: Time.nullable(), ...once }))
    .output(z.strictObject({ until: Time.nullable() }))
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'approvals.later', input, async () => {
        const { app, session } = ctx;
        const workspaceId = session.workspace.id;
        const record = await findApproval(app.sql, workspaceId, input.approvalId);
        if (!record) throw notFound('approval');
        const now = app.clock.now();
        const latest = Math.min(now + LONGEST_SNOOZE_MS, record.expiresAt - WARNED_MS);
        if (input.until !== null && latest <= now)
          throw refuse(409, 'too-late-to-snooze', 'It expires too soon to be put off. Extend it, or decide.');
        const until = input.until === null ? null : Math.min(input.until, latest);
        await snoozeApproval(app.sql, workspaceId, session.user.id, input.approvalId, until);
        return { until };
      }),
    ),

  withdraw: procedureFor('approver')
    .input(z.strictObject({ approvalId: ApprovalId, ...once }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'approvals.withdraw', input, async () => {
        const { app, session } = ctx;
        const runId = await runOfApproval(app.sql, session.workspace.id, input.approvalId);
        if (runId === undefined) throw notFound('approval');
        const { version } = await runCommand(
          app,
          { workspaceId: session.workspace.id, runId },
          {
            type: 'withdraw-approval',
            at: app.clock.now(),
            actor: actorOf(session),
            approvalId: input.approvalId,
            decider: deciderOf(session),
          },
        );
        return { runId, version };
      }),
    ),

  askAgain: procedureFor('operator')
    .input(z.strictObject({ runId: RunId, address: AddressShape, ...once }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'approvals.askAgain', input, async () => {
        const { app, session } = ctx;
        const { version } = await runCommand(
          app,
          { workspaceId: session.workspace.id, runId: input.runId },
          {
            type: 'ask-approval-again',
            at: app.clock.now(),
            actor: actorOf(session),
            address: input.address,
          },
        );
        return { runId: input.runId, version };
      }),
    ),
});

/** The version a run started on, when a replan has led it to another since. */
async function startVersion(app: WebApp, state: RunState) {
  const version = state.versionsSeen[0]?.planVersion;
  if (version === undefined || version === state.planVersion) return undefined;
  return findVersion(app.sql, state.workspaceId, state.planId, version);
}

async function argumentsBeforeEdit(
  app: WebApp,
  state: RunState,
  { address }: ApprovalRecord,
): Promise<JsonObject | undefined> {
  const from = Object.hasOwn(state.steps, address) ? state.steps[address]?.edit?.from : undefined;
  if (from === undefined) return undefined;
  const value =
    'inline' in from ? from.inline : await app.store.readPayload(state.workspaceId, from.ref.sha256);
  return value !== null && value !== undefined && typeof value === 'object' && !Array.isArray(value)
    ? value
    : undefined;
}
