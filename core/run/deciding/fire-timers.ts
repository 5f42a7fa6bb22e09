import { deadlineAt, openApprovals } from '../timers.ts';
import { emit, type Context, type Verdict } from './context.ts';

/** Idempotent: what is due happens once, and nothing due is no event. */
export function fireTimers(context: Context): Verdict {
  const { state, at } = context;
  if (state.status === 'not-started' || state.endedAt !== undefined) return undefined;
  for (const { request } of openApprovals(state)) {
    if (at >= request.expiresAt)
      emit(context, { type: 'approval-expired', data: { approvalId: request.approvalId } });
  }
  const deadline = deadlineAt(state);
  if (deadline !== undefined && at >= deadline)
    emit(context, {
      type: 'budget-exhausted',
      data: { limit: 'deadlineMs', message: 'The time of the run is used up.' },
    });
  const { escalation } = state;
  if (escalation && escalation.untilAt !== null && at >= escalation.untilAt) {
    emit(context, {
      type: 'run-stop-requested',
      data: { mode: 'after-running', reason: escalation.reason, cause: 'step-failure' },
    });
  }
  return undefined;
}
