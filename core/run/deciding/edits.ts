/** What people do to a card before it is decided: other arguments (A6), more time. */
import { argsHash, type Call } from '../call.ts';
import { changedPaths, originsAfterEdit } from '../edited-arguments.ts';
import { EXTENSION_MS, EXTENSIONS } from '../limits.ts';
import { get } from '../record.ts';
import { changeProblem, hasRole, statusProblem } from './approvals.ts';
import { emit, refuseUnlessLive, reject, type CommandOf, type Context, type Verdict } from './context.ts';
import { voidApproval } from './preparation.ts';

/**
 * The step is called with these arguments from now on. Nothing of the old card carries over: it is void, and the step
 * is prepared, checked and asked about afresh.
 */
export function editArguments(context: Context, command: CommandOf<'edit-arguments'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  const { actor } = command.decider;
  if (actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-decide' });
  const approval = get(state.approvals, command.approvalId);
  if (!approval) return reject('approval-not-found', { approvalId: command.approvalId });
  const { request, address } = approval;
  const problem =
    statusProblem(approval, context.at) ?? changeProblem(state, approval, command, command.seal);
  if (problem) return problem;
  if (!hasRole(command.decider, request.roles))
    return reject('approver-lacks-role', { approvalId: request.approvalId, roles: request.roles });
  const before = (JSON.parse(request.callText) as Call).args;
  const paths = changedPaths(before, command.args);
  if (paths.length === 0) return reject('edit-changes-nothing');
  emit(context, {
    type: 'arguments-edited',
    data: {
      address,
      approvalId: request.approvalId,
      from: command.from,
      to: command.to,
      argsHash: argsHash(command.args),
      origins: originsAfterEdit(request.origins, paths, actor),
      by: actor,
      ...(command.reason !== undefined && { reason: command.reason }),
    },
  });
  voidApproval(context, approval, 'arguments-edited', ['args']);
  return undefined;
}

/** All or nothing, as a decision is. What has expired is not brought back: it is asked again. */
export function extendApprovals(context: Context, command: CommandOf<'extend-approvals'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  const { actor } = command.decider;
  if (actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-decide' });
  const ids = [...new Set(command.approvalIds)];
  if (ids.length === 0) return reject('approval-not-found', {});
  for (const approvalId of ids) {
    const approval = get(state.approvals, approvalId);
    if (!approval) return reject('approval-not-found', { approvalId });
    const problem = statusProblem(approval, context.at);
    if (problem) return problem;
    if (!hasRole(command.decider, approval.request.roles))
      return reject('approver-lacks-role', { approvalId, roles: approval.request.roles });
    if ((approval.extensions ?? 0) >= EXTENSIONS)
      return reject('extension-limit', { approvalId, limit: EXTENSIONS });
    const expiresAt = approval.request.expiresAt + EXTENSION_MS;
    emit(context, { type: 'approval-extended', data: { approvalId, by: actor, expiresAt } });
  }
  return undefined;
}
