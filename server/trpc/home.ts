import { z } from 'zod';
import { AddressSchema } from '#core/run/events.ts';
import { type Address, addressKey, parseAddressKey } from '#core/run/address.ts';
import type { WaitReason } from '#core/run/views.ts';
import { listPendingApprovals, type ApprovalRecord } from '#db/approvals.ts';
import { type EffectRecord, listUnknownEffects } from '#db/effects.ts';
import { listPlans, versionsInReview } from '#db/plans.ts';
import { listRuns, type RunHead } from '#db/runs.ts';
import { procedureFor, router } from './init.ts';
import { PlanId, RunId, Time, VersionNumber } from './shapes/people.ts';
import { Tier } from './shapes/approvals.ts';
import { RunRow } from './shapes/runs.ts';
import { waitsFor } from './views/approval-row.ts';
import { runRow } from './views/run-row.ts';

const Need = z.strictObject({
  kind: z.enum(['unknown', 'approval', 'person', 'revision', 'escalation']),
  tier: Tier.nullable(),
  title: z.string(),
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
type Need = z.infer<typeof Need>;

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
      const [live, ended, approvals, unknown, reviews, plans] = await Promise.all([
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
      ]);
      const today = ended.filter((run) => (run.endedAt ?? 0) >= midnight);
      const count = (status: RunHead['status']) => today.filter((run) => run.status === status).length;
      const mine = approvals.filter((record) => waitsFor(record, session, now));
      return {
        needsYou: needs(live, mine, unknown).sort(byUrgency),
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

function needs(
  live: readonly RunHead[],
  approvals: readonly ApprovalRecord[],
  unknown: readonly EffectRecord[],
): Need[] {
  const found: Need[] = [];
  const runs = new Map(live.map((run) => [run.runId, run]));
  for (const {
    approvalId,
    runId,
    planId,
    planTitle,
    address,
    request,
    requestedAt,
    expiresAt,
  } of approvals) {
    const runNumber = runs.get(runId)?.number ?? 0;
    found.push({
      kind: 'approval',
      tier: request.tier,
      title: request.summary,
      runId,
      runNumber,
      planTitle,
      address: parseAddressKey(address),
      approvalId,
      planId,
      planVersion: null,
      since: requestedAt,
      expiresAt,
    });
  }
  for (const run of live) {
    for (const wait of run.waits as WaitReason[]) {
      const need = needOf(run, wait, unknown);
      if (need) found.push(need);
    }
  }
  return found;
}

function needOf(run: RunHead, wait: WaitReason, unknown: readonly EffectRecord[]): Need | undefined {
  const { runId, number: runNumber, planId, planTitle } = run;
  const address: Address | null = wait.address ?? null;
  const base = {
    tier: null,
    runId,
    runNumber,
    planTitle,
    address,
    approvalId: null,
    planId,
    planVersion: null,
    since: run.startedAt,
    expiresAt: null,
  };
  const title = wait.stepTitle ?? planTitle;
  if (wait.code === 'unknown-outcome') {
    const key = address && addressKey(address);
    const effect = unknown.find((one) => one.runId === runId && one.address === key);
    return {
      ...base,
      kind: 'unknown',
      title: effect?.summary ?? title,
      since: effect?.intendedAt ?? base.since,
    };
  }
  if (wait.code === 'person-step') return { ...base, kind: 'person', title };
  if (wait.code === 'revision-review') {
    return { ...base, kind: 'revision', title: planTitle, planVersion: numberOr(wait['planVersion']) };
  }
  if (wait.code === 'escalation')
    return { ...base, kind: 'escalation', title, expiresAt: numberOr(wait['untilAt']) };
  return undefined; // approvals come from their own table; the rest waits for no person
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Unknown outcomes and critical calls by time left, then the rest by tier and time. */
function byUrgency(a: Need, b: Need): number {
  const rank = (need: Need) =>
    need.kind === 'unknown' || need.tier === 'critical' ? 0 : need.tier === 'low' ? 2 : 1;
  const until = (need: Need) => need.expiresAt ?? (need.kind === 'unknown' ? 0 : Number.MAX_SAFE_INTEGER);
  return rank(a) - rank(b) || until(a) - until(b) || a.since - b.since;
}
