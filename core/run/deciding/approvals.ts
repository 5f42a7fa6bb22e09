/** Decisions of people on approvals (A2, A3, A5, A11), withdrawal, and asking again after expiry. */
import type { Call } from '../call.ts';
import { currentApproval, editorOf, hasExpiredApproval, isExpired } from '../approval.ts';
import type { Decider } from '../commands.ts';
import { REASON_CHARACTERS } from '../limits.ts';
import { get } from '../record.ts';
import type { ApprovalState, RunState } from '../state.ts';
import { planStep, stepAt } from '../step-status.ts';
import {
  emit,
  refuseUnlessLive,
  reject,
  replansLeft,
  type CommandOf,
  type Context,
  type Verdict,
} from './context.ts';
import { voidApproval } from './preparation.ts';
import { skipStep } from './settle.ts';
import { triggerOf } from '../failure.ts';
import type { Failure } from '../events.ts';

type Decide = CommandOf<'decide-approvals'>;

/** All or nothing: one decision that is refused refuses them all (A11). */
export function decideApprovals(context: Context, command: Decide): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (command.decider.actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-decide' });
  const decisions = [
    ...new Map(command.decisions.map((decision) => [decision.approvalId, decision])).values(),
  ];
  if (decisions.length === 0) return reject('approval-not-found', {});
  const approvals: ApprovalState[] = [];
  for (const { approvalId, seal } of decisions) {
    const approval = get(state.approvals, approvalId);
    if (!approval) return reject('approval-not-found', { approvalId });
    const problem =
      statusProblem(approval, context.at) ??
      changeProblem(state, approval, command, seal) ??
      approverProblem(state, approval, command);
    if (problem) return problem;
    approvals.push(approval);
  }
  const isCritical = approvals.some((approval) => approval.request.tier === 'critical');
  if (isCritical && approvals.length > 1) return reject('batch-holds-critical');
  if (!areAlike(approvals)) return reject('batch-not-alike');
  const words = command.reason?.trim().length ?? 0;
  if (isCritical && words < REASON_CHARACTERS)
    return reject('reason-required', { characters: REASON_CHARACTERS });
  if (command.verdict === 'approve') return approve(context, command, approvals);
  if (words === 0) return reject('reason-required', { characters: 1 });
  return rejectCalls(context, command, approvals);
}

/** What one decision may hold: the calls of one forEach (A11), or Low ones of one tool that one rule asked about. */
export function areAlike(approvals: readonly ApprovalState[]): boolean {
  const [first, ...others] = approvals.map(({ request }) => request);
  if (first === undefined) return true;
  const key = groupKey(first);
  return others.every(
    (other) =>
      (first.batchOf !== undefined && other.batchOf === first.batchOf) ||
      (key !== undefined && groupKey(other) === key),
  );
}

/** Equal for Low calls that may be reviewed in one table; undefined for any other. */
export function groupKey({ tier, callText, policy }: ApprovalState['request']): string | undefined {
  return tier === 'low'
    ? JSON.stringify([(JSON.parse(callText) as Call).tool, [...policy.rules].sort()])
    : undefined;
}

function approve(context: Context, command: Decide, approvals: ApprovalState[]): Verdict {
  for (const { request } of approvals) {
    if (request.tier === 'critical' && command.typed !== armingText(request))
      return reject('approval-not-armed', { approvalId: request.approvalId, type: armingText(request) });
  }
  for (const { request, grants } of approvals) {
    emit(context, {
      type: 'approval-granted',
      data: {
        approvalId: request.approvalId,
        by: command.decider.actor,
        ...(command.reason !== undefined && { reason: command.reason }),
        granted: grants.length + 1,
        need: request.need,
      },
    });
  }
  return undefined;
}

/** What is typed to arm a critical approval: the resource, or the summary where a call has none. */
export function armingText(request: ApprovalState['request']): string {
  return (JSON.parse(request.callText) as Call).resource ?? request.summary;
}

/** A6. A rejected call fails its step; then the run replans, skips it or stops, as the decider says. */
function rejectCalls(context: Context, command: Decide, approvals: ApprovalState[]): Verdict {
  const { state } = context;
  const next = command.next ?? 'stop';
  if (next === 'skip') {
    const fixed = approvals.find(({ address }) => planStep(state, address.stepId)?.skippable !== true);
    if (fixed) return reject('not-allowed', { why: 'step-not-skippable', address: fixed.address });
  }
  if (next === 'replan' && !state.replan && replansLeft(context) <= 0)
    return reject('replans-exhausted', { limit: state.replans });
  const reason = command.reason ?? '';
  const failure: Failure = { class: 'rejected', code: 'rejected', message: reason };
  for (const { request, address } of approvals) {
    emit(context, {
      type: 'approval-rejected',
      data: { approvalId: request.approvalId, by: command.decider.actor, reason, next },
    });
    if (next === 'skip') skipStep(context, address, 'person', reason);
    else emit(context, { type: 'step-failed', data: { address, failure } });
  }
  const first = approvals[0];
  if (next === 'replan' && first && !state.replan)
    emit(context, { type: 'replan-requested', data: { trigger: triggerOf(failure, first.address.stepId) } });
  if (next === 'stop')
    emit(context, {
      type: 'run-stop-requested',
      data: { mode: 'after-running', reason: `Rejected: ${reason}`, cause: 'operator' },
    });
  return undefined;
}

/** A3: the second person is told who decided what, and when. */
export function statusProblem(approval: ApprovalState, at: number): Verdict {
  const { approvalId } = approval.request;
  switch (approval.status) {
    case 'pending':
      return isExpired(approval, at)
        ? reject('approval-expired', { approvalId, expiredAt: approval.request.expiresAt })
        : undefined;
    case 'granted':
    case 'consumed': {
      const last = approval.grants.at(-1);
      return reject('approval-already-decided', {
        approvalId,
        verdict: 'approve',
        by: last?.by,
        at: last?.at,
      });
    }
    case 'rejected':
      return reject('approval-already-decided', {
        approvalId,
        verdict: 'reject',
        by: approval.decidedBy,
        at: approval.decidedAt,
        reason: approval.reason,
      });
    case 'expired':
      return reject('approval-expired', { approvalId, expiredAt: approval.request.expiresAt });
    case 'withdrawn':
      return reject('approval-voided', { approvalId, cause: 'withdrawn', by: approval.decidedBy });
    case 'voided':
      return reject('approval-voided', { approvalId, cause: approval.reason });
  }
}

/** A2: the decision names what the person saw; a difference refuses it and is shown. */
export function changeProblem(
  state: RunState,
  approval: ApprovalState,
  command: { planVersion: number; policyRevision: number },
  seal: string,
): Verdict {
  const { request } = approval;
  const pairs: [string, unknown, unknown][] = [
    ['seal', seal, request.seal],
    ['planVersion', command.planVersion, state.planVersion],
    ['policyRevision', command.policyRevision, request.policy.revision],
  ];
  const changed = pairs
    .filter(([, seen, now]) => seen !== now)
    .map(([what, seen, now]) => ({ what, seen, now }));
  return changed.length > 0
    ? reject('approval-changed', { approvalId: request.approvalId, changed })
    : undefined;
}

/** A5. Rejecting needs the role; only approving is barred to the requester, the editor and who signed before. */
function approverProblem(state: RunState, approval: ApprovalState, command: Decide): Verdict {
  const { request, grants } = approval;
  const { approvalId } = request;
  const { actor } = command.decider;
  if (!hasRole(command.decider, request.roles))
    return reject('approver-lacks-role', { approvalId, roles: request.roles });
  if (command.verdict === 'reject') return undefined;
  if (request.notRequester && actor.id === state.startedBy?.id)
    return reject('approver-is-requester', { approvalId });
  if (request.notEditor && actor.id === editorOf(state, request))
    return reject('approver-is-editor', { approvalId });
  if (grants.some((grant) => grant.by.id === actor.id))
    return reject('approver-decided-before', { approvalId });
  return undefined;
}

/** Any one of the roles qualifies; none named means anyone whom the server let come this far. */
export function hasRole(decider: Decider, roles: readonly string[]): boolean {
  return roles.length === 0 || roles.some((role) => decider.roles.includes(role));
}

/** Consent may be taken back until the intent consumes it. */
export function withdrawApproval(context: Context, command: CommandOf<'withdraw-approval'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  const approval = get(state.approvals, command.approvalId);
  if (!approval) return reject('approval-not-found', { approvalId: command.approvalId });
  const { actor } = command.decider;
  const isOpen = approval.status === 'granted' || approval.status === 'pending';
  if (!isOpen || !approval.grants.some((grant) => grant.by.id === actor.id))
    return reject('not-withdrawable', { approvalId: command.approvalId, status: approval.status });
  emit(context, { type: 'approval-withdrawn', data: { approvalId: command.approvalId, by: actor } });
  return undefined;
}

/** After expiry nothing happens by itself: a person asks for a new card, and the step is prepared afresh. */
export function askApprovalAgain(context: Context, command: CommandOf<'ask-approval-again'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  const step = stepAt(state, command.address);
  if (!step) return reject('step-not-found', { address: command.address });
  const approval = currentApproval(state, step);
  if (!approval || !hasExpiredApproval(state, step))
    return reject('step-not-asked', { address: command.address });
  voidApproval(context, approval, 'asked-again', []);
  return undefined;
}
