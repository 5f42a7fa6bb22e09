import { hasErrors, lintPlan } from '#core/plan/lint.ts';
import { decide } from '#core/run/decide.ts';
import { initialState } from '#core/run/evolve.ts';
import { listMembers } from '#db/accounts.ts';
import { findPlan, findVersion, type PlanVersionWithDocument } from '#db/plans.ts';
import { notFound, refuse, type RefusedError } from '#server/refusal.ts';
import { type Approvers, countApprovers } from '#server/review/approvers.ts';
import { type ExpectedApproval, expectedApprovals, toolDigests } from '#server/review/expected-approvals.ts';
import type { WebApp } from '#server/web-app.ts';
import { derivedId } from './derived-id.ts';
import { actorOf, type Member } from './member.ts';
import { refuseRun } from './refuse-run.ts';
import { append } from './run-command.ts';

export type StartRunInput = { planId: string; version: number; hash: string; idempotencyKey: string };
export type StartReview = {
  title: string;
  version: PlanVersionWithDocument;
  approvals: ExpectedApproval[];
  approvers: Approvers;
  /** Members with the role to approve. */
  approverNames: string[];
  /** Why it cannot start now; undefined = it can. */
  refusal: RefusedError | undefined;
};

/** What a start would mean, and every reason against it (V4, V5, G2). Shown before the start and checked at it. */
export async function reviewStart(
  app: WebApp,
  member: Member,
  planId: string,
  number: number,
): Promise<StartReview> {
  const workspaceId = member.workspace.id;
  const [plan, version, catalog, people] = await Promise.all([
    findPlan(app.sql, workspaceId, planId),
    findVersion(app.sql, workspaceId, planId, number),
    app.catalog(workspaceId),
    listMembers(app.sql, workspaceId),
  ]);
  if (!plan || !version) throw notFound('plan version');
  const principal = { id: member.user.id, roles: member.roles };
  const approvals = expectedApprovals({
    document: version.document,
    catalog,
    decidePolicy: app.decidePolicy,
    principal,
    workspace: member.workspace,
    planVersion: number,
  });
  const approvers = countApprovers(approvals, people, member.user.id);
  const refusal =
    stateRefusal(version, app.clock.now()) ??
    toolRefusal(version, toolDigests(version.document, catalog)) ??
    (hasErrors(lintPlan(version.document, catalog, 'submit'))
      ? refuse(
          409,
          'plan-has-problems',
          'The plan has problems that were not there when it was approved. Open it to see them.',
        )
      : undefined) ??
    approverRefusal(approvers);
  const approverNames = people.filter(({ roles }) => roles.includes('approver')).map(({ name }) => name);
  return { title: plan.title, version, approvals, approvers, approverNames, refusal };
}

/** V4: only an approved version starts, and one of a run starts nowhere else (V6). V5: not for ever. */
function stateRefusal(version: PlanVersionWithDocument, now: number): RefusedError | undefined {
  const { state, approvalExpiresAt } = version;
  const name = `v${version.version}`;
  if (version.originRunId !== null && version.promotedAt === null)
    return refuse(
      409,
      'version-of-run',
      `${name} was made inside a run and binds that run alone. Promote it first.`,
      { runId: version.originRunId },
    );
  if (state === 'in review')
    return refuse(409, 'plan-not-approved', `${name} is in review. A run starts from an approved version.`, {
      state,
    });
  if (state === 'superseded')
    return refuse(409, 'plan-superseded', `${name} is superseded. Start the newer version.`, { state });
  if (state === 'rejected') return refuse(409, 'plan-rejected', `${name} was rejected.`, { state });
  if (approvalExpiresAt !== null && approvalExpiresAt <= now)
    return refuse(409, 'plan-approval-expired', `The approval of ${name} has expired. Approve it again.`, {
      expiredAt: approvalExpiresAt,
    });
  return undefined;
}

function toolRefusal(
  version: PlanVersionWithDocument,
  now: Record<string, string>,
): RefusedError | undefined {
  const approved = version.toolDigests;
  if (!approved) return undefined;
  const changed = Object.keys(now).filter((tool) => approved[tool] !== now[tool]);
  if (changed.length === 0) return undefined;
  return refuse(
    409,
    'tool-changed',
    `${changed.join(', ')} changed since v${version.version} was approved. Approve it again.`,
    { tools: changed },
  );
}

function approverRefusal({ lacking, enough }: Approvers): RefusedError | undefined {
  const [first] = lacking;
  if (enough || !first) return undefined;
  const people = first.needed === 1 ? '1 person' : `${first.needed} people`;
  return refuse(
    409,
    'too-few-approvers',
    `"${first.title}" will ask ${people} and ${first.available} may approve here. Invite another approver first.`,
    { lacking },
  );
}

/** A repeated request with the same key, even one whose answer was lost, gives the same run. */
export async function startRun(
  app: WebApp,
  member: Member,
  input: StartRunInput,
): Promise<{ runId: string }> {
  const workspaceId = member.workspace.id;
  const { version, refusal } = await reviewStart(app, member, input.planId, input.version);
  if (version.hash !== input.hash)
    throw refuse(409, 'version-changed', 'You read another content of this version. Nothing was started.', {
      seen: input.hash,
      now: version.hash,
    });
  const runId = derivedId('run', workspaceId, member.user.id, input.idempotencyKey);
  if (refusal) throw refusal;
  const { submittedBy } = version;
  const state = initialState();
  const decision = decide(state, {
    type: 'start-run',
    at: app.clock.now(),
    actor: actorOf(member),
    workspaceId,
    runId,
    planId: input.planId,
    planVersion: version.version,
    planHash: version.hash,
    document: version.document,
    identity: member.user.id,
    solo: member.workspace.mode === 'solo',
    ...(submittedBy.kind === 'person' && { lastEditor: submittedBy.id }),
  });
  if (!decision.ok) throw refuseRun(decision.rejection, state);
  const started = await append(app, { workspaceId, runId }, state, 0, decision.events);
  if (started) return { runId };
  const held = await app.store.load(workspaceId, runId);
  if (held?.state.planId !== input.planId || held.state.planHash !== input.hash)
    throw refuse(409, 'key-used', 'This idempotency key was used for another request.');
  return { runId };
}
