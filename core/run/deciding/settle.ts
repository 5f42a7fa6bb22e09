/**
 * Endings of steps and what follows from them in the same decision: joins that can no longer be met (R13), forEach
 * parents whose children are all settled (R14), recoveries (F6), and the end of the run (R3, R4, R7).
 */
import { must } from '../../assert.ts';
import { addressKey, type Address } from '../address.ts';
import type { CheckResult, Failure, Trigger } from '../events.ts';
import { chooseRecovery, retryDelayMs, triggerOf, type Recovery } from '../failure.ts';
import { retryOf } from '../limits.ts';
import { get, keysOf } from '../record.ts';
import type { RunState } from '../state.ts';
import { isJoinMet, planStep, stepAt } from '../step-status.ts';
import { undoable, undoneBy } from '../undo.ts';
import { emit, limits, plainAddress, replansLeft, type Context } from './context.ts';

export function succeedStep(context: Context, address: Address, checks: CheckResult[], manual = false): void {
  emit(context, {
    type: 'step-succeeded',
    data: { address: plainAddress(address), checks, ...(manual && { manual }) },
  });
  countUndone(context, address);
  followSettled(context, address);
}

/** E4: what the step was to take back is taken back. */
function countUndone(context: Context, address: Address): void {
  const { state } = context;
  const planned = address.item === undefined ? planStep(state, address.stepId) : undefined;
  const operationKeys = planned ? undoneBy(state, planned) : [];
  if (operationKeys.length === 0) return;
  const own = stepAt(state, address)?.call;
  const by = own && own.effect !== 'read' ? { by: own.operationKey } : {};
  emit(context, { type: 'effects-undone', data: { address: plainAddress(address), operationKeys, ...by } });
}

export function skipStep(
  context: Context,
  address: Address,
  cause: 'when' | 'person' | 'join',
  reason: string,
): void {
  emit(context, { type: 'step-skipped', data: { address: plainAddress(address), cause, reason } });
  followSettled(context, address);
}

export function cancelStep(context: Context, address: Address, reason: string): void {
  emit(context, { type: 'step-cancelled', data: { address: plainAddress(address), reason } });
  followSettled(context, address);
}

function followSettled(context: Context, address: Address): void {
  const { state } = context;
  const queue = [address];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.item !== undefined) {
      const parent = must(stepAt(state, { stepId: next.stepId }), 'a child without its step');
      if (parent.status !== 'running' || !parent.forEach || parent.forEach.settled < parent.forEach.count)
        continue;
      if (parent.forEach.failed > 0)
        emit(context, {
          type: 'step-failed',
          data: {
            address: parent.address,
            failure: childrenFailed(parent.forEach.failed, parent.forEach.count),
          },
        });
      else emit(context, { type: 'step-succeeded', data: { address: parent.address, checks: [] } });
      queue.push(parent.address);
    } else {
      for (const id of get(state.dependants, next.stepId) ?? [])
        if (skipUnmet(context, id)) queue.push({ stepId: id });
    }
  }
}

/** Skips the step when its needs are settled and its join can not be met. */
function skipUnmet(context: Context, stepId: string): boolean {
  const { state } = context;
  const [step, planned] = [get(state.steps, stepId), planStep(state, stepId)];
  if (step?.status !== 'ready' || !planned || isJoinMet(state, planned)) return false;
  const lacking = (planned.needs ?? []).filter((id) => get(state.steps, id)?.status !== 'succeeded');
  emit(context, {
    type: 'step-skipped',
    data: { address: { stepId }, cause: 'join', reason: `Not done: ${lacking.join(', ')}` },
  });
  return true;
}

/** After a revision: any ready step may have lost what its join needs. */
export function skipAllUnmet(context: Context): void {
  for (const key of context.state.ready)
    if (get(context.state.steps, key)?.address.item === undefined && skipUnmet(context, key))
      followSettled(context, { stepId: key });
}

function childrenFailed(failed: number, count: number): Failure {
  return { class: 'permanent', code: 'child-failed', message: `${failed} of ${count} items failed.` };
}

/** F6. The step failed: retry, replan or give up, as the table and what is left allow. */
export function failStep(
  context: Context,
  address: Address,
  failure: Failure,
  delay: { jitter: number } | 'none' = { jitter: 0 },
): void {
  const { state } = context;
  const step = must(stepAt(state, address), `no step ${addressKey(address)}`);
  const planned = must(planStep(state, address.stepId), `no step ${address.stepId} in the plan`);
  const isStopping = state.status === 'stopping';
  if (isStopping && failure.class === 'cancelled') return cancelStep(context, address, failure.message);
  const mode = limits(context).onStepFailure;
  const retries = isStopping ? 0 : retryOf(planned).attempts - 1 - step.tries;
  const recovery = chooseRecovery(failure, {
    retries,
    replans: mode === 'finish-independent' || state.undo?.adopted ? 0 : replansLeft(context),
  });
  if (recovery === 'retry') {
    const at = context.at + (delay === 'none' ? 0 : retryDelayMs(planned, step.tries, failure, delay.jitter));
    return emit(context, {
      type: 'retry-scheduled',
      data: { address: plainAddress(address), attempt: step.attempt + 1, at, failure },
    });
  }
  emit(context, { type: 'step-failed', data: { address: plainAddress(address), failure } });
  if (mode === 'finish-independent') return followSettled(context, address);
  if (!isStopping) recover(context, address, failure, recovery);
}

/** Beyond retries. While a revision is under way or a person is asked already, that answer decides for this step too. */
export function recover(context: Context, address: Address, failure: Failure, recovery: Recovery): void {
  if (context.state.replan || context.state.escalation) return;
  if (recovery === 'replan')
    emit(context, { type: 'replan-requested', data: { trigger: triggerOf(failure, address.stepId) } });
  else escalate(context, address, failure.message);
}

/** R4: no recovery is left. A person decides, for a time; or the run gives up, once nothing is in flight. */
export function escalate(context: Context, address: Address | undefined, reason: string): void {
  const { escalateMs, onStepFailure } = limits(context);
  if (onStepFailure === 'undo' && address && !context.state.undo && undoable(context.state).length > 0) {
    requestUndo(context, { kind: 'undo-after-failure', stepId: address.stepId, message: reason });
  } else if (onStepFailure === 'cancel-running' && address) {
    emit(context, {
      type: 'run-stop-requested',
      data: { mode: 'cancel-now', reason, cause: 'step-failure' },
    });
  } else if (escalateMs === 0) {
    emit(context, {
      type: 'run-stop-requested',
      data: { mode: 'after-running', reason, cause: 'step-failure' },
    });
  } else {
    emit(context, {
      type: 'run-escalated',
      data: { ...(address && plainAddress(address)), reason, untilAt: context.at + escalateMs },
    });
  }
}

/** E4: the run goes on to a version that takes back what it did. What waits for a person's own work waits no more. */
export function requestUndo(context: Context, trigger: Trigger): void {
  for (const key of context.state.persons)
    cancelStep(context, must(get(context.state.steps, key), key).address, 'What was done is taken back.');
  emit(context, { type: 'replan-requested', data: { trigger } });
}

/** A failed step that nobody is asked about, while the run neither replans nor waits for a person. */
export function escalateLeftOver(context: Context): void {
  const { state } = context;
  if (state.replan || state.escalation || (state.status !== 'running' && state.status !== 'paused')) return;
  const left = state.failed.map((key) => get(state.steps, key)).find((step) => step && !step.failureFinal);
  if (left) escalate(context, left.address, left.failure?.message ?? 'A step failed.');
}

/** Ends the run when there is nothing left to do or to wait for. Called after every decision. */
export function settleRun(context: Context): void {
  const { state } = context;
  if (state.status === 'running' && state.openSteps === 0 && !state.replan && !state.escalation)
    concludeWork(context);
  if (state.status === 'stopping' && state.inFlight.length === 0 && state.checking.length === 0) {
    if (state.stopCause === 'step-failure')
      endRun(context, 'failed', 'gave-up', state.stopReason ?? 'A step failed and no recovery was left.');
    else endRun(context, 'cancelled', 'stopped', state.stopReason ?? 'Stopped by the operator.');
  }
}

function concludeWork(context: Context): void {
  const { state } = context;
  if (state.undo?.adopted) {
    const { cause, reason } = state.undo;
    if (cause === 'operator') return endRun(context, 'cancelled', 'stopped', `Taken back: ${reason}`);
    return endRun(context, 'failed', 'gave-up', `Taken back after a failure: ${reason}`);
  }
  if (state.failed.length > 0)
    return endRun(context, 'failed', 'gave-up', `Failed: ${state.failed.join(', ')}`);
  if ((state.document.success ?? []).length > 0) return;
  if (hasWritten(state))
    escalate(context, undefined, 'The plan wrote, but no success check proves its goal.');
  else endRun(context, 'succeeded', 'goal-met', 'Every step is done.');
}

function hasWritten(state: RunState): boolean {
  return keysOf(state.effects).some((key) => get(state.effects, key)?.state === 'committed');
}

export function endRun(
  context: Context,
  status: 'succeeded' | 'failed' | 'cancelled',
  end: 'goal-met' | 'gave-up' | 'stopped',
  reason: string,
): void {
  const { state } = context;
  for (const id of keysOf(state.approvals)) {
    const approval = must(get(state.approvals, id), id);
    if (approval.status === 'pending' || approval.status === 'granted')
      emit(context, { type: 'approval-voided', data: { approvalId: id, cause: 'run-ended', members: [] } });
  }
  emit(context, { type: 'run-finished', data: { status, end, reason } });
}
