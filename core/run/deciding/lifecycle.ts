/** Start, pause, resume, stop (R5, R6, R9), and the end by success checks (R7). */
import type { PlanDocument } from '../../plan/schema.ts';
import type { CheckResult } from '../events.ts';
import {
  emit,
  refuseUnlessLive,
  reject,
  replansLeft,
  type CommandOf,
  type Context,
  type Verdict,
} from './context.ts';
import { endRun, escalate } from './settle.ts';

export function startRun(context: Context, command: CommandOf<'start-run'>): Verdict {
  if (context.state.status !== 'not-started') return reject('run-already-started');
  const { document } = command;
  if (document.steps.length === 0) return reject('plan-empty');
  const missing = unavailableFeatures(document);
  if (missing.length > 0) return reject('feature-not-available', { features: missing });
  const { workspaceId, runId, planId, planVersion, planHash, identity, solo, lastEditor } = command;
  emit(context, {
    type: 'run-started',
    data: {
      workspaceId,
      runId,
      planId,
      planVersion,
      planHash,
      document,
      identity,
      solo,
      startedBy: command.actor,
      ...(lastEditor !== undefined && { lastEditor }),
    },
  });
  return undefined;
}

/** What a plan may say and this version cannot do yet. */
export function unavailableFeatures(document: PlanDocument): { stepId: string; feature: string }[] {
  return document.steps.flatMap((step) => {
    const { kind } = step.work;
    const features: string[] = kind === 'tool' || kind === 'person' ? [] : [kind];
    if ((step.fallbacks ?? []).length > 0) features.push('fallbacks');
    return features.map((feature) => ({ stepId: step.id, feature }));
  });
}

export function pauseRun(context: Context, command: CommandOf<'pause-run'>): Verdict {
  const refused = refuseUnlessLive(context.state);
  if (refused) return refused;
  if (context.state.status === 'paused') return reject('already-paused');
  emit(context, {
    type: 'run-paused',
    data: { ...(command.reason !== undefined && { reason: command.reason }) },
  });
  return undefined;
}

export function resumeRun(context: Context): Verdict {
  const refused = refuseUnlessLive(context.state);
  if (refused) return refused;
  if (context.state.status !== 'paused') return reject('not-paused');
  emit(context, { type: 'run-resumed', data: {} });
  return undefined;
}

export function stopRun(context: Context, command: CommandOf<'stop-run'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state, { stopping: true });
  if (refused) return refused;
  const isMore = state.stopMode === 'after-running' && command.mode === 'cancel-now';
  if (state.status === 'stopping' && !isMore) return reject('run-stopping');
  /** A run that had given up by itself still ends failed when its last attempts are cancelled. */
  const cause = state.stopCause ?? 'operator';
  emit(context, {
    type: 'run-stop-requested',
    data: { mode: command.mode, cause, ...(command.reason !== undefined && { reason: command.reason }) },
  });
  return undefined;
}

export function recordSuccessChecks(context: Context, command: CommandOf<'record-success-checks'>): Verdict {
  const { state } = context;
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.status !== 'running' || state.openSteps > 0 || state.escalation)
    return reject('run-not-running', { status: state.status });
  if (state.replan) return reject('replan-pending', { phase: state.replan.phase });
  const checks = withMissing(state.document.success ?? [], command.checks, 'success', context.at);
  const holds = checks.length > 0 && checks.every((check) => check.holds);
  emit(context, { type: 'success-checked', data: { checks, holds } });
  if (holds) {
    endRun(context, 'succeeded', 'goal-met', 'Every success check holds.');
    return undefined;
  }
  const message = checks.find((check) => !check.holds)?.message ?? 'A success check does not hold.';
  if (replansLeft(context) > 0)
    emit(context, {
      type: 'replan-requested',
      data: { trigger: { kind: 'success-check-failed', message, checks } },
    });
  else escalate(context, undefined, message);
  return undefined;
}

/** Every planned check has a result: one that was not evaluated does not hold. */
export function withMissing(
  planned: readonly { id: string; expr: string }[],
  results: readonly CheckResult[],
  kind: CheckResult['kind'],
  at: number,
): CheckResult[] {
  const known = new Map(results.map((result) => [result.id, result]));
  const missing = planned
    .filter((check) => !known.has(check.id))
    .map((check): CheckResult => ({
      id: check.id,
      kind,
      expr: check.expr,
      holds: false,
      message: 'Not evaluated.',
      at,
    }));
  return [...results, ...missing];
}
