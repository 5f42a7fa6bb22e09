import { z } from 'zod';
import { notBuilt, procedureFor, router } from './init.ts';
import { ApprovalCard, ApprovalRow } from './shapes/approvals.ts';
import { HashText, IdempotencyKey, RunId, VersionNumber, once } from './shapes/people.ts';
import { AddressShape, Commanded } from './shapes/runs.ts';

const ApprovalId = z.string().min(1).max(100);

export const approvalsRouter = router({
  list: procedureFor('viewer')
    .input(z.strictObject({ tab: z.enum(['needs-you', 'others', 'done']).default('needs-you'), limit: z.int().min(1).max(200).default(50), runId: RunId.optional() }).default({ tab: 'needs-you', limit: 50 }))
    .output(z.strictObject({ approvals: z.array(ApprovalRow), counts: z.strictObject({ needsYou: z.int(), others: z.int() }) }))
    .query(() => notBuilt()),
  get: procedureFor('viewer').input(z.strictObject({ approvalId: ApprovalId })).output(ApprovalCard).query(() => notBuilt()),
  /** The only way to decide: names what the person saw; any difference refuses all of it with 409 (A2). */
  decide: procedureFor('approver')
    .input(
      z.strictObject({
        decisions: z.array(z.strictObject({ approvalId: ApprovalId, seal: HashText })).min(1).max(500),
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
    .mutation(() => notBuilt()),
  withdraw: procedureFor('approver').input(z.strictObject({ approvalId: ApprovalId, ...once })).output(Commanded).mutation(() => notBuilt()),
  askAgain: procedureFor('operator').input(z.strictObject({ runId: RunId, address: AddressShape, ...once })).output(Commanded).mutation(() => notBuilt()),
});
