import { tracked } from '@trpc/server';
import { z } from 'zod';
import { countPendingApprovals } from '#db/runs.ts';
import { workspaceChanges } from '#server/feed/change-feed.ts';
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

/** A stream is open for hours; whoever lost the right to it hears nothing a minute later. */
const CHECK_AGAIN_MS = 60_000;

const kinds = new Set<string>(Poke.shape.kind.options);
const asKind = (kind: string): Poke['kind'] => (kinds.has(kind) ? (kind as Poke['kind']) : 'resync');

export const streamRouter = router({
  /**
   * One per browser: says what changed, never how. Pages read the rows by version. It starts with a resync, so a
   * browser that was away needs no replay: whatever it missed is in the rows.
   */
  pokes: procedureFor('viewer')
    .input(z.strictObject({ lastEventId: z.string().nullish() }).optional())
    .subscription(async function* ({ ctx: { app, session, again }, signal }) {
      let number = 0;
      let checkedAt = app.clock.now();
      const workspaceId = session.workspace.id;
      for await (const item of workspaceChanges(
        app.feed,
        workspaceId,
        signal ?? new AbortController().signal,
      )) {
        number += 1;
        const isDue =
          app.clock.now() - checkedAt > CHECK_AGAIN_MS ||
          (item.kind === 'change' && item.change.kind === 'workspace');
        if (isDue) {
          if ((await again())?.workspace.id !== workspaceId) return; // signed out, or no member any more
          checkedAt = app.clock.now();
        }
        const mayHaveChanged = item.kind === 'resync' || item.change.kind !== 'plan';
        const approvals = mayHaveChanged ? await countPendingApprovals(app.sql, workspaceId) : undefined;
        const counted = approvals === undefined ? {} : { approvals };
        if (item.kind === 'resync') yield tracked(String(number), { kind: 'resync', ...counted } as Poke);
        else {
          const { kind, runId, planId, version } = item.change;
          const poke: Poke = {
            kind: asKind(kind),
            ...(runId !== undefined && { runId }),
            ...(planId !== undefined && { planId }),
            ...(version !== undefined && { version }),
            ...counted,
          };
          yield tracked(String(number), poke);
        }
      }
    }),
});
