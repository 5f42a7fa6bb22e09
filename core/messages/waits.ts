/** What a run waits for, as one sentence. Total over the codes. */
import type { WaitCode, WaitReason } from '../run/views.ts';
import { duration, plural } from './words.ts';

type Say = (reason: WaitReason, step: string) => string;
const left = (ms: unknown): string => (typeof ms === 'number' ? `, ${duration(ms)} left` : '');

const SENTENCES: Record<WaitCode, Say> = {
  approval: ({ granted, need, leftMs }, step) =>
    `Waiting for approval of ${step}${Number(need) > 1 ? ` by ${Number(need) - Number(granted)} of ${String(need)}` : ''}${left(leftMs)}`,
  'approval-expired': (_, step) => `Approval of ${step} expired. Ask again to go on`,
  'unknown-outcome': (_, step) => `Waiting for a person to resolve the unknown outcome of ${step}`,
  reconcile: ({ inMs }, step) =>
    `Finding out what happened in ${step}${Number(inMs) > 0 ? `: asking again in ${duration(Number(inMs))}` : ''}`,
  retry: ({ retry, attempts, inMs }, step) =>
    `Retry ${String(retry)} of ${String(attempts)} of ${step} in ${duration(Number(inMs))}`,
  'person-step': (_, step) => `Waiting for a person to do ${step}`,
  'revision-review': ({ planVersion }) => `Waiting for review of v${String(planVersion)}`,
  revision: ({ phase }) =>
    phase === 'approved' ? 'Adopting the new version once changed steps have ended' : 'Revising the plan',
  escalation: ({ leftMs, reason, stepTitle }) =>
    `Waiting for a person: ${stepTitle === undefined ? '' : `${stepTitle}: `}${String(reason)}${left(leftMs)}`,
  budget: ({ message }) => `Waiting at a limit. ${String(message)}`,
  paused: ({ inFlight }) =>
    Number(inFlight) > 0 ? `Paused. ${plural(Number(inFlight), 'running step')} will finish` : 'Paused',
  stopping: ({ inFlight }) => `Stopping: ${plural(Number(inFlight), 'running step')} to finish`,
};

export function waitMessage(reason: WaitReason): string {
  const { stepTitle, address } = reason;
  const title = stepTitle === undefined ? 'a step' : `"${stepTitle}"`;
  const item = address?.item === undefined ? title : `${title}, item ${address.item + 1}`;
  return SENTENCES[reason.code](reason, item);
}
