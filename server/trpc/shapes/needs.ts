import { z } from 'zod';
import { AddressSchema } from '#core/run/events.ts';
import { Tier } from './approvals.ts';
import { PlanId, RunId, Time, VersionNumber } from './people.ts';

/** One thing that waits for somebody: a row of Home. */
export const Need = z.strictObject({
  kind: z.enum(['unknown', 'approval', 'person', 'revision', 'escalation']),
  tier: Tier.nullable(),
  title: z.string(),
  /** How many calls of one batch it stands for; they are decided on one card. */
  calls: z.int(),
  runId: RunId,
  runNumber: z.int(),
  planTitle: z.string(),
  address: AddressSchema.nullable(),
  approvalId: z.string().nullable(),
  planId: PlanId,
  planVersion: VersionNumber.nullable(),
  since: Time,
  expiresAt: Time.nullable(),
});
export type Need = z.infer<typeof Need>;
