/**
 * Before an attempt (domain R): resolved, validated and checked by the driver, judged here in this order: seal, checks,
 * policy, approval, slots and resources, budget, intent. The intent is durable before the tool is called (E1).
 */
import { must } from '../../assert.ts';
import type { Step } from '../../plan/schema.ts';
import { addressKey, type Address } from '../address.ts';
import {
  covers,
  currentApproval,
  isConsumable,
  isExpired,
  mustAsk,
  repeatedEffect,
  requestOf,
} from '../approval.ts';
import { addSpend, NOTHING, overLimit, spendLimits } from '../budget.ts';
import { argsHash, callHash, callText, changedMembers, sealOf, type Call } from '../call.ts';
import type { Preparation } from '../commands.ts';
import { maxItemsOf, timeoutOf } from '../limits.ts';
import { operationKeyOf } from '../operation-key.ts';
import { get } from '../record.ts';
import type { ApprovalState, RunState, StepState } from '../state.ts';
import { hasOpenNeeds, planStep, stepAt } from '../step-status.ts';
import {
  emit,
  limits,
  plainAddress,
  refuseUnlessStarting,
  reject,
  type CommandOf,
  type Context,
  type Verdict,
} from './context.ts';
import { failStep, skipStep, succeedStep } from './settle.ts';

type Startable = { step: StepState; planned: Step };

/** A step may start when it is ready, or when its retry is due. After an escalation only a retry may (R4). */
function startable(context: Context, address: Address, alsoAsking = false): Startable | Verdict {
  const { state } = context;
  const refused = refuseUnlessStarting(state);
  if (refused) return refused;
  const [step, planned] = [stepAt(state, address), planStep(state, address.stepId)];
  if (!step || !planned) return reject('step-not-found', { address });
  const isDue =
    step.status === 'ready' ||
    (step.status === 'retry-wait' && step.retryAt !== undefined && context.at >= step.retryAt) ||
    (alsoAsking && step.status === 'needs-approval');
  if (!isDue) return reject('step-not-ready', { address, status: step.status });
  if (hasOpenNeeds(state, step)) return reject('step-not-ready', { address, why: 'needs-open' });
  if (state.escalation && step.status !== 'retry-wait' && step.attempt === 0)
    return reject('run-not-running', { waitsFor: 'person', reason: state.escalation.reason });
  return { step, planned };
}
const isStartable = (found: Startable | Verdict): found is Startable =>
  found !== undefined && 'step' in found;

/** A forEach parent is expanded, never called. */
const isParent = (found: Startable): boolean =>
  found.planned.forEach !== undefined && found.step.address.item === undefined;

export function expandForEach(context: Context, command: CommandOf<'expand-for-each'>): Verdict {
  const found = startable(context, command.address);
  if (!isStartable(found)) return found;
  if (!isParent(found)) return reject('step-not-ready', { address: command.address, why: 'no-for-each' });
  const { count, items, itemsHash } = command;
  const address = plainAddress(command.address);
  const most = maxItemsOf(found.planned);
  if (count > most) {
    failStep(context, address, {
      class: 'permanent',
      code: 'too-many-items',
      message: `${count} items, at most ${most} are allowed.`,
    });
    return undefined;
  }
  emit(context, { type: 'for-each-expanded', data: { address, count, itemsHash, items } });
  if (count === 0) succeedStep(context, address, []);
  return undefined;
}

export function failPreparation(context: Context, command: CommandOf<'fail-preparation'>): Verdict {
  const found = startable(context, command.address);
  if (!isStartable(found)) return found;
  failStep(context, command.address, command.failure);
  return undefined;
}

export function skipByDriver(context: Context, command: CommandOf<'skip-step'>): Verdict {
  const found = startable(context, command.address);
  if (!isStartable(found)) return found;
  skipStep(context, command.address, command.cause, command.reason);
  return undefined;
}

export function askPerson(context: Context, command: CommandOf<'ask-person'>): Verdict {
  const found = startable(context, command.address);
  if (!isStartable(found)) return found;
  if (found.planned.work.kind !== 'person' || isParent(found))
    return reject('step-not-ready', { address: command.address, why: 'no-person-work' });
  const { prompt, inputs, form } = command;
  emit(context, {
    type: 'person-asked',
    data: {
      address: plainAddress(command.address),
      prompt,
      ...(inputs && { inputs }),
      ...(form && { form }),
    },
  });
  return undefined;
}

export function prepareAttempt(context: Context, command: CommandOf<'prepare-attempt'>): Verdict {
  const { preparation } = command;
  const { state } = context;
  const address = plainAddress(preparation.address);
  const found = startable(context, address, true);
  if (!isStartable(found)) return found;
  const { step, planned } = found;
  if (planned.work.kind !== 'tool' || isParent(found))
    return reject('step-not-ready', { address, why: 'no-tool-work' });
  /** An id that a card already has: an old command, repeated. */
  if (get(state.approvals, preparation.approvalId))
    return reject('step-not-ready', { address, why: 'repeated' });
  const wrong = sealProblem(state, preparation, address, planned.work.tool);
  if (wrong) return reject('seal-mismatch', { address, what: wrong });
  if (step.edit && step.edit.argsHash !== preparation.argsHash)
    return reject('seal-mismatch', { address, what: 'editedArguments' });

  const stop = preparation.checks.find((check) => check.kind === 'stop' && check.holds);
  if (stop) {
    emit(context, {
      type: 'run-stop-requested',
      data: { mode: 'after-running', reason: `Stop check "${stop.id}" holds.`, cause: 'operator' },
    });
    return undefined;
  }
  const failed = preparation.checks.filter((check) => check.kind !== 'stop' && !check.holds);
  if (failed[0]) {
    failStep(context, address, {
      class: 'precondition',
      code: `check:${failed[0].id}`,
      message: failed[0].message ?? `Check "${failed[0].id}" does not hold.`,
      checks: preparation.checks,
    });
    return undefined;
  }
  const operationKey = operationKeyOf(state.runId, address, 'work', preparation.argsHash, step.generation);
  if (get(state.effects, operationKey)?.state === 'committed') {
    emit(context, { type: 'effect-reused', data: { address, operationKey } });
    if ((planned.postconditions ?? []).length === 0) succeedStep(context, address, []);
    return undefined;
  }
  const { policy, call } = preparation;
  if (policy.verdict === 'deny') {
    failStep(context, address, {
      class: 'denied',
      code: `policy:${policy.rules[0] ?? 'deny'}`,
      message: policy.reason,
    });
    return undefined;
  }

  const gate = passApproval(context, step, planned, preparation);
  if (gate === 'waits' || preparation.askOnly) return undefined;
  const busy = slotProblem(context, address, planned, call);
  if (busy) return busy;
  const reserved = preparation.estimate;
  const over = budgetProblem(context, step, planned, preparation);
  if (over) return over === 'exhausted' ? undefined : over;

  emit(context, {
    type: 'attempt-dispatched',
    data: {
      address,
      attempt: step.attempt + 1,
      operationKey,
      generation: step.generation,
      tool: call.tool,
      effect: call.effect,
      dedupe: call.dedupe,
      canReconcile: preparation.canReconcile,
      resource: call.resource,
      connection: call.connection,
      identity: call.identity,
      argsHash: preparation.argsHash,
      callHash: preparation.callHash,
      seal: preparation.seal,
      args: preparation.args,
      summary: preparation.summary,
      consumes: gate.consumes,
      ...(gate.coveredBy.length > 0 && { coveredBy: gate.coveredBy }),
      policy,
      checks: preparation.checks,
      reserved,
      timeoutAt: context.at + timeoutOf(planned),
      quietAt: context.at + timeoutOf(planned) + preparation.maxInFlightMs,
    },
  });
  return undefined;
}

/** A1: what is about to be sent is hashed here again; nothing is taken on trust. */
function sealProblem(
  state: RunState,
  preparation: Preparation,
  address: Address,
  tool: string,
): string | undefined {
  const { call } = preparation;
  if (callHash(call) !== preparation.callHash) return 'callHash';
  if (sealOf(callHash(call), state.runId, address) !== preparation.seal) return 'seal';
  if (argsHash(call.args) !== preparation.argsHash) return 'argsHash';
  if (call.tool !== tool) return 'tool';
  return call.workspace === state.workspaceId ? undefined : 'workspace';
}

type Gate = { consumes: string[]; coveredBy: string[] };

/** The approval part of the gate: passes with what covers the call, or leaves a card that waits. */
function passApproval(
  context: Context,
  step: StepState,
  planned: Step,
  preparation: Preparation,
): Gate | 'waits' {
  const { state, at } = context;
  const { seal, call } = preparation;
  const approval = currentApproval(state, step);
  const repeats = repeatedEffect(state, call, preparation.argsHash, step.address);
  const asks = mustAsk(preparation.policy, planned, repeats);
  if (approval && isConsumable(state, approval, planned, preparation.policy, seal, at)) {
    return { consumes: [approval.request.approvalId], coveredBy: [] };
  }
  if (!asks) {
    if (approval) voidApproval(context, approval, 'not-needed', []);
    return { consumes: [], coveredBy: [] };
  }
  const covered = covers(state, step, seal, at);
  if (covered !== undefined && !approval) return { consumes: [], coveredBy: [covered] };
  if (approval?.status === 'expired' && step.status === 'needs-approval') return 'waits';
  if (
    approval &&
    (approval.status === 'pending' || approval.status === 'granted') &&
    isExpired(approval, at)
  ) {
    emit(context, { type: 'approval-expired', data: { approvalId: approval.request.approvalId } });
    return 'waits';
  }
  if (approval?.status === 'pending' && approval.request.seal === seal) {
    if (step.status !== 'needs-approval')
      emit(context, {
        type: 'approval-carried',
        data: {
          address: plainAddress(step.address),
          approvalId: approval.request.approvalId,
          planVersion: state.planVersion,
        },
      });
    return 'waits';
  }
  if (approval && approval.status !== 'expired') {
    const members = changedMembers(JSON.parse(approval.request.callText) as Call, call);
    voidApproval(context, approval, members.length > 0 ? 'call-changed' : 'asked-again', members);
  }
  const request = requestOf(state, planned, step, preparation, callText(call), at, repeats);
  emit(context, {
    type: 'approval-requested',
    data: { address: plainAddress(step.address), approval: request },
  });
  return 'waits';
}

/** A4: void with an event that says which members changed, or why. */
export function voidApproval(
  context: Context,
  approval: ApprovalState,
  cause: string,
  members: string[],
): void {
  if (approval.status !== 'pending' && approval.status !== 'granted' && approval.status !== 'expired') return;
  emit(context, {
    type: 'approval-voided',
    data: { approvalId: approval.request.approvalId, cause, members },
  });
}

/** R1 and, within this run, R12. A refusal here is no event: the driver asks again once the state has moved. */
function slotProblem(context: Context, address: Address, planned: Step, call: Call): Verdict {
  const { state } = context;
  const { concurrency } = limits(context);
  if (state.inFlight.length >= concurrency) return reject('concurrency-full', { limit: concurrency });
  const ofStep = planned.forEach?.concurrency;
  if (ofStep !== undefined && address.item !== undefined) {
    const siblings = state.inFlight.filter(
      (key) => must(get(state.steps, key), key).address.stepId === address.stepId,
    ).length;
    if (siblings >= ofStep) return reject('concurrency-full', { limit: ofStep, stepId: address.stepId });
  }
  if (call.effect === 'read' || call.resource === null) return undefined;
  /** An unknown outcome may still be on its way, so its resource stays taken. */
  const holder = [...state.inFlight, ...state.unknown].find((key) => {
    const other = must(get(state.steps, key), key).call;
    return (
      key !== addressKey(address) &&
      other !== undefined &&
      other.effect !== 'read' &&
      other.resource === call.resource
    );
  });
  return holder === undefined
    ? undefined
    : reject('resource-busy', {
        resource: call.resource,
        heldBy: must(get(state.steps, holder), holder).address,
      });
}

/** B1. Exhausted only when it could not fit even after everything in flight has settled; else it waits its turn. */
function budgetProblem(
  context: Context,
  step: StepState,
  planned: Step,
  preparation: Preparation,
): Verdict | 'exhausted' {
  const { state } = context;
  const address = plainAddress(step.address);
  const ofRun = spendLimits(limits(context).budget);
  const ofStep = spendLimits(planned.budget);
  const over = overLimit(ofRun, state.spent, preparation.estimate);
  const overStep = overLimit(ofStep, step.spent ?? NOTHING, preparation.estimate);
  if (over || overStep) {
    const limit = over ?? `${address.stepId}.${overStep}`;
    emit(context, {
      type: 'budget-exhausted',
      data: { address, limit, message: `${preparation.summary}: this would pass the budget for ${limit}.` },
    });
    return 'exhausted';
  }
  const later = overLimit(ofRun, addSpend(state.spent, state.reserved), preparation.estimate);
  return later && reject('resource-busy', { resource: `budget:${later}` });
}
