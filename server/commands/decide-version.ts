import {
  decideVersion as writeDecision,
  findVersion,
  type PlanVersion,
  type VersionState,
} from '#db/plans.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { toolDigests } from '#server/review/expected-approvals.ts';
import type { WebApp } from '#server/web-app.ts';
import { mustBeSubmittable } from './check-document.ts';
import { actorOf, deciderOf, type Member } from './member.ts';
import { runCommand } from './run-command.ts';

/** V5. An approval of a plan is not for ever. */
const APPROVAL_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

export type DecideVersionInput = {
  planId: string;
  version: number;
  hash: string;
  verdict: 'approve' | 'reject';
  reason?: string | undefined;
};
export type DecidedVersion = { planId: string; version: number; state: VersionState; runId: string | null };

/** Approving opens the gate to start runs and authorises no step (V3). A revision made in a run is decided there (V6). */
export async function decideVersion(
  app: WebApp,
  member: Member,
  input: DecideVersionInput,
): Promise<DecidedVersion> {
  const { planId, version, hash, verdict, reason } = input;
  const workspaceId = member.workspace.id;
  const found = await findVersion(app.sql, workspaceId, planId, version);
  if (!found) throw notFound('plan version');
  if (found.originRunId !== null) return decideRevision(app, member, input, found.originRunId);
  refuseUnlessOpen(found, hash);
  if (verdict === 'approve') await mustBeSubmittable(app, workspaceId, found.document);
  const state = verdict === 'approve' ? 'approved' : 'rejected';
  const decided = await writeDecision(app.sql, workspaceId, {
    planId,
    version,
    hash,
    verdict: state,
    by: actorOf(member),
    reason: reason ?? null,
    lifeMs: APPROVAL_LIFE_MS,
    toolDigests: toolDigests(found.document, await app.catalog(workspaceId)),
  });
  if (!decided) {
    const now = await findVersion(app.sql, workspaceId, planId, version);
    if (now) refuseUnlessOpen(now, hash);
    throw refuse(409, 'version-changed', 'This version changed while you were reading. Nothing was decided.');
  }
  await app.feed.notify({ workspaceId, kind: 'plan', planId, version });
  return { planId, version, state, runId: null };
}

async function decideRevision(
  app: WebApp,
  member: Member,
  input: DecideVersionInput,
  runId: string,
): Promise<DecidedVersion> {
  const { planId, version, hash, verdict, reason } = input;
  await runCommand(
    app,
    { workspaceId: member.workspace.id, runId },
    {
      type: 'decide-revision',
      at: app.clock.now(),
      actor: actorOf(member),
      decider: deciderOf(member),
      planVersion: version,
      planHash: hash,
      verdict,
      ...(reason !== undefined && { reason }),
    },
  );
  await app.feed.notify({ workspaceId: member.workspace.id, kind: 'plan', planId, version });
  return { planId, version, state: verdict === 'approve' ? 'approved' : 'rejected', runId };
}

function refuseUnlessOpen(found: PlanVersion, hash: string): void {
  const { state, decidedBy, decidedAt } = found;
  if (found.hash !== hash)
    throw refuse(409, 'version-changed', 'You read another content of this version. Nothing was decided.', {
      seen: hash,
      now: found.hash,
    });
  if (state === 'in review') return;
  const who = decidedBy?.name ?? 'Somebody';
  const message =
    state === 'superseded'
      ? 'A newer version has taken its place. Nothing was decided.'
      : `${who} ${state} this version already. Nothing was decided.`;
  throw refuse(409, 'already-decided', message, { state, by: decidedBy, at: decidedAt });
}
