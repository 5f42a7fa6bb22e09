/**
 * F6: the recovery of a failed step is a pure table from the failure's class. Retries come first where the class
 * allows them and some are left; then a replan, where one may help; else a person is asked (escalate).
 */
import type { Failure, FailureClass, Trigger } from './events.ts';
import type { Step } from '../plan/schema.ts';
import { retryOf } from './limits.ts';

export type Recovery = 'retry' | 'replan' | 'escalate';

/** In order of preference. Only `transient` is ever retried without a person (F2). */
export const RECOVERIES: Record<FailureClass, readonly Recovery[]> = {
  transient: ['retry', 'replan', 'escalate'],
  permanent: ['replan', 'escalate'],
  precondition: ['replan', 'escalate'],
  postcondition: ['replan', 'escalate'],
  denied: ['replan', 'escalate'],
  rejected: ['replan', 'escalate'],
  'could-not': ['replan', 'escalate'],
  'over-budget': ['escalate'],
  'timed-out': ['replan', 'escalate'],
  cancelled: ['escalate'],
};

export function chooseRecovery(failure: Failure, left: { retries: number; replans: number }): Recovery {
  for (const recovery of RECOVERIES[failure.class]) {
    if (recovery === 'retry' && left.retries > 0) return recovery;
    if (recovery === 'replan' && left.replans > 0) return recovery;
  }
  return 'escalate';
}

/** Backoff doubles up to its cap; jitter takes off up to half; a Retry-After is a floor (F2). */
export function retryDelayMs(step: Step, retriesUsed: number, failure: Failure, jitter: number): number {
  const { backoffMs, maxBackoffMs } = retryOf(step);
  const backoff = Math.min(maxBackoffMs, backoffMs * 2 ** Math.min(retriesUsed, 30));
  return Math.max(Math.round(backoff * (1 - jitter / 2)), failure.retryAfterMs ?? 0);
}

/** What a failure is to the planner (triggers of section N). */
export function triggerOf(failure: Failure, stepId: string): Trigger {
  const kind =
    failure.class === 'precondition'
      ? failure.checks?.some((check) => check.kind === 'assumption' && !check.holds)
        ? ('assumption-contradicted' as const)
        : ('precondition-failed' as const)
      : failure.class === 'transient' || failure.class === 'timed-out'
        ? ('dependency-unavailable' as const)
        : failure.class === 'over-budget'
          ? ('over-budget' as const)
          : ('step-failed' as const);
  return { kind, stepId, message: failure.message, ...(failure.checks && { checks: failure.checks }) };
}
