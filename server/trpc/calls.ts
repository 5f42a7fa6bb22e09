/** Looking at a waiting call: none of it makes the call, and all of it needs the role that may decide it. */
import { z } from 'zod';
import type { Json, JsonObject } from '#core/json.ts';
import { CheckResult } from '#core/run/events.ts';
import { findApproval, type ApprovalRecord } from '#db/approvals.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { procedureFor, router } from './init.ts';
import type { MemberContext } from './context.ts';
import { Time } from './shapes/people.ts';
import { callOf } from './views/approval-row.ts';

const input = z.strictObject({ approvalId: z.string().min(1).max(100) });
const JsonMap = z.record(z.string(), z.json() as z.ZodType<Json>) as z.ZodType<JsonObject>;

export const callsRouter = router({
  /** Its checks on fresh evidence, by the code that checks it before it is sent. */
  checkAgain: procedureFor('approver')
    .input(input)
    .output(
      z.strictObject({
        at: Time,
        checks: z.array(CheckResult),
        changed: z.array(z.string()),
        problem: z.string().nullable(),
      }),
    )
    .mutation(async ({ ctx, input: { approvalId } }) => {
      const record = await waiting(ctx, approvalId);
      const loaded = await ctx.app.store.load(ctx.session.workspace.id, record.runId);
      if (!loaded) throw notFound('run');
      return ctx.app.look.checkAgain(loaded.state, record);
    }),

  /** Tried and taken back, where the tool can promise that nothing stays. */
  dryRun: procedureFor('approver')
    .input(input)
    .output(
      z.discriminatedUnion('done', [
        z.strictObject({
          done: z.literal(true),
          at: Time,
          rows: z.int(),
          sample: z.array(z.strictObject({ before: JsonMap.nullable(), after: JsonMap.nullable() })),
          wouldFail: z.string().optional(),
        }),
        z.strictObject({ done: z.literal(false), why: z.string() }),
      ]),
    )
    .mutation(async ({ ctx, input: { approvalId } }) => {
      const found = await ctx.app.look.dryRun(callOf(await waiting(ctx, approvalId)));
      return found.done ? { ...found, at: ctx.app.clock.now() } : found;
    }),

  /** What its resource concerns, as far as the tool can tell. */
  reach: procedureFor('approver')
    .input(input)
    .output(
      z
        .strictObject({
          target: z.string(),
          kind: z.string(),
          estimatedRows: z.int().nullable(),
          size: z.string().nullable(),
          readBy: z.array(z.string()),
          referredBy: z.array(z.string()),
          triggers: z.int(),
        })
        .nullable(),
    )
    .query(async ({ ctx, input: { approvalId } }) =>
      ctx.app.look.reach(callOf(await waiting(ctx, approvalId))),
    ),
});

async function waiting({ app, session }: MemberContext, approvalId: string): Promise<ApprovalRecord> {
  const record = await findApproval(app.sql, session.workspace.id, approvalId);
  if (!record) throw notFound('approval');
  if (record.status !== 'pending')
    throw refuse(409, 'approval-not-pending', 'This call does not wait any more. Nothing was asked.');
  return record;
}
