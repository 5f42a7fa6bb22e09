import { z } from 'zod';
import { snoozesOf } from '#db/approval-snoozes.ts';
import { listPendingApprovals } from '#db/approvals.ts';
import { listUnknownEffects } from '#db/effects.ts';
import { listPlans, versionsInReview } from '#db/plans.ts';
import { listRuns, type RunHead } from '#db/runs.ts';
import { procedureFor, router } from './init.ts';
import { PlanId, Time, VersionNumber } from './shapes/people.ts';
import { Need } from './shapes/needs.ts';
import { RunRow } from './shapes/runs.ts';
import { waitsFor } from './views/approval-row.ts';
import { byUrgency, needsOf } from './views/needs.ts';
import { runRow } from './views/run-row.ts';

const SHOWN = 100;
const STOPPED_FOR_MS = 7 * 24 * 60 * 60 * 1000;

export const homeRouter = router({
  summary: procedureFor('viewer')
    .output(
      z.strictObject({
        needsYou: z.array(Need),
        stopped: z.array(RunRow),
        running: z.array(RunRow),
        plansToReview: z.array(
          z.strictObject({
            planId: PlanId,
            version: VersionNumber,
            title: z.string(),
            note: z.string(),
            at: Time,
            by: z.string(),
          }),
        ),
        finishedToday: z.strictObject({
          total: z.int(),
          succeeded: z.int(),
          failed: z.int(),
          cancelled: z.int(),
          unknown: z.int(),
        }),
        /** Nothing was ever made here: show the first-run cards. */
        isNew: z.boolean(),
      }),
    )
    .query(async ({ ctx: { app, session } }) => {
      const { sql } = app;
      const workspaceId = session.workspace.id;
      const now = app.clock.now();
      const midnight = new Date(now).setHours(0, 0, 0, 0);
      const [live, ended, approvals, unknown, reviews, plans, snoozes] = await Promise.all([
        listRuns(sql, workspaceId, { limit: SHOWN, statuses: ['running', 'paused', 'stopping'] }),
        listRuns(sql, workspaceId, {
          limit: 200,
          statuses: ['succeeded', 'failed', 'cancelled'],
          endedSince: now - STOPPED_FOR_MS,
        }),
        listPendingApprovals(sql, workspaceId, { limit: SHOWN }),
        listUnknownEffects(sql, workspaceId, SHOWN),
        versionsInReview(sql, workspaceId, 50),
        listPlans(sql, workspaceId, { limit: 1 }),
        snoozesOf(sql, workspaceId, session.user.id, now),
      ]);
      const today = ended.filter((run) => (run.endedAt ?? 0) >= midnight);
      const count = (status: RunHead['status']) => today.filter((run) => run.status === status).length;
      const mine = approvals.filter(
        (record) => waitsFor(record, session, now) && !snoozes.has(record.approvalId),
      );
      return {
        needsYou: needsOf(live, mine, unknown).sort(byUrgency),
        stopped: ended.filter(({ status }) => status === 'failed').map((head) => runRow(head, now)),
        running: live.map((head) => runRow(head, now)),
        plansToReview: reviews.map(({ planId, version, title, note, createdAt, submittedBy }) => ({
          planId,
          version,
          title,
          note,
          at: createdAt,
          by: submittedBy.name ?? submittedBy.id,
        })),
        finishedToday: {
          total: today.length,
          succeeded: count('succeeded'),
          failed: count('failed'),
          cancelled: count('cancelled'),
          unknown: unknown.length,
        },
        isNew: plans.length === 0 && live.length === 0 && ended.length === 0,
      };
    }),
});
