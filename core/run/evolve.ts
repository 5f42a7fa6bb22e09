/**
 * evolve(state, event): what an event means. Total over the event types, free of time and chance, and the only code
 * that changes a RunState. It owns the state it is given: steps, approvals and effects are replaced, never edited, so
 * a reader may keep the ones it has. Returns the address keys of the steps that changed.
 *
 * It records; it does not judge. Whether an event may happen was decided before (decide.ts).
 */
import { assert, assertNever, must } from '../assert.ts';
import { addSpend, NOTHING, subtractSpend } from './budget.ts';
import { adoptRevision } from './adopt.ts';
import { firstReconcileAt } from './effect.ts';
import type { Actor, EffectState, RunEvent } from './events.ts';
import { cloneState, indexDocument, initialState } from './initial-state.ts';
import { get, keysOf, put } from './record.ts';
import type { ApprovalState, EffectEntry, RunState, StepState } from './state.ts';
import { addStep, indexOf, moveStep, newStep, stepAt, TERMINAL } from './step-status.ts';
import { addressKey, type Address } from './address.ts';
import { isUndo, undoBy } from './undo.ts';

export { cloneState, initialState };

export function fold(events: Iterable<RunEvent>, from?: RunState): RunState {
  const state = from ? cloneState(from) : initialState();
  for (const event of events) evolve(state, event);
  return state;
}

export function evolve(state: RunState, event: RunEvent): string[] {
  assert(event.version === state.version + 1, `event ${event.version} after version ${state.version}`);
  const touched: string[] = [];
  apply(state, event, touched);
  state.version = event.version;
  return [...new Set(touched)];
}

function apply(state: RunState, event: RunEvent, touched: string[]): void {
  const { at } = event;
  switch (event.type) {
    case 'run-started': {
      const { data } = event;
      Object.assign(state, {
        status: 'running',
        workspaceId: data.workspaceId,
        runId: data.runId,
        planId: data.planId,
        planVersion: data.planVersion,
        planHash: data.planHash,
        document: data.document,
        identity: data.identity,
        solo: data.solo,
        startedBy: data.startedBy,
        startedAt: at,
        ...(data.lastEditor !== undefined && { lastEditor: data.lastEditor }),
        ...indexDocument(data.document),
        openSteps: data.document.steps.length,
      } satisfies Partial<RunState>);
      const ready: string[] = [];
      for (const step of data.document.steps) {
        const seeded = newStep({ stepId: step.id }, new Set(step.needs ?? []).size);
        put(state.steps, step.id, seeded);
        if (seeded.status === 'ready') ready.push(step.id);
        touched.push(step.id);
      }
      state.ready = ready;
      return;
    }
    case 'run-paused':
      state.status = 'paused';
      return;
    case 'run-resumed':
      state.status = 'running';
      return;
    case 'run-stop-requested':
      state.status = 'stopping';
      state.stopMode = event.data.mode;
      state.stopCause = event.data.cause ?? 'operator';
      if (event.data.reason !== undefined) state.stopReason = event.data.reason;
      delete state.escalation;
      delete state.replan;
      return;
    case 'run-finished':
      finish(state, event, touched);
      return;
    case 'run-escalated': {
      const { stepId, item, reason, untilAt } = event.data;
      state.escalation = {
        ...(stepId !== undefined && { address: addressOf(stepId, item) }),
        reason,
        since: at,
        untilAt,
      };
      delete state.replan;
      return;
    }
    case 'success-checked':
      state.successChecks = { checks: event.data.checks, holds: event.data.holds, at };
      return;

    case 'for-each-expanded': {
      const { address, count, itemsHash } = event.data;
      moveStep(
        state,
        address,
        { status: 'running', startedAt: at, forEach: { count, itemsHash, settled: 0, failed: 0 } },
        touched,
      );
      for (let item = 0; item < count; item += 1)
        addStep(state, newStep({ stepId: address.stepId, item }, 0), touched);
      return;
    }
    case 'step-skipped':
      moveStep(
        state,
        event.data.address,
        {
          status: 'skipped',
          skippedBy: event.data.cause,
          skipReason: event.data.reason,
          endedAt: at,
          retryAt: undefined,
        },
        touched,
      );
      clearEscalationOf(state, event.data.address);
      return;
    case 'step-dropped':
      moveStep(
        state,
        event.data.address,
        { status: 'dropped', droppedBy: event.data.planVersion, endedAt: at, retryAt: undefined },
        touched,
      );
      return;
    case 'step-cancelled':
      moveStep(state, event.data.address, { status: 'cancelled', endedAt: at, retryAt: undefined }, touched);
      return;

    case 'approval-requested': {
      const { address, approval } = event.data;
      put(state.approvals, approval.approvalId, {
        address,
        request: approval,
        status: 'pending',
        requestedAt: at,
        grants: [],
      });
      moveStep(
        state,
        address,
        { status: 'needs-approval', approvalId: approval.approvalId, retryAt: undefined },
        touched,
      );
      if (address.item !== undefined && stepAt(state, { stepId: address.stepId })?.childrenAsk !== true) {
        moveStep(state, { stepId: address.stepId }, { childrenAsk: true }, touched);
      }
      return;
    }
    case 'approval-carried':
      moveStep(state, event.data.address, { status: 'needs-approval' }, touched);
      return;
    case 'approval-granted': {
      const approval = approvalOf(state, event.data.approvalId);
      const grants = [
        ...approval.grants,
        { by: event.data.by, at, ...(event.data.reason !== undefined && { reason: event.data.reason }) },
      ];
      const isComplete = grants.length >= approval.request.need;
      setApproval(state, {
        ...approval,
        grants,
        ...(isComplete && { status: 'granted' as const, decidedAt: at }),
      });
      touched.push(addressKey(approval.address));
      if (isComplete) leaveApproval(state, approval, {}, touched);
      return;
    }
    case 'approval-rejected': {
      const approval = approvalOf(state, event.data.approvalId);
      setApproval(state, {
        ...approval,
        status: 'rejected',
        decidedAt: at,
        decidedBy: event.data.by,
        reason: event.data.reason,
      });
      leaveApproval(state, approval, { approvalId: undefined }, touched);
      return;
    }
    case 'approval-expired': {
      const approval = approvalOf(state, event.data.approvalId);
      setApproval(state, { ...approval, status: 'expired' });
      const step = stepAt(state, approval.address);
      touched.push(addressKey(approval.address));
      if (
        step?.approvalId === event.data.approvalId &&
        (step.status === 'ready' || step.status === 'retry-wait')
      )
        moveStep(state, approval.address, { status: 'needs-approval', retryAt: undefined }, touched);
      return;
    }
    case 'approval-withdrawn': {
      const approval = approvalOf(state, event.data.approvalId);
      setApproval(state, { ...approval, status: 'withdrawn', decidedAt: at, decidedBy: event.data.by });
      leaveApproval(state, approval, { approvalId: undefined }, touched);
      return;
    }
    case 'approval-voided': {
      const approval = approvalOf(state, event.data.approvalId);
      setApproval(state, { ...approval, status: 'voided', reason: event.data.cause });
      leaveApproval(state, approval, { approvalId: undefined }, touched);
      return;
    }

    case 'approval-extended': {
      const approval = approvalOf(state, event.data.approvalId);
      setApproval(state, {
        ...approval,
        request: { ...approval.request, expiresAt: event.data.expiresAt },
        extensions: (approval.extensions ?? 0) + 1,
      });
      touched.push(addressKey(approval.address));
      return;
    }
    case 'arguments-edited': {
      const { address, from, to, argsHash, origins, by } = event.data;
      const step = must(stepAt(state, address), `no step ${addressKey(address)}`);
      moveStep(
        state,
        address,
        { edit: { from: step.edit?.from ?? from, args: to, argsHash, origins, by, at } },
        touched,
      );
      return;
    }
    case 'edit-dropped':
      moveStep(state, event.data.address, { edit: undefined }, touched);
      return;

    case 'attempt-dispatched':
      dispatch(state, event, touched);
      return;
    case 'attempt-finished':
      finishAttempt(state, event, touched);
      return;
    case 'effect-reused':
      moveStep(
        state,
        event.data.address,
        { status: 'checking', hasOutput: true, retryAt: undefined },
        touched,
      );
      return;
    case 'effect-reconciled': {
      const { address, operationKey, verdict, by, evidence, observation } = event.data;
      journal(state, operationKey, verdict, event, { reconciledBy: by, evidence });
      const step = must(stepAt(state, address), `no step ${addressKey(address)}`);
      if (state.endedAt !== undefined) {
        /** For the record: what became of it is known now, and the run stays as it ended. */
        moveStep(
          state,
          address,
          {
            status: verdict === 'committed' ? 'succeeded' : 'cancelled',
            manual: true,
            reconcileAt: undefined,
            endedAt: at,
            ...callOutcome(step, verdict, at),
          },
          touched,
        );
      } else if (verdict === 'committed') {
        moveStep(
          state,
          address,
          {
            status: 'checking',
            reconcileAt: undefined,
            hasOutput: observation !== undefined,
            ...callOutcome(step, 'committed', at),
            ...(by.kind === 'person' && { manual: true }),
          },
          touched,
        );
      } else {
        moveStep(
          state,
          address,
          {
            status: 'retry-wait',
            retryAt: at,
            reconcileAt: undefined,
            generation: step.generation + 1,
            ...callOutcome(step, 'not-applied', at),
          },
          touched,
        );
      }
      return;
    }
    case 'effects-undone':
      undone(state, event, touched);
      return;
    case 'reconcile-inconclusive':
      moveStep(state, event.data.address, { reconcileAt: event.data.nextAt }, touched);
      return;
    case 'step-succeeded': {
      moveStep(
        state,
        event.data.address,
        { status: 'succeeded', endedAt: at, failure: undefined, ...(event.data.manual && { manual: true }) },
        touched,
      );
      clearEscalationOf(state, event.data.address);
      return;
    }
    case 'step-failed': {
      const { address, failure } = event.data;
      const isFinal = state.document.limits?.onStepFailure === 'finish-independent';
      moveStep(
        state,
        address,
        {
          status: 'failed',
          failure,
          endedAt: at,
          retryAt: undefined,
          ...(isFinal && { failureFinal: true }),
        },
        touched,
      );
      return;
    }
    case 'retry-scheduled': {
      const { address, failure } = event.data;
      const step = must(stepAt(state, address), `no step ${addressKey(address)}`);
      const isNewRound = event.actor.kind === 'person';
      /** A dead worker is counted by `crashes` alone, and a wait not at all. */
      const countsNot = failure.code === 'worker-died' || event.data.waits;
      moveStep(
        state,
        address,
        {
          status: 'retry-wait',
          retryAt: event.data.at,
          failure,
          tries: isNewRound ? 0 : countsNot ? step.tries : step.tries + 1,
          endedAt: undefined,
          ...(isNewRound && { waitingSince: undefined }),
          ...(event.data.waits && { waitingSince: step.waitingSince ?? step.call?.dispatchedAt ?? at }),
        },
        touched,
      );
      clearEscalationOf(state, address);
      return;
    }

    case 'person-asked':
      moveStep(state, event.data.address, { status: 'running', askedPerson: true, startedAt: at }, touched);
      return;
    case 'person-answered':
      moveStep(
        state,
        event.data.address,
        { status: 'checking', askedPerson: undefined, hasOutput: true, manual: true },
        touched,
      );
      return;

    case 'replan-requested':
      state.replan = { phase: 'asked', trigger: event.data.trigger };
      if (isUndo(event.data.trigger)) state.undo = undoBy(event.data.trigger);
      state.replanRefusals = 0;
      delete state.escalation;
      delete state.budgetExhausted;
      return;
    case 'revision-declined':
      delete state.replan;
      return;
    case 'revision-refused':
      state.replanRefusals += 1;
      if (state.replan) state.replan = { phase: 'asked', trigger: state.replan.trigger };
      return;
    case 'revision-proposed': {
      const { data } = event;
      state.versionsSeen = [...state.versionsSeen, ...data.equivalences];
      state.replans += 1;
      state.replan = {
        phase: data.reviewReasons.length === 0 ? 'approved' : 'review',
        trigger: data.trigger,
        planVersion: data.planVersion,
        planHash: data.planHash,
        document: data.document,
        reviewReasons: data.reviewReasons,
        provenance: data.provenance,
        note: data.note,
      };
      return;
    }
    case 'revision-approved':
      if (state.replan?.phase === 'review') state.replan = { ...state.replan, phase: 'approved' };
      return;
    case 'revision-rejected':
      delete state.replan;
      return;
    case 'revision-adopted':
      if (state.undo && state.replan && isUndo(state.replan.trigger))
        state.undo = { ...state.undo, adopted: true };
      adoptRevision(state, touched);
      return;
    case 'budget-exhausted':
      state.budgetExhausted = { limit: event.data.limit, message: event.data.message };
      return;
    default:
      assertNever(event);
  }
}

type Of<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;

function dispatch(state: RunState, event: Of<'attempt-dispatched'>, touched: string[]): void {
  const { data, at } = event;
  const { address } = data;
  const approvalId = data.consumes[0] ?? data.coveredBy?.[0];
  for (const id of data.consumes)
    setApproval(state, { ...approvalOf(state, id), status: 'consumed', consumedBy: data.operationKey });
  const step = must(stepAt(state, address), `no step ${addressKey(address)}`);
  moveStep(
    state,
    address,
    {
      status: 'running',
      attempt: data.attempt,
      retryAt: undefined,
      approvalId: undefined,
      startedAt: step.startedAt ?? at,
      ...(approvalId !== undefined && { consumedApprovalId: approvalId }),
      call: {
        attempt: data.attempt,
        operationKey: data.operationKey,
        tool: data.tool,
        effect: data.effect,
        dedupe: data.dedupe,
        canReconcile: data.canReconcile,
        resource: data.resource,
        seal: data.seal,
        callHash: data.callHash,
        argsHash: data.argsHash,
        summary: data.summary,
        reserved: data.reserved,
        timeoutAt: data.timeoutAt,
        quietAt: data.quietAt,
        dispatchedAt: at,
        gate: approvalId === undefined ? 'allow' : 'ask',
        ...(approvalId !== undefined && { approvalId }),
      },
    },
    touched,
  );
  state.reserved = addSpend(state.reserved, data.reserved);
  if (data.effect === 'read') return;
  put(state.effects, data.operationKey, {
    operationKey: data.operationKey,
    address,
    attempt: data.attempt,
    generation: data.generation,
    tool: data.tool,
    resource: data.resource,
    effect: data.effect,
    state: 'intended',
    argsHash: data.argsHash,
    identity: data.identity,
    summary: data.summary,
    intendedAt: at,
  });
}

function finishAttempt(state: RunState, event: Of<'attempt-finished'>, touched: string[]): void {
  const { data, at } = event;
  const step = must(stepAt(state, data.address), `no step ${addressKey(data.address)}`);
  state.reserved = subtractSpend(state.reserved, step.call?.reserved ?? NOTHING);
  state.spent = addSpend(state.spent, data.spent);
  if (data.spentUnknown) state.spentUnknown = true;
  const base: Partial<StepState> = {
    spent: addSpend(step.spent ?? NOTHING, data.spent),
    ...callOutcome(step, data.outcome, at),
    ...(data.crashed && { crashes: step.crashes + 1 }),
    ...(data.failure && { failure: data.failure }),
  };
  if (get(state.effects, data.operationKey))
    journal(state, data.operationKey, data.outcome === 'read' ? 'committed' : data.outcome, event, {});
  switch (data.outcome) {
    case 'read':
    case 'committed':
      moveStep(
        state,
        data.address,
        { ...base, status: 'checking', hasOutput: data.observation !== undefined },
        touched,
      );
      return;
    case 'not-applied':
      moveStep(state, data.address, { ...base, status: 'retry-wait', retryAt: at }, touched);
      return;
    case 'unknown':
      moveStep(
        state,
        data.address,
        { ...base, status: 'unknown', reconcileAt: step.call ? firstReconcileAt(step.call, at) : null },
        touched,
      );
      return;
    default:
      assertNever(data.outcome);
  }
}

/** Whatever has not ended by itself ends with the run, except an unknown outcome: it stays visible (E2). */
function finish(state: RunState, event: Of<'run-finished'>, touched: string[]): void {
  const { status, end, reason } = event.data;
  for (const key of keysOf(state.steps)) {
    const step = must(get(state.steps, key), key);
    if (TERMINAL[step.status] || step.status === 'unknown' || step.status === 'failed') continue;
    const failedChildren = step.forEach !== undefined && status === 'failed';
    const ended: StepState = failedChildren
      ? { ...step, status: 'failed', endedAt: event.at, failureFinal: true }
      : status === 'failed'
        ? { ...step, status: 'skipped', skippedBy: 'run-ended', skipReason: reason, endedAt: event.at }
        : { ...step, status: 'cancelled', endedAt: event.at };
    delete ended.retryAt;
    put(state.steps, key, ended);
    touched.push(key);
  }
  Object.assign(state, {
    status,
    endedAt: event.at,
    end: { status, end, reason },
    ready: [],
    checking: [],
    asking: [],
    retrying: [],
    persons: [],
  } satisfies Partial<RunState>);
  state.failed = keysOf(state.steps).filter((key) => indexOf(must(get(state.steps, key), key)) === 'failed');
  delete state.escalation;
  delete state.replan;
  delete state.budgetExhausted;
}

/** What took them back is no effect of its own any more: nothing of either remains. */
function undone(state: RunState, event: Of<'effects-undone'>, touched: string[]): void {
  const { operationKeys, by } = event.data;
  for (const key of operationKeys) {
    journal(state, key, 'undone', event, {});
    const { address } = must(get(state.effects, key), `no effect ${key}`);
    if (stepAt(state, address)?.status === 'succeeded')
      moveStep(state, address, { status: 'undone' }, touched);
    else touched.push(addressKey(address));
  }
  const own = by === undefined ? undefined : get(state.effects, by);
  const [first] = operationKeys;
  if (own && first !== undefined) put(state.effects, own.operationKey, { ...own, undoes: first });
  touched.push(addressKey(event.data.address));
}

function callOutcome(
  step: StepState,
  outcome: NonNullable<StepState['call']>['outcome'],
  at: number,
): Partial<StepState> {
  return step.call && outcome ? { call: { ...step.call, outcome, finishedAt: at } } : {};
}

function journal(
  state: RunState,
  operationKey: string,
  to: EffectState,
  { at, version }: Pick<RunEvent, 'at' | 'version'>,
  more: { reconciledBy?: Actor; evidence?: string },
): void {
  const effect: EffectEntry = must(get(state.effects, operationKey), `no effect ${operationKey}`);
  put(state.effects, operationKey, {
    ...effect,
    state: to,
    settledAt: at,
    ...(to === 'committed' && { commit: version }),
    ...more,
  });
}

function approvalOf(state: RunState, id: string): ApprovalState {
  return must(get(state.approvals, id), `no approval ${id}`);
}
function setApproval(state: RunState, approval: ApprovalState): void {
  put(state.approvals, approval.request.approvalId, approval);
}
/** The step starts again at resolving, if it still waits for this approval (A1). */
function leaveApproval(
  state: RunState,
  approval: ApprovalState,
  patch: Partial<StepState>,
  touched: string[],
): void {
  const step = stepAt(state, approval.address);
  if (step?.approvalId !== approval.request.approvalId) return;
  const status =
    step.status === 'needs-approval'
      ? step.remainingNeeds === 0
        ? ('ready' as const)
        : ('waiting' as const)
      : step.status;
  moveStep(state, approval.address, { ...patch, status }, touched);
}

function clearEscalationOf(state: RunState, address: Address): void {
  const asked = state.escalation?.address;
  if (asked && addressKey(asked) === addressKey(address)) delete state.escalation;
}

function addressOf(stepId: string, item: number | undefined): Address {
  return item === undefined ? { stepId } : { stepId, item };
}
