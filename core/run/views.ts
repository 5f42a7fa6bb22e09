/**
 * What people are shown of a run, derived from its state alone: how far it is, what it waits for (named, never
 * guessed), what each step is doing, which effects remain. Codes and fields; the sentences are in core/messages.
 */
import { addressKey, type Address } from './address.ts';
import { currentApproval } from './approval.ts';
import { limitsOf, retryOf } from './limits.ts';
import { get, keysOf } from './record.ts';
import type { EffectEntry, RunState, StepState, StepStatus } from './state.ts';
import { looksAgain, planStep } from './step-status.ts';

export type WaitCode =
  | 'approval'
  | 'approval-expired'
  | 'unknown-outcome'
  | 'reconcile'
  | 'retry'
  | 'look-again'
  | 'person-step'
  | 'revision-review'
  | 'revision'
  | 'escalation'
  | 'budget'
  | 'paused'
  | 'stopping';
/** `address` where one step is meant. Counts, names and times as fields. */
export type WaitReason = { code: WaitCode; address?: Address; stepTitle?: string; [field: string]: unknown };

/** Settled steps of the current document; what was dropped no longer counts. */
export function progress(state: RunState): { done: number; total: number } {
  const total = state.document.steps.length;
  if (state.endedAt === undefined) return { done: total - state.openSteps, total };
  const done = state.document.steps.filter((step) => {
    const status = get(state.steps, step.id)?.status;
    return (
      status === 'succeeded' ||
      status === 'undone' ||
      (status === 'skipped' && get(state.steps, step.id)?.skippedBy !== 'run-ended')
    );
  }).length;
  return { done, total };
}

/** Most urgent for a person first. */
export function waitingReasons(state: RunState, now: number): WaitReason[] {
  if (state.status === 'not-started' || state.endedAt !== undefined) return [];
  const reasons: WaitReason[] = [];
  const about = (step: StepState) => ({
    address: step.address,
    stepTitle: planStep(state, step.address.stepId)?.title ?? step.address.stepId,
  });
  const stepsOf = (keys: readonly string[]) => keys.flatMap((key) => get(state.steps, key) ?? []);
  for (const step of stepsOf(state.unknown)) {
    if (typeof step.reconcileAt === 'number')
      reasons.push({
        code: 'reconcile',
        ...about(step),
        inMs: Math.max(0, step.reconcileAt - now),
        at: step.reconcileAt,
      });
    else reasons.push({ code: 'unknown-outcome', ...about(step), summary: step.call?.summary });
  }
  for (const step of stepsOf(state.asking)) {
    const approval = currentApproval(state, step);
    if (!approval) continue;
    const { request, grants } = approval;
    if (approval.status === 'expired')
      reasons.push({
        code: 'approval-expired',
        ...about(step),
        approvalId: request.approvalId,
        expiredAt: request.expiresAt,
      });
    else
      reasons.push({
        code: 'approval',
        ...about(step),
        approvalId: request.approvalId,
        tier: request.tier,
        granted: grants.length,
        need: request.need,
        expiresAt: request.expiresAt,
        leftMs: Math.max(0, request.expiresAt - now),
        summary: request.summary,
      });
  }
  if (state.escalation)
    reasons.push({
      code: 'escalation',
      ...escalationAbout(state),
      reason: state.escalation.reason,
      untilAt: state.escalation.untilAt,
      leftMs: state.escalation.untilAt === null ? null : Math.max(0, state.escalation.untilAt - now),
    });
  if (state.replan?.phase === 'review')
    reasons.push({
      code: 'revision-review',
      planVersion: state.replan.planVersion,
      reasons: state.replan.reviewReasons.length,
    });
  else if (state.replan)
    reasons.push({
      code: 'revision',
      phase: state.replan.phase,
      trigger: state.replan.trigger.kind,
      message: state.replan.trigger.message,
    });
  if (state.budgetExhausted)
    reasons.push({
      code: 'budget',
      limit: state.budgetExhausted.limit,
      message: state.budgetExhausted.message,
    });
  for (const step of stepsOf(state.persons)) reasons.push({ code: 'person-step', ...about(step) });
  if (state.status === 'paused') reasons.push({ code: 'paused', inFlight: state.inFlight.length });
  if (state.status === 'stopping')
    reasons.push({ code: 'stopping', inFlight: state.inFlight.length, mode: state.stopMode });
  for (const step of stepsOf(state.retrying)) {
    if (looksAgain(step)) {
      reasons.push({ code: 'look-again', ...about(step), message: step.failure?.message, at: step.retryAt });
      continue;
    }
    const attempts = retryOf(
      planStep(state, step.address.stepId) ?? {
        id: '',
        title: '',
        work: { kind: 'checkpoint', question: '' },
      },
    ).attempts;
    reasons.push({
      code: 'retry',
      ...about(step),
      retry: step.tries + 1,
      attempts,
      at: step.retryAt,
      inMs: Math.max(0, (step.retryAt ?? now) - now),
    });
  }
  return reasons;
}

function escalationAbout(state: RunState): { address?: Address; stepTitle?: string } {
  const address = state.escalation?.address;
  return address ? { address, stepTitle: planStep(state, address.stepId)?.title ?? address.stepId } : {};
}

/** The state of a card: the words of the screens hang on this, `retrying` included. */
export type ShownState =
  | Exclude<StepStatus, 'retry-wait' | 'succeeded' | 'needs-approval' | 'unknown'>
  | 'retrying'
  | 'done'
  | 'needs approval'
  | 'approval expired'
  | 'outcome unknown';

const SHOWN: Record<StepStatus, ShownState> = {
  waiting: 'waiting',
  ready: 'ready',
  checking: 'checking',
  'needs-approval': 'needs approval',
  running: 'running',
  'retry-wait': 'retrying',
  unknown: 'outcome unknown',
  succeeded: 'done',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
  undone: 'undone',
  dropped: 'dropped',
};

export type StepView = {
  key: string;
  address: Address;
  title: string;
  status: StepStatus;
  shown: ShownState;
  attempt: number;
  attempts: number;
  generation: number;
  startedAt?: number;
  endedAt?: number;
  durationMs?: number;
  failure?: StepState['failure'];
  summary?: string;
  resource?: string | null;
  approvalId?: string;
  retryAt?: number;
  skippedBy?: StepState['skippedBy'];
  reason?: string;
  manual: boolean;
  items?: { count: number; settled: number; failed: number };
};

export function stepView(state: RunState, key: string): StepView | undefined {
  const step = get(state.steps, key);
  if (!step) return undefined;
  const planned = planStep(state, step.address.stepId);
  const isExpired = step.status === 'needs-approval' && currentApproval(state, step)?.status === 'expired';
  return {
    key,
    address: step.address,
    title: planned?.title ?? step.address.stepId,
    status: step.status,
    shown: isExpired ? 'approval expired' : looksAgain(step) ? 'waiting' : SHOWN[step.status],
    attempt: step.attempt,
    attempts: planned ? retryOf(planned).attempts : 1,
    generation: step.generation,
    manual: step.manual === true,
    ...(step.startedAt !== undefined && { startedAt: step.startedAt }),
    ...(step.endedAt !== undefined && { endedAt: step.endedAt }),
    ...(step.startedAt !== undefined &&
      step.endedAt !== undefined && { durationMs: step.endedAt - step.startedAt }),
    ...(step.failure && { failure: step.failure }),
    ...(step.call && { summary: step.call.summary, resource: step.call.resource }),
    ...(step.approvalId !== undefined && { approvalId: step.approvalId }),
    ...(step.retryAt !== undefined && { retryAt: step.retryAt }),
    ...(step.skippedBy && { skippedBy: step.skippedBy }),
    ...(step.skipReason !== undefined && { reason: step.skipReason }),
    ...(step.forEach && {
      items: { count: step.forEach.count, settled: step.forEach.settled, failed: step.forEach.failed },
    }),
  };
}

/** Cards in the order of the document, the items of a forEach under their step, dropped steps last. */
export function stepViews(state: RunState): StepView[] {
  const keys = state.document.steps.flatMap((step) => {
    const count = get(state.steps, step.id)?.forEach?.count ?? 0;
    return [step.id, ...Array.from({ length: count }, (_, item) => addressKey({ stepId: step.id, item }))];
  });
  const shown = new Set(keys);
  return [...keys, ...keysOf(state.steps).filter((key) => !shown.has(key))].flatMap(
    (key) => stepView(state, key) ?? [],
  );
}

/** E5: the journal, apart from anything a step said. `remaining`: what a stop leaves behind. */
export function effectsView(state: RunState): {
  effects: EffectEntry[];
  committed: number;
  unknown: number;
  remaining: EffectEntry[];
} {
  const effects = keysOf(state.effects).flatMap((key) => get(state.effects, key) ?? []);
  const remaining = effects.filter(
    ({ state: is, undoes }) => (is === 'committed' && undoes === undefined) || is === 'unknown',
  );
  return {
    effects,
    committed: effects.filter((effect) => effect.state === 'committed').length,
    unknown: effects.filter((effect) => effect.state === 'unknown').length,
    remaining,
  };
}

export function budgetView(state: RunState) {
  const limits = limitsOf(state.document);
  return {
    spent: state.spent,
    reserved: state.reserved,
    spentUnknown: state.spentUnknown,
    budget: limits.budget ?? {},
    replans: state.replans,
    replansAllowed: limits.replans,
    ...(limits.deadlineMs !== undefined && { deadlineAt: state.startedAt + limits.deadlineMs }),
  };
}

/** Steps that a person is asked about: the number in the title and the badge. */
export function needsYou(state: RunState, now: number): number {
  const codes: WaitCode[] = [
    'approval',
    'approval-expired',
    'unknown-outcome',
    'person-step',
    'revision-review',
    'escalation',
  ];
  return waitingReasons(state, now).filter((reason) => codes.includes(reason.code)).length;
}
