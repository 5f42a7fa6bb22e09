/**
 * What holds in every state, whatever happened. Tests, the simulator and development builds call it after every event;
 * each line found is a bug. Recomputes from scratch what evolve keeps up step by step. Costs O(steps + approvals + effects).
 */
import { canonicalJson } from '../json.ts';
import { addressKey } from './address.ts';
import { editorOf } from './approval.ts';
import { addSpend, NOTHING, spendLimits, type SpendMember } from './budget.ts';
import { limitsOf } from './limits.ts';
import { get, keysOf } from './record.ts';
import type { RunState, StepState } from './state.ts';
import { indexOf, isSettled, planStep } from './step-status.ts';

export function runInvariants(state: RunState): string[] {
  if (state.status === 'not-started') return [];
  const steps = keysOf(state.steps).map((key) => get(state.steps, key) as StepState);
  return [
    ...indexProblems(state, steps),
    ...limitProblems(state, steps),
    ...approvalProblems(state, steps),
    ...effectProblems(state),
    ...endProblems(state, steps),
  ];
}

function indexProblems(state: RunState, steps: StepState[]): string[] {
  const problems: string[] = [];
  for (const index of [
    'ready',
    'inFlight',
    'checking',
    'asking',
    'retrying',
    'unknown',
    'persons',
    'failed',
  ] as const) {
    const expected = steps.filter((step) => indexOf(step) === index).map((step) => addressKey(step.address));
    if (canonicalJson([...state[index]].sort()) !== canonicalJson(expected.sort()))
      problems.push(
        `Index ${index} holds ${state[index].join(', ')} and should hold ${expected.join(', ')}.`,
      );
  }
  const isOver = state.endedAt !== undefined;
  const planned = state.document.steps.map((step) => get(state.steps, step.id));
  const open = planned.filter((step) => step === undefined || !isSettled(step)).length;
  if (!isOver && open !== state.openSteps)
    problems.push(`${open} steps are open, ${state.openSteps} are counted.`);
  if (!isOver) {
    for (const { id, needs } of state.document.steps) {
      const step = get(state.steps, id);
      const remaining = [...new Set(needs ?? [])].filter((need) => !isSettledId(state, need)).length;
      if (step && step.remainingNeeds !== remaining)
        problems.push(`${id} waits for ${remaining} steps, ${step.remainingNeeds} are counted.`);
      if (
        step &&
        step.status !== 'waiting' &&
        !isSettled(step) &&
        remaining > 0 &&
        indexOf(step) !== 'inFlight' &&
        step.status !== 'checking' &&
        step.status !== 'unknown' &&
        step.status !== 'retry-wait' &&
        step.status !== 'needs-approval' &&
        step.status !== 'running' &&
        step.status !== 'failed'
      )
        problems.push(`${id} is ${step.status} before its needs are settled.`);
    }
  }
  for (const step of steps) {
    if (step.forEach && !isOver && step.status === 'running') {
      const items = steps.filter(
        (child) =>
          child.address.item !== undefined &&
          child.address.stepId === step.address.stepId &&
          isSettled(child),
      ).length;
      if (items !== step.forEach.settled)
        problems.push(
          `${step.address.stepId} has ${items} settled items, ${step.forEach.settled} are counted.`,
        );
    }
    if (step.status === 'retry-wait' && step.retryAt === undefined)
      problems.push(`${addressKey(step.address)} waits for a retry without a time.`);
    if (
      step.status === 'needs-approval' &&
      (step.approvalId === undefined || !get(state.approvals, step.approvalId))
    )
      problems.push(`${addressKey(step.address)} needs an approval that is not there.`);
  }
  return problems;
}

function isSettledId(state: RunState, id: string): boolean {
  const step = get(state.steps, id);
  return step !== undefined && isSettled(step);
}

/** R1, R12 within the run, B1, N5. */
function limitProblems(state: RunState, steps: StepState[]): string[] {
  const problems: string[] = [];
  const limits = limitsOf(state.document);
  const inFlight = steps.filter((step) => indexOf(step) === 'inFlight');
  if (inFlight.length > limits.concurrency && state.replans === 0)
    problems.push(`${inFlight.length} attempts are in flight, ${limits.concurrency} are allowed.`);
  const perStep = Map.groupBy(
    inFlight.filter((step) => step.address.item !== undefined),
    (step) => step.address.stepId,
  );
  for (const [stepId, children] of perStep) {
    const most = planStep(state, stepId)?.forEach?.concurrency;
    if (most !== undefined && children.length > most)
      problems.push(`${children.length} items of ${stepId} are in flight, ${most} are allowed.`);
  }
  const writes = [...inFlight, ...steps.filter((step) => step.status === 'unknown')].filter(
    (step) => step.call && step.call.effect !== 'read' && step.call.resource !== null,
  );
  const resources = Map.groupBy(writes, (step) => step.call?.resource ?? '');
  for (const [resource, writers] of resources)
    if (writers.length > 1) problems.push(`${writers.length} writes of ${resource} are under way together.`);

  const reserved = inFlight.reduce((sum, step) => addSpend(sum, step.call?.reserved ?? NOTHING), NOTHING);
  if (canonicalJson(reserved) !== canonicalJson(state.reserved))
    problems.push(
      `Reserved is ${canonicalJson(state.reserved)}, attempts in flight hold ${canonicalJson(reserved)}.`,
    );
  const budget = spendLimits(limits.budget);
  for (const member of Object.keys(budget) as SpendMember[]) {
    const used = state.spent[member] + state.reserved[member];
    if (state.replans === 0 && used > (budget[member] ?? Infinity))
      problems.push(`${member}: ${used} is spent or reserved, ${budget[member]} is the limit.`);
  }
  if (state.replans > limits.replans && limits.replans >= 2)
    problems.push(`${state.replans} replans, ${limits.replans} are allowed.`);
  return problems;
}

/** A1, A5: what is in flight behind a gate has enough valid signatures of exactly its seal. */
function approvalProblems(state: RunState, steps: StepState[]): string[] {
  const problems: string[] = [];
  for (const step of steps) {
    const { call, edit } = step;
    const key = addressKey(step.address);
    if (step.status === 'running' && call && edit && call.argsHash !== edit.argsHash)
      problems.push(`${key} was sent with other arguments than a person gave it.`);
    if (call?.gate !== 'ask') continue;
    const approval = call.approvalId === undefined ? undefined : get(state.approvals, call.approvalId);
    if (!approval) {
      problems.push(`${key} was sent without the approval it needs.`);
      continue;
    }
    const { request, grants } = approval;
    if (request.seal !== call.seal) problems.push(`${key} was sent under an approval of another seal.`);
    if (approval.status !== 'consumed')
      problems.push(`${key} was sent under an approval that is ${approval.status}.`);
    if (call.dispatchedAt >= request.expiresAt)
      problems.push(`${key} was sent after its approval had expired.`);
    if (new Set(grants.map((grant) => grant.by.id)).size < request.need)
      problems.push(`${key} was sent with ${grants.length} of ${request.need} approvals.`);
    if (grants.some((grant) => grant.at >= request.expiresAt))
      problems.push(`${key} was approved after expiry.`);
    if (request.notRequester && grants.some((grant) => grant.by.id === state.startedBy?.id))
      problems.push(`${key} was approved by its requester.`);
    if (request.notEditor && grants.some((grant) => grant.by.id === editorOf(state, request)))
      problems.push(`${key} was approved by the last editor.`);
  }
  const users = Map.groupBy(
    steps.filter((step) => step.call?.approvalId !== undefined),
    (step) => step.call?.approvalId ?? '',
  );
  for (const [id, sharing] of users)
    if (sharing.length > 1) problems.push(`Approval ${id} covers ${sharing.length} steps.`);
  return problems;
}

/** E2: an unknown effect belongs to a step that is unknown, and the other way round. */
function effectProblems(state: RunState): string[] {
  const problems: string[] = [];
  for (const key of keysOf(state.effects)) {
    const effect = get(state.effects, key);
    if (!effect) continue;
    const step = get(state.steps, addressKey(effect.address));
    const isCurrent = step?.call?.operationKey === key;
    if (effect.state === 'unknown' && !(isCurrent && step.status === 'unknown'))
      problems.push(
        `${addressKey(effect.address)} is ${step?.status} while the outcome of ${effect.summary} is not known.`,
      );
    if (effect.state === 'intended' && !(isCurrent && step.status === 'running'))
      problems.push(`${addressKey(effect.address)} is ${step?.status} while ${effect.summary} is in flight.`);
  }
  for (const key of state.unknown) {
    const call = get(state.steps, key)?.call;
    if (!call || get(state.effects, call.operationKey)?.state !== 'unknown')
      problems.push(`${key} is unknown without an unknown effect.`);
  }
  return problems;
}

/** R3, R7, R9: how a run may end. */
function endProblems(state: RunState, steps: StepState[]): string[] {
  if (state.endedAt === undefined) return [];
  const problems: string[] = [];
  if (state.inFlight.length > 0) problems.push('The run ended with attempts in flight.');
  for (const step of steps) {
    if (!isSettled(step) && step.status !== 'unknown' && step.status !== 'failed')
      problems.push(`${addressKey(step.address)} is ${step.status} in a run that ended.`);
  }
  if (state.status === 'succeeded') {
    if (state.document.steps.length === 0) problems.push('An empty plan succeeded.');
    if ((state.document.success ?? []).length > 0 && state.successChecks?.holds !== true)
      problems.push('The run succeeded and its success checks do not hold.');
    if (steps.some((step) => step.status === 'failed' || step.status === 'unknown'))
      problems.push('The run succeeded with a step that failed or is unknown.');
  }
  return problems;
}
