/** The timers a state holds. Nothing here fires by itself: `nextActions` says when, `fire-timers` does what is due. */
import { currentApproval } from './approval.ts';
import { limitsOf } from './limits.ts';
import { get } from './record.ts';
import type { ApprovalState, RunState } from './state.ts';

/** Approvals that still can be granted or used, of steps that are waiting for them. */
export function openApprovals(state: RunState): ApprovalState[] {
  const open: ApprovalState[] = [];
  for (const keys of [state.asking, state.ready, state.retrying]) {
    for (const key of keys) {
      const step = get(state.steps, key);
      const approval = step?.approvalId === undefined ? undefined : currentApproval(state, step);
      if (approval && (approval.status === 'pending' || approval.status === 'granted')) open.push(approval);
    }
  }
  return open;
}

/** When the run's own time is up; undefined once it has said so. */
export function deadlineAt(state: RunState): number | undefined {
  const { deadlineMs } = limitsOf(state.document);
  const counts =
    (state.status === 'running' || state.status === 'paused') &&
    state.budgetExhausted === undefined &&
    state.openSteps > 0;
  return deadlineMs === undefined || !counts ? undefined : state.startedAt + deadlineMs;
}

/** Instants at which `fire-timers` has something to do. */
export function timersOf(state: RunState): number[] {
  if (state.status === 'not-started' || state.endedAt !== undefined) return [];
  const times = openApprovals(state).map((approval) => approval.request.expiresAt);
  if (state.escalation && state.escalation.untilAt !== null) times.push(state.escalation.untilAt);
  const deadline = deadlineAt(state);
  if (deadline !== undefined) times.push(deadline);
  return times;
}
