import { z } from 'zod';
import { listMembers } from '#db/accounts.ts';
import {
  earlierDecisions,
  findApproval,
  listDecidedApprovals,
  listPendingApprovals,
  runOfApproval,
} from '#db/approvals.ts';
import { listEffects } from '#db/effects.ts';
import { decideApprovals } from '#server/commands/decide-approvals.ts';
import { actorOf, deciderOf } from '#server/commands/member.ts';
import { runCommand } from '#server/commands/run-command.ts';
import { notFound } from '#server/refusal.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { ApprovalCard, ApprovalRow } from './shapes/approvals.ts';
import { HashText, IdempotencyKey, RunId, VersionNumber, once } from './shapes/people.ts';
import { AddressShape, Commanded } from './shapes/runs.ts';
import { approvalCard } from './views/approval-card.ts';
import { approvalRow, callOf, waitsFor } from './views/approval-row.ts';

const ApprovalId = z.string().min(1).max(100);
/** Pending ones that are counted and sorted into tabs; beyond, a count says "500". */
const COUNTED = 500;
const EARLIER = 5;

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
      const [pending, decided] = await Promise.all([
        listPendingApprovals(app.sql, session.workspace.id, { limit: COUNTED, runId }),
        tab === 'done' ? listDecidedApprovals(app.sql, session.workspace.id, { limit, runId }) : [],
      ]);
      const mine = pending.filter((record) => waitsFor(record, session, now));
      const others = pending.filter((record) => !waitsFor(record, session, now));
      const shown = { 'needs-you': mine, others, done: decided }[tab].slice(0, limit);
      return {
        approvals: shown.map((record) => approvalRow(record, session, now)),
        counts: { needsYou: mine.length, others: others.length },
      };
    }),

  get: procedureFor('viewer')
    .input(z.strictObject({ approvalId: ApprovalId }))
    .output(ApprovalCard)
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const record = await findApproval(app.sql, workspaceId, input.approvalId);
      if (!record) throw notFound('approval');
      const [loaded, effects, earlier, people, catalog] = await Promise.all([
        app.store.load(workspaceId, record.runId),
        listEffects(app.sql, workspaceId, record.runId),
        earlierDecisions(app.sql, workspaceId, callOf(record).tool, record.approvalId, EARLIER),
        listMembers(app.sql, workspaceId),
        app.catalog(workspaceId),
      ]);
      if (!loaded) throw notFound('run');
      return approvalCard({
        record,
        state: loaded.state,
        effects,
        earlier,
        people,
        catalog,
        member: session,
        now: app.clock.now(),
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
