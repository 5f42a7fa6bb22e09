import { z } from 'zod';
import { AddressSchema } from '#core/run/events.ts';
import { notBuilt, procedureFor, router } from './init.ts';
import { PlanId, RunId, Time, VersionNumber } from './shapes/people.ts';
import { Tier } from './shapes/approvals.ts';
import { RunRow } from './shapes/runs.ts';

const Need = z.strictObject({
  kind: z.enum(['unknown', 'approval', 'person', 'revision', 'escalation']),
  tier: Tier.nullable(),
  title: z.string(),
  runId: RunId,
  planTitle: z.string(),
  address: AddressSchema.nullable(),
  approvalId: z.string().nullable(),
  planId: PlanId,
  planVersion: VersionNumber.nullable(),
  since: Time,
  expiresAt: Time.nullable(),
});

export const homeRouter = router({
  summary: procedureFor('viewer')
    .output(
      z.strictObject({
        needsYou: z.array(Need),
        stopped: z.array(RunRow),
        running: z.array(RunRow),
        plansToReview: z.array(z.strictObject({ planId: PlanId, version: VersionNumber, title: z.string(), note: z.string(), at: Time, by: z.string() })),
        finishedToday: z.strictObject({ total: z.int(), succeeded: z.int(), failed: z.int(), cancelled: z.int(), unknown: z.int() }),
        /** Nothing was ever made here: show the first-run cards. */
        isNew: z.boolean(),
      }),
    )
    .query(() => notBuilt()),
});
