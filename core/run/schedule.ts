/**
 * nextActions(state, now): what the driver should do next. Level-triggered: it depends on the state alone, so a lost
 * wake-up or a crash needs no special path. The driver leaves out what it is doing already; after a refusal
 * (`concurrency-full`, `resource-busy`) it passes the address in `refused` until the state's version has moved.
 * Costs O(ready + in flight + waiting for a timer), not O(steps).
 */
import { must } from '../assert.ts';
import { currentApproval } from './approval.ts';
import { addressKey } from './address.ts';
import { limitsOf, STARTS_PER_TURN } from './limits.ts';
import { get } from './record.ts';
import { changedInFlight } from './replan.ts';
import type { Action, NextActions, RunState, StepState } from './state.ts';
import { hasOpenNeeds, planStep } from './step-status.ts';
import { timersOf } from './timers.ts';
import { isUndo } from './undo.ts';

export function nextActions(
  state: RunState,
  now: number,
  refused: ReadonlySet<string> = new Set(),
): NextActions {
  if (state.status === 'not-started' || state.endedAt !== undefined) return { actions: [], wakeAt: null };
  const actions: Action[] = [];
  const timers = timersOf(state);
  for (const step of stepsOf(state, state.inFlight)) {
    if (step.call)
      actions.push({
        type: 'attend',
        address: step.address,
        attempt: step.call.attempt,
        operationKey: step.call.operationKey,
      });
  }
  for (const step of stepsOf(state, state.checking))
    actions.push({ type: 'check-postconditions', address: step.address });
  for (const step of stepsOf(state, state.unknown)) {
    if (typeof step.reconcileAt !== 'number' || !step.call) continue;
    if (step.reconcileAt <= now)
      actions.push({ type: 'reconcile', address: step.address, operationKey: step.call.operationKey });
    else timers.push(step.reconcileAt);
  }
  if (timers.some((time) => time <= now)) actions.push({ type: 'fire-timers' });
  if (state.status === 'running') {
    if (state.replan) actions.push(...revisionActions(state));
    else actions.push(...starts(state, now, refused), ...conclusion(state));
    for (const step of stepsOf(state, state.retrying))
      if (step.retryAt !== undefined) timers.push(step.retryAt);
  }
  const later = timers.filter((time) => time > now);
  return { actions, wakeAt: later.length > 0 ? Math.min(...later) : null };
}

function revisionActions(state: RunState): Action[] {
  const { replan } = state;
  if (replan?.phase === 'asked') {
    // What is still under way may commit, and is to be taken back too.
    const isOpen = state.inFlight.length + state.checking.length + state.unknown.length > 0;
    return isUndo(replan.trigger) && isOpen ? [] : [{ type: 'revise', trigger: replan.trigger }];
  }
  return replan?.phase === 'approved' && changedInFlight(state, replan.document).length === 0
    ? [{ type: 'adopt-revision' }]
    : [];
}

/** R7: once every step is settled, the success checks are made on fresh evidence. */
function conclusion(state: RunState): Action[] {
  const isDone =
    state.openSteps === 0 && !state.escalation && state.failed.length === 0 && !state.undo?.adopted;
  return isDone && (state.document.success ?? []).length > 0 ? [{ type: 'check-success' }] : [];
}

/** Steps that may start now: retries that are due first, then ready ones as they became ready (R4, R6, B4). */
export function readySteps(state: RunState, now: number): StepState[] {
  if (state.status !== 'running' || state.replan || state.budgetExhausted) return [];
  const due = stepsOf(state, state.retrying).filter(
    (step) => step.retryAt !== undefined && step.retryAt <= now,
  );
  const ready = stepsOf(state, state.ready).filter((step) => !state.escalation || step.attempt > 0);
  return [...due, ...ready].filter((step) => !hasOpenNeeds(state, step));
}

function starts(state: RunState, now: number, refused: ReadonlySet<string>): Action[] {
  const actions: Action[] = [];
  let free = limitsOf(state.document).concurrency - state.inFlight.length;
  const inFlightOf = new Map<string, number>();
  for (const step of stepsOf(state, state.inFlight))
    inFlightOf.set(step.address.stepId, (inFlightOf.get(step.address.stepId) ?? 0) + 1);
  let prepared = 0;
  for (const step of readySteps(state, now)) {
    const planned = must(planStep(state, step.address.stepId), `no step ${step.address.stepId} in the plan`);
    const { address } = step;
    if (planned.forEach && address.item === undefined) {
      actions.push({ type: 'expand-for-each', address });
      continue;
    }
    if (planned.work.kind === 'person') {
      actions.push({ type: 'ask-person', address });
      continue;
    }
    if (prepared >= STARTS_PER_TURN || refused.has(addressKey(address))) continue;
    const siblings = inFlightOf.get(address.stepId) ?? 0;
    const hasSlot = free > 0 && siblings < (planned.forEach?.concurrency ?? Infinity);
    if (!hasSlot && !asksAhead(state, step)) continue;
    actions.push({ type: 'prepare', address, askOnly: !hasSlot });
    prepared += 1;
    if (hasSlot) {
      free -= 1;
      inFlightOf.set(address.stepId, siblings + 1);
    }
  }
  return actions;
}

/** Worth preparing without a slot: a card a person can decide meanwhile, as the siblings of its batch (A9, A11). */
function asksAhead(state: RunState, step: StepState): boolean {
  if (
    step.address.item === undefined ||
    currentApproval(state, step) !== undefined ||
    step.consumedApprovalId !== undefined
  )
    return false;
  return get(state.steps, step.address.stepId)?.childrenAsk === true;
}

function stepsOf(state: RunState, keys: readonly string[]): StepState[] {
  return keys.map((key) => must(get(state.steps, key), `no step ${key}`));
}
