import { tracked } from '@trpc/server';
import { z } from 'zod';
import { procedureFor, router } from './init.ts';

export const Poke = z.strictObject({
  /** `resync`: read again whatever is on screen; sent first, and whenever something may have been missed. */
  kind: z.enum(['resync', 'run', 'plan', 'approval', 'workspace', 'connection']),
  runId: z.string().optional(),
  planId: z.string().optional(),
  version: z.int().optional(),
  /** Pending approvals of the workspace. */
  approvals: z.int().optional(),
});
export type Poke = z.infer<typeof Poke>;

export const streamRouter = router({
  /** One per browser: says what changed, never how. Pages read the rows by version. */
  pokes: procedureFor('viewer')
    .input(z.strictObject({ lastEventId: z.string().nullish() }).optional())
    .subscription(async function* () {
      yield tracked('0', { kind: 'resync' } as Poke);
    }),
});
