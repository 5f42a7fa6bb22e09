/**
 * After an attempt: store the observation, journal the outcome, settle the budget, validate the output, check the
 * postconditions. Unknown outcomes are reconciled before anything else is done about their step (E2).
 */
import { must } from '../../assert.ts';
import type { Address } from '../address.ts';
import { isNotAppliedFinal } from '../effect.ts';
import type { Failure } from '../events.ts';
import { POISON_CRASHES, REASON_CHARACTERS, RECONCILE_AGAIN_MS } from '../limits.ts';
import type { StepState } from '../state.ts';
import { planStep, stepAt } from '../step-status.ts';
import {
  emit,
  plainAddress,
  refuseUnlessLive,
  reject,
  type CommandOf,
  type Context,
  type Verdict,
} from './context.ts';
import { withMissing } from './lifecycle.ts';
import { cancelStep, failStep, succeedStep } from './settle.ts';

type SentCall = NonNullable<StepState['call']>;

/** The attempt the command speaks of, if it is the one in flight: anything else is late and changes nothing. */
function attemptInFlight(
  context: Context,
  command: { address: Address; attempt: number; operationKey: string },
): SentCall | undefined {
  const step = stepAt(context.state, command.address);
  const isCurrent =
    step?.status === 'running' &&
    step.call !== undefined &&
    step.call.attempt === command.attempt &&
    step.call.operationKey === command.operationKey &&
    step.call.outcome === undefined;
  return isCurrent ? step.call : undefined;
}

export function recordOutcome(context: Context, command: CommandOf<'record-outcome'>): Verdict {
  const refused = refuseUnlessLive(context.state, { stopping: true });
  if (refused) return refused;
  const call = attemptInFlight(context, command);
  if (!call) return reject('attempt-not-current', { address: command.address, attempt: command.attempt });
  const address = plainAddress(command.address);
  const outcome = outcomeFor(call, command.outcome);
  const failure = outcome === 'not-applied' ? (command.failure ?? lostRead(command)) : command.failure;
  emit(context, {
    type: 'attempt-finished',
    data: {
      address,
      attempt: command.attempt,
      operationKey: command.operationKey,
      outcome,
      spent: command.spent,
      ...(command.observation && { observation: command.observation }),
      ...(failure && { failure }),
      ...(command.spentUnknown && { spentUnknown: true }),
    },
  });
  if (outcome === 'unknown') return undefined;
  if (command.againAt !== undefined && call.effect === 'read') lookAgain(context, command, command.againAt);
  else if (outcome === 'not-applied')
    failStep(context, address, must(failure, 'a failure without words'), { jitter: command.jitter });
  else if (command.outputProblem !== undefined)
    failStep(context, address, {
      class: 'permanent',
      code: 'output-invalid',
      message: command.outputProblem,
    });
  else finishWithoutChecks(context, address, false);
  return undefined;
}

/** It is not time yet. Nothing failed, so nothing is used up; a run that stops does not wait. */
function lookAgain(context: Context, command: CommandOf<'record-outcome'>, at: number): void {
  const address = plainAddress(command.address);
  if (context.state.status === 'stopping') return cancelStep(context, address, 'The run is stopping.');
  const failure = must(command.failure, 'a wait says what it waits for');
  emit(context, {
    type: 'retry-scheduled',
    data: { address, attempt: command.attempt + 1, at: Math.max(at, context.at), failure, waits: true },
  });
}

/** A read leaves nothing behind, so it is never unknown; a write's answer is a commit. */
function outcomeFor(
  call: SentCall,
  outcome: CommandOf<'record-outcome'>['outcome'],
): CommandOf<'record-outcome'>['outcome'] {
  if (call.effect === 'read')
    return outcome === 'unknown' ? 'not-applied' : outcome === 'committed' ? 'read' : outcome;
  return outcome === 'read' ? 'committed' : outcome;
}
function lostRead(command: CommandOf<'record-outcome'>): Failure {
  return command.outcome === 'unknown'
    ? { class: 'timed-out', code: 'no-answer', message: 'The read gave no answer.' }
    : { class: 'permanent', code: 'failed', message: 'The tool failed and said no more.' };
}

function finishWithoutChecks(context: Context, address: Address, manual: boolean): void {
  const planned = must(planStep(context.state, address.stepId), `no step ${address.stepId} in the plan`);
  if ((planned.postconditions ?? []).length === 0) succeedStep(context, address, [], manual);
}

const WORKER_DIED: Failure = {
  class: 'transient',
  code: 'worker-died',
  message: 'The worker died while the call was in flight.',
};
const POISON: Failure = {
  class: 'permanent',
  code: 'poison',
  message: 'The step killed its worker three times.',
};

/** R8, F1. A read starts again; a write may have taken effect. What it cost is not known: its reservation stands in. */
export function recordCrash(context: Context, command: CommandOf<'record-crash'>): Verdict {
  const refused = refuseUnlessLive(context.state, { stopping: true });
  if (refused) return refused;
  const call = attemptInFlight(context, command);
  if (!call) return reject('attempt-not-current', { address: command.address, attempt: command.attempt });
  const address = plainAddress(command.address);
  const outcome = call.effect === 'read' ? ('not-applied' as const) : ('unknown' as const);
  emit(context, {
    type: 'attempt-finished',
    data: {
      address,
      attempt: command.attempt,
      operationKey: command.operationKey,
      outcome,
      failure: WORKER_DIED,
      spent: call.reserved,
      spentUnknown: true,
      crashed: true,
    },
  });
  if (outcome === 'not-applied') startAgain(context, address, WORKER_DIED);
  return undefined;
}

/** Nothing happened and nothing can: back to the start, unless the run is ending or the step kills its workers. */
function startAgain(context: Context, address: Address, failure: Failure): void {
  const step = must(stepAt(context.state, address), 'a step that was in flight');
  if (context.state.status === 'stopping') cancelStep(context, address, 'The run is stopping.');
  else if (step.crashes >= POISON_CRASHES) failStep(context, address, POISON);
  else
    emit(context, {
      type: 'retry-scheduled',
      data: { address, attempt: step.attempt + 1, at: context.at, failure },
    });
}

export function recordPostconditions(context: Context, command: CommandOf<'record-postconditions'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state, { stopping: true });
  if (refused) return refused;
  const step = stepAt(state, command.address);
  if (step?.status !== 'checking')
    return reject('step-not-ready', { address: command.address, status: step?.status });
  const planned = must(planStep(state, command.address.stepId), 'a step without its plan');
  const checks = withMissing(planned.postconditions ?? [], command.checks, 'postcondition', context.at);
  const failed = checks.find((check) => !check.holds);
  if (failed)
    failStep(context, command.address, {
      class: 'postcondition',
      code: `check:${failed.id}`,
      message: failed.message ?? `Check "${failed.id}" does not hold.`,
      checks,
    });
  else succeedStep(context, command.address, checks, step.manual);
  return undefined;
}

/** The step whose outcome is not known and belongs to this operation. */
function unknownStep(
  context: Context,
  command: { address: Address; operationKey: string },
): StepState | undefined {
  const step = stepAt(context.state, command.address);
  return step?.status === 'unknown' && step.call?.operationKey === command.operationKey ? step : undefined;
}

export function recordReconcile(context: Context, command: CommandOf<'record-reconcile'>): Verdict {
  const refused = refuseUnlessLive(context.state, { stopping: true });
  if (refused) return refused;
  const step = unknownStep(context, command);
  if (!step?.call) return reject('step-not-unknown', { address: command.address });
  const { operationKey, evidence } = command;
  const address = plainAddress(command.address);
  if (command.verdict === 'committed') {
    emit(context, {
      type: 'effect-reconciled',
      data: {
        address,
        operationKey,
        verdict: 'committed',
        final: true,
        by: command.actor,
        evidence,
        ...(command.observation && { observation: command.observation }),
      },
    });
    finishWithoutChecks(context, address, false);
  } else if (command.verdict === 'not-applied' && isNotAppliedFinal(step.call, context.at, command.final)) {
    emit(context, {
      type: 'effect-reconciled',
      data: { address, operationKey, verdict: 'not-applied', final: true, by: command.actor, evidence },
    });
    if (step.failure?.code === WORKER_DIED.code || context.state.status === 'stopping')
      startAgain(context, address, WORKER_DIED);
    else failStep(context, address, NOT_APPLIED, 'none');
  } else {
    const quietAt =
      command.verdict === 'not-applied' && context.at < step.call.quietAt ? step.call.quietAt : undefined;
    const nextAt =
      quietAt ?? (command.nextAt === undefined ? context.at + RECONCILE_AGAIN_MS : command.nextAt);
    emit(context, {
      type: 'reconcile-inconclusive',
      data: { address, operationKey, reason: evidence, nextAt },
    });
  }
  return undefined;
}
/** Reconciled as not applied: a lost call that may be made again, as often as the step's retries allow. */
const NOT_APPLIED: Failure = {
  class: 'transient',
  code: 'not-applied',
  message: 'The call was lost and took no effect.',
};

/** E2. A person says what happened, with evidence; also after the run has ended, for the record. */
export function resolveUnknown(context: Context, command: CommandOf<'resolve-unknown'>): Verdict {
  const { state } = context;
  if (state.status === 'not-started') return reject('run-not-started');
  if (command.actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-say' });
  const step = unknownStep(context, command);
  if (!step) return reject('step-not-unknown', { address: command.address });
  if (command.evidence.trim().length < REASON_CHARACTERS)
    return reject('evidence-required', { characters: REASON_CHARACTERS });
  const { operationKey, evidence, actor } = command;
  const address = plainAddress(command.address);
  const isLive = refuseUnlessLive(state, { stopping: true }) === undefined;
  if (command.verdict === 'happened') {
    emit(context, {
      type: 'effect-reconciled',
      data: {
        address,
        operationKey,
        verdict: 'committed',
        final: true,
        by: actor,
        evidence,
        ...(command.observation && { observation: command.observation }),
      },
    });
    if (isLive) finishWithoutChecks(context, address, true);
    return undefined;
  }
  emit(context, {
    type: 'effect-reconciled',
    data: { address, operationKey, verdict: 'not-applied', final: true, by: actor, evidence },
  });
  if (isLive) startAgain(context, address, NOT_APPLIED);
  return undefined;
}

export function checkUnknownAgain(context: Context, command: CommandOf<'check-unknown-again'>): Verdict {
  const refused = refuseUnlessLive(context.state, { stopping: true });
  if (refused) return refused;
  const step = unknownStep(context, command);
  if (!step?.call) return reject('step-not-unknown', { address: command.address });
  if (!step.call.canReconcile) return reject('not-allowed', { why: 'tool-cannot-reconcile' });
  emit(context, {
    type: 'reconcile-inconclusive',
    data: {
      address: plainAddress(command.address),
      operationKey: command.operationKey,
      reason: 'Asked to check again.',
      nextAt: context.at,
    },
  });
  return undefined;
}

export function answerPersonStep(context: Context, command: CommandOf<'answer-person-step'>): Verdict {
  const refused = refuseUnlessLive(context.state);
  if (refused) return refused;
  if (command.actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-say' });
  const step = stepAt(context.state, command.address);
  if (step?.status !== 'running' || !step.askedPerson)
    return reject('step-not-asked', { address: command.address });
  const address = plainAddress(command.address);
  emit(context, { type: 'person-answered', data: { address, by: command.actor, output: command.output } });
  finishWithoutChecks(context, address, true);
  return undefined;
}

/** F2: a person may ask for a retry of anything that failed. */
export function retryStep(context: Context, command: CommandOf<'retry-step'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (command.actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-say' });
  const step = stepAt(state, command.address);
  if (!step || !planStep(state, command.address.stepId))
    return reject('step-not-found', { address: command.address });
  if (step.status !== 'failed')
    return reject('step-not-failed', { address: command.address, status: step.status });
  if (step.failureFinal) return reject('not-allowed', { why: 'recovery-given-up' });
  if (state.replan) return reject('replan-pending', { phase: state.replan.phase });
  emit(context, {
    type: 'retry-scheduled',
    data: {
      address: plainAddress(command.address),
      attempt: step.attempt + 1,
      at: context.at,
      failure: must(step.failure, 'a failed step has a failure'),
    },
  });
  return undefined;
}
