/**
 * Steps and the indexes over them. Every change of a step's status goes through `moveStep`, which replaces the step
 * (never edits it in place), keeps the indexes of RunState true and settles what needed it. Cost: what is touched.
 *
 *   waiting -> ready -> needs-approval -> ready -> running -> checking -> succeeded
 *                 \-> running (forEach parent, person)  |-> unknown -> checking | retry-wait
 *                                                       |-> retry-wait -> running
 *                                                       '-> failed -> retry-wait (a person), waiting | ready (a revision)
 */
import { must } from '../assert.ts';
import type { Step } from '../plan/schema.ts';
import { addressKey, type Address } from './address.ts';
import { get, put } from './record.ts';
import type { RunState, StepState, StepStatus } from './state.ts';

/** R3. `failed` ends with the run, or where recovery was given up. */
export const TERMINAL: Record<StepStatus, boolean> = {
  waiting: false,
  ready: false,
  checking: false,
  'needs-approval': false,
  running: false,
  'retry-wait': false,
  unknown: false,
  failed: false,
  succeeded: true,
  skipped: true,
  cancelled: true,
  undone: true,
  dropped: true,
};

/** It has not failed: it found that it is not time yet, and looks again. */
export function looksAgain({ status, failure }: StepState): boolean {
  return status === 'retry-wait' && failure?.code === NOT_YET;
}
/** Code of the failure that stands for "not yet" in an attempt and a retry that waits. */
export const NOT_YET = 'not-yet';

export function isSettled(step: StepState): boolean {
  return TERMINAL[step.status] || (step.status === 'failed' && step.failureFinal === true);
}

export function newStep(address: Address, remainingNeeds: number): StepState {
  return {
    address,
    status: remainingNeeds === 0 ? 'ready' : 'waiting',
    remainingNeeds,
    attempt: 0,
    tries: 0,
    crashes: 0,
    generation: 0,
  };
}

export function stepAt(state: RunState, address: Address): StepState | undefined {
  return get(state.steps, addressKey(address));
}

/** The step of the current document, which a dropped one is not in. */
export function planStep(state: RunState, stepId: string): Step | undefined {
  const index = get(state.stepIndex, stepId);
  return index === undefined ? undefined : state.document.steps[index];
}

type Index = 'ready' | 'inFlight' | 'checking' | 'asking' | 'retrying' | 'unknown' | 'persons' | 'failed';

/** Which index holds a step; a forEach parent at work is in none. */
export function indexOf(step: StepState): Index | undefined {
  switch (step.status) {
    case 'ready':
      return 'ready';
    case 'running':
      return step.forEach ? undefined : step.askedPerson ? 'persons' : 'inFlight';
    case 'checking':
      return 'checking';
    case 'needs-approval':
      return 'asking';
    case 'retry-wait':
      return 'retrying';
    case 'unknown':
      return 'unknown';
    case 'failed':
      return 'failed';
    case 'waiting':
    case 'succeeded':
    case 'skipped':
    case 'cancelled':
    case 'undone':
    case 'dropped':
      return undefined;
  }
}

export function addStep(state: RunState, step: StepState, touched: string[]): void {
  const key = addressKey(step.address);
  put(state.steps, key, step);
  const index = indexOf(step);
  if (index) state[index] = [...state[index], key];
  touched.push(key);
}

/** Replaces the step with `patch` on it. Absent members of `patch` stay; members set to undefined are removed. */
export function moveStep(
  state: RunState,
  address: Address,
  patch: Partial<StepState>,
  touched: string[],
): StepState {
  const key = addressKey(address);
  const before = must(get(state.steps, key), `no step ${key}`);
  const after: StepState = { ...before, ...patch };
  for (const member of Object.keys(patch) as (keyof StepState)[])
    if (patch[member] === undefined) delete after[member];
  put(state.steps, key, after);
  touched.push(key);
  const [from, to] = [indexOf(before), indexOf(after)];
  if (from !== to) {
    if (from) state[from] = state[from].filter((other) => other !== key);
    if (to) state[to] = [...state[to], key];
  }
  if (!isSettled(before) && isSettled(after)) settled(state, after, touched);
  return after;
}

/** The step will not change any more: tell what needs it, or count it at its forEach parent. */
function settled(state: RunState, step: StepState, touched: string[]): void {
  const { stepId, item } = step.address;
  if (item !== undefined) {
    const parent = get(state.steps, stepId);
    if (!parent?.forEach) return;
    const failed = parent.forEach.failed + (step.status === 'failed' ? 1 : 0);
    moveStep(
      state,
      parent.address,
      { forEach: { ...parent.forEach, settled: parent.forEach.settled + 1, failed } },
      touched,
    );
    return;
  }
  if (get(state.stepIndex, stepId) === undefined) return;
  state.openSteps -= 1;
  for (const id of get(state.dependants, stepId) ?? []) {
    const dependant = must(get(state.steps, id), `no step ${id}`);
    const remainingNeeds = dependant.remainingNeeds - 1;
    const isReady = remainingNeeds === 0 && dependant.status === 'waiting';
    moveStep(
      state,
      dependant.address,
      { remainingNeeds, ...(isReady && { status: 'ready' as const }) },
      touched,
    );
  }
}

/**
 * Whether a need of the step (of its forEach parent, for an item) is open again: a revision starts what had been given
 * up once more while a step that went on without it is at work. That step may end; it is not sent again before (R13).
 */
export function hasOpenNeeds(state: RunState, { address: { stepId } }: StepState): boolean {
  return must(get(state.steps, stepId), `no step ${stepId}`).remainingNeeds > 0;
}

/** R13. Decided only when every need is settled, so timing never changes it. A skip by a person counts as met. */
export function isJoinMet(state: RunState, step: Step): boolean {
  const needs = [...new Set(step.needs ?? [])];
  const met = needs.filter((id) => {
    const need = get(state.steps, id);
    return (
      need !== undefined &&
      (need.status === 'succeeded' || (need.status === 'skipped' && need.skippedBy === 'person'))
    );
  }).length;
  const join = step.join ?? 'all';
  if (join === 'all') return met === needs.length;
  return needs.length === 0 || met >= (join === 'any' ? 1 : join.atLeast);
}
