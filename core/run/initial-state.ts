import type { PlanDocument } from '../plan/schema.ts';
import { NOTHING } from './budget.ts';
import { overlay, put } from './record.ts';
import type { RunState } from './state.ts';

const NO_PLAN: PlanDocument = { artifact: 'plan/v1', objective: '-', steps: [] };

export function initialState(): RunState {
  return {
    version: 0,
    status: 'not-started',
    workspaceId: '',
    runId: '',
    planId: '',
    planVersion: 0,
    planHash: '',
    document: NO_PLAN,
    identity: '',
    solo: false,
    startedAt: 0,
    steps: {},
    approvals: {},
    effects: {},
    spent: NOTHING,
    reserved: NOTHING,
    spentUnknown: false,
    ready: [],
    inFlight: [],
    checking: [],
    asking: [],
    retrying: [],
    unknown: [],
    persons: [],
    failed: [],
    openSteps: 0,
    stepIndex: {},
    dependants: {},
    replans: 0,
    replanRefusals: 0,
    versionsSeen: [],
  };
}

/** An owned copy for `evolve` to change. */
export function cloneState(state: RunState): RunState {
  return structuredClone(state);
}

/** A copy that shares everything with `state` and keeps its changes to itself, at a cost independent of the run's size. */
export function forkState(state: RunState): RunState {
  return {
    ...state,
    steps: overlay(state.steps),
    approvals: overlay(state.approvals),
    effects: overlay(state.effects),
  };
}

/** Where each step stands and what needs it. */
export function indexDocument(document: PlanDocument): Pick<RunState, 'stepIndex' | 'dependants'> {
  const stepIndex: RunState['stepIndex'] = {};
  const dependants = new Map<string, string[]>();
  document.steps.forEach((step, index) => put(stepIndex, step.id, index));
  for (const step of document.steps) {
    for (const need of new Set(step.needs ?? [])) {
      const list = dependants.get(need);
      if (list) list.push(step.id);
      else dependants.set(need, [step.id]);
    }
  }
  const record: RunState['dependants'] = {};
  for (const [need, ids] of dependants) put(record, need, ids);
  return { stepIndex, dependants: record };
}
