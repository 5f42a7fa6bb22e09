/** Replans (domain N): asked for, proposed, reviewed, adopted. Until a revision is decided nothing new starts (N7). */
import { must } from '../../assert.ts';
import { reviewReasons } from '../../plan/diff.ts';
import { lintPlan } from '../../plan/lint.ts';
import { planHash } from '../../plan/normal-form.ts';
import type { Problem } from '../../plan/problem.ts';
import { currentApproval } from '../approval.ts';
import { REFUSALS_PER_TRIGGER } from '../limits.ts';
import { get, keysOf } from '../record.ts';
import {
  changedInFlight,
  equivalencesOf,
  lostByRevision,
  outdatedEdits,
  repeatedVersion,
  revisionFacts,
} from '../replan.ts';
import type { PlanDocument } from '../../plan/schema.ts';
import { addressKey } from '../address.ts';
import type { Provenance, ReviewReason } from '../events.ts';
import type { RunState } from '../state.ts';
import { isUndo, leftStanding, undoable } from '../undo.ts';
import { planStep, TERMINAL } from '../step-status.ts';
import { hasRole } from './approvals.ts';
import {
  emit,
  limits,
  refuseUnlessLive,
  reject,
  replansLeft,
  type CommandOf,
  type Context,
  type Verdict,
} from './context.ts';
import { unavailableFeatures } from './lifecycle.ts';
import { voidApproval } from './preparation.ts';
import { escalate, requestUndo, skipAllUnmet } from './settle.ts';

export function requestReplan(context: Context, command: CommandOf<'request-replan'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.replan) return reject('replan-pending', { phase: state.replan.phase });
  if (replansLeft(context) <= 0) return reject('replans-exhausted', { limit: limits(context).replans });
  emit(context, {
    type: 'replan-requested',
    data: { trigger: { kind: 'operator-request', message: command.reason } },
  });
  return undefined;
}

export function declineRevision(context: Context, command: CommandOf<'decline-revision'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.replan?.phase !== 'asked') return reject('revision-not-pending');
  const { trigger } = state.replan;
  emit(context, {
    type: 'revision-declined',
    data: { reason: command.reason, ...(command.provenance && { provenance: command.provenance }) },
  });
  escalateTrigger(context, trigger.stepId, `${trigger.message} No revision: ${command.reason}`);
  return undefined;
}

export function proposeRevision(context: Context, command: CommandOf<'propose-revision'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.replan?.phase !== 'asked') return reject('revision-not-pending');
  if (planHash(command.document) !== command.planHash)
    return reject('revision-changed', { what: 'planHash' });
  const { trigger } = state.replan;
  // Taking back is no further try at the goal.
  if (replansLeft(context) <= 0 && !isUndo(trigger))
    return reject('replans-exhausted', { limit: limits(context).replans });
  const { document, provenance, planVersion, note } = command;

  const problems = lintPlan(document, command.catalog).filter((problem) => problem.severity === 'error');
  const reasons = problems.map((problem) => problem.message);
  if (reasons.length === 0) {
    reasons.push(
      ...unavailableFeatures(document).map(
        ({ stepId, feature }) => `Step "${stepId}" needs ${feature}, which is not available yet.`,
      ),
      ...lostByRevision(state, document),
    );
    const repeats = repeatedVersion(state, document, command.planHash, command.earlierHashes);
    if (repeats !== undefined) reasons.push(`Its remaining work equals ${repeats}.`);
  }
  if (reasons.length > 0) {
    refuseRevision(context, reasons, problems, provenance);
    return undefined;
  }
  emit(context, {
    type: 'revision-proposed',
    data: {
      planVersion,
      parentVersion: state.planVersion,
      planHash: command.planHash,
      document,
      trigger,
      note,
      provenance,
      reviewReasons: [
        ...reviewReasons(state.document, document, command.catalog, revisionFacts(state)),
        ...(isUndo(trigger) ? leftReasons(state, document) : []),
      ],
      equivalences: equivalencesOf(state, planVersion, document),
    },
  });
  adoptIfPossible(context);
  return undefined;
}

/** E4: taking back a part only is for a person to decide. */
function leftReasons(state: RunState, document: PlanDocument): ReviewReason[] {
  return leftStanding(state, document).map(({ address, summary }) => ({
    code: 'effect-left',
    message: `The plan does not say how to take back step "${addressKey(address)}": ${summary}`,
  }));
}

/** E4. Asked for by a person; waits for what is in flight, then needs no more replans than are left. */
export function undoRun(context: Context, command: CommandOf<'undo-run'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.undo?.adopted || (state.replan && isUndo(state.replan.trigger)))
    return reject('replan-pending', { phase: state.replan?.phase ?? 'approved' });
  if (undoable(state).length === 0) return reject('nothing-to-undo');
  if (state.status === 'paused') emit(context, { type: 'run-resumed', data: {} });
  requestUndo(context, { kind: 'undo-requested', message: command.reason });
  return undefined;
}

/** N3: refused with reasons and counted; after the second in answer to one trigger a person is asked. */
function refuseRevision(
  context: Context,
  reasons: string[],
  problems: Problem[],
  provenance: Provenance,
): void {
  const { state } = context;
  const trigger = must(state.replan, 'a revision is refused that nobody asked for').trigger;
  emit(context, { type: 'revision-refused', data: { reasons, problems, provenance } });
  if (state.replanRefusals >= REFUSALS_PER_TRIGGER)
    escalateTrigger(
      context,
      trigger.stepId,
      `${trigger.message} Revisions were refused: ${reasons.join(' ')}`,
    );
}

export function decideRevision(context: Context, command: CommandOf<'decide-revision'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  const revision = state.replan;
  if (revision?.phase !== 'review') return reject('revision-not-pending');
  if (revision.planVersion !== command.planVersion || revision.planHash !== command.planHash)
    return reject('revision-changed', { planVersion: revision.planVersion, planHash: revision.planHash });
  const { actor } = command.decider;
  if (actor.kind !== 'person') return reject('not-allowed', { why: 'a-person-must-decide' });
  if (!hasRole(command.decider, ['approver', 'admin']))
    return reject('approver-lacks-role', { roles: ['approver', 'admin'] });
  const { planVersion } = command;
  if (command.verdict === 'approve') {
    emit(context, {
      type: 'revision-approved',
      data: { planVersion, by: actor, ...(command.reason !== undefined && { reason: command.reason }) },
    });
    adoptIfPossible(context);
    return undefined;
  }
  const reason = command.reason?.trim() ?? '';
  if (reason === '') return reject('reason-required', { characters: 1 });
  emit(context, { type: 'revision-rejected', data: { planVersion, by: actor, reason } });
  escalateTrigger(
    context,
    revision.trigger.stepId,
    `${revision.trigger.message} The revision was rejected: ${reason}`,
  );
  return undefined;
}

export function adoptByDriver(context: Context): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.replan?.phase !== 'approved') return reject('nothing-to-adopt');
  const changed = changedInFlight(state, state.replan.document);
  if (changed.length > 0) return reject('in-flight-changed', { steps: changed });
  adoptIfPossible(context);
  return undefined;
}

/** N7: adopted when no changed step is in flight. What such a step did meanwhile is kept, or the revision is refused. */
function adoptIfPossible(context: Context): void {
  const { state } = context;
  const revision = state.replan;
  if (revision?.phase !== 'approved' || changedInFlight(state, revision.document).length > 0) return;
  const lost = lostByRevision(state, revision.document);
  if (lost.length > 0) return refuseRevision(context, lost, [], revision.provenance);
  const outdated = outdatedEdits(state, revision.document);
  emit(context, { type: 'revision-adopted', data: { planVersion: revision.planVersion } });
  for (const address of outdated)
    emit(context, { type: 'edit-dropped', data: { address, planVersion: revision.planVersion } });
  dropRemoved(context, revision.planVersion);
  skipAllUnmet(context);
}

function dropRemoved(context: Context, planVersion: number): void {
  const { state } = context;
  for (const key of keysOf(state.steps)) {
    const step = must(get(state.steps, key), key);
    if (planStep(state, step.address.stepId) || TERMINAL[step.status]) continue;
    const approval = currentApproval(state, step);
    if (approval) voidApproval(context, approval, 'step-dropped', []);
    emit(context, { type: 'step-dropped', data: { address: step.address, planVersion } });
  }
}

function escalateTrigger(context: Context, stepId: string | undefined, reason: string): void {
  const { state } = context;
  const failed = state.failed.map((key) => must(get(state.steps, key), key).address);
  escalate(context, failed.find((address) => address.stepId === stepId) ?? failed[0], reason);
}
