/**
 * Adoption of a revision, as `evolve` does it: the document is swapped, what was done stays, what had failed starts
 * again under the new contract. Steps that the new document leaves out get a `step-dropped` event of their own.
 * Costs O(steps), at most once per replan.
 */
import { assert, must } from '../assert.ts';
import { addressKey } from './address.ts';
import { indexDocument } from './initial-state.ts';
import { get, keysOf, put } from './record.ts';
import type { RunState, StepState } from './state.ts';
import { indexOf, isSettled, newStep, planStep } from './step-status.ts';

export function adoptRevision(state: RunState, touched: string[]): void {
  const revision = state.replan;
  assert(revision !== undefined && revision.phase !== 'asked', 'a revision is adopted that nobody proposed');
  Object.assign(state, {
    document: revision.document,
    planVersion: revision.planVersion,
    planHash: revision.planHash,
    ...indexDocument(revision.document),
  } satisfies Partial<RunState>);
  delete state.replan;
  delete state.escalation;
  delete state.budgetExhausted;
  delete state.successChecks;

  for (const step of state.document.steps) {
    const before = get(state.steps, step.id);
    put(
      state.steps,
      step.id,
      before === undefined ? newStep({ stepId: step.id }, 0) : carriedOver(state, before),
    );
  }
  for (const key of keysOf(state.steps)) {
    const step = must(get(state.steps, key), key);
    const parent = step.address.item === undefined ? undefined : get(state.steps, step.address.stepId);
    if (parent?.status === 'running' && planStep(state, step.address.stepId))
      put(state.steps, key, carriedOver(state, step));
  }
  recountItems(state);
  settleNeeds(state);
  reindex(state);
  touched.push(...keysOf(state.steps));
}

/** A13: an approval stays with its step; whether its seal is still equal shows when the step is prepared again. */
function carriedOver(state: RunState, step: StepState): StepState {
  const { address, attempt, generation, remainingNeeds } = step;
  const restart = step.status === 'dropped' || (step.status === 'skipped' && step.skippedBy === 'join');
  if (restart)
    return {
      ...newStep(address, remainingNeeds),
      attempt,
      generation,
      ...(step.edit && { edit: step.edit }),
    };
  if (step.status === 'failed' && step.forEach === undefined) {
    const {
      failure: _failure,
      failureFinal: _final,
      endedAt: _endedAt,
      waitingSince: _since,
      ...kept
    } = step;
    return { ...kept, status: 'waiting', tries: 0, crashes: 0 };
  }
  if (step.status === 'needs-approval') {
    const approval = step.approvalId === undefined ? undefined : get(state.approvals, step.approvalId);
    return approval?.status === 'expired' ? step : { ...step, status: 'waiting' };
  }
  return step;
}

/** Children that had been given up start again, so their parents have fewer settled items than before. */
function recountItems(state: RunState): void {
  for (const { id } of state.document.steps) {
    const parent = get(state.steps, id);
    if (parent?.status !== 'running' || !parent.forEach) continue;
    let [settled, failed] = [0, 0];
    for (let item = 0; item < parent.forEach.count; item += 1) {
      const child = must(get(state.steps, addressKey({ stepId: id, item })), `no item ${item} of ${id}`);
      if (!isSettled(child)) continue;
      settled += 1;
      if (child.status === 'failed') failed += 1;
    }
    put(state.steps, id, { ...parent, forEach: { ...parent.forEach, settled, failed } });
  }
}

function settleNeeds(state: RunState): void {
  state.openSteps = 0;
  for (const planned of state.document.steps) {
    const step = must(get(state.steps, planned.id), planned.id);
    if (!isSettled(step)) state.openSteps += 1;
    const remainingNeeds = [...new Set(planned.needs ?? [])].filter((id) => {
      const need = get(state.steps, id);
      return need === undefined || !isSettled(need);
    }).length;
    put(state.steps, planned.id, startable({ ...step, remainingNeeds }));
  }
  for (const key of keysOf(state.steps)) {
    const step = must(get(state.steps, key), key);
    if (step.address.item !== undefined) put(state.steps, addressKey(step.address), startable(step));
  }
}

function startable(step: StepState): StepState {
  if (step.remainingNeeds === 0) return step.status === 'waiting' ? { ...step, status: 'ready' } : step;
  if (step.status !== 'ready' && step.status !== 'retry-wait' && step.status !== 'needs-approval')
    return step;
  const { retryAt: _retryAt, ...rest } = step;
  return { ...rest, status: 'waiting' };
}

function reindex(state: RunState): void {
  Object.assign(state, {
    ready: [],
    inFlight: [],
    checking: [],
    asking: [],
    retrying: [],
    unknown: [],
    persons: [],
    failed: [],
  } satisfies Partial<RunState>);
  for (const key of keysOf(state.steps)) {
    const index = indexOf(must(get(state.steps, key), key));
    if (index) state[index].push(key);
  }
}
