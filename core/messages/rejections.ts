/** Why a command was refused, and what helps. Total over the codes: a new code does not compile without its words. */
import type { Rejection, RejectionCode } from '../run/commands.ts';
import { atTime, list, nameOf, plural } from './words.ts';

type Say = (rejection: Rejection) => string;

const SENTENCES: Record<RejectionCode, Say> = {
  'run-not-started': () => 'This run has not started.',
  'run-already-started': () => 'This run has already started.',
  'run-ended': ({ status }) =>
    `This run has ended${status === undefined ? '' : `: ${String(status)}`}. Nothing was changed.`,
  'run-not-running': ({ status, waitsFor }) =>
    status === 'paused'
      ? 'This run is paused. Resume it to start steps.'
      : waitsFor === 'budget'
        ? 'The budget of this run is used up. Nothing new starts.'
        : 'This run waits for a person. Nothing new starts.',
  'run-stopping': () => 'This run is stopping. Nothing new starts.',
  'not-paused': () => 'This run is not paused.',
  'already-paused': () => 'This run is already paused.',
  'plan-empty': () => 'This plan has no steps. Add one to start a run.',
  'feature-not-available': ({ features }) =>
    `This version cannot run ${list((Array.isArray(features) ? features : []).map(({ stepId, feature }: { stepId: string; feature: string }) => `${feature} (step ${stepId})`))}.`,
  'step-not-found': () => 'This step is not in the plan any more.',
  'step-not-ready': ({ status }) =>
    status === undefined
      ? 'This step cannot start now.'
      : `This step cannot start now: it is ${String(status)}.`,
  'step-not-failed': () => 'Only a failed step can be retried.',
  'step-not-unknown': () => 'The outcome of this step is known by now.',
  'step-not-asked': () => 'Nobody is asked about this step now.',
  'attempt-not-current': () => 'Another attempt has begun. This result came too late and changed nothing.',
  'replan-pending': ({ phase }) =>
    phase === 'review'
      ? 'A new version of the plan waits for review. Nothing new starts until then.'
      : 'The plan is being revised. Nothing new starts until then.',
  'concurrency-full': ({ limit }) =>
    `All ${String(limit)} slots are taken. The step starts when one is free.`,
  'seal-mismatch': ({ what }) =>
    `The call differs from what was prepared (${String(what)}). Nothing was sent.`,
  'resource-busy': ({ resource }) =>
    String(resource).startsWith('budget:')
      ? 'The rest of the budget is reserved by running steps.'
      : `Another step is changing ${String(resource)}.`,
  'approval-not-found': () => 'This approval does not exist.',
  'approval-already-decided': ({ by, at, verdict }) =>
    `${nameOf(by)} ${verdict === 'reject' ? 'rejected' : 'approved'} this${atTime(at)}. Nothing for you to do.`,
  'approval-expired': ({ expiredAt }) =>
    `This approval expired${atTime(expiredAt)}. Ask again to get a new card.`,
  'approval-voided': ({ cause }) =>
    cause === 'withdrawn'
      ? 'This approval was withdrawn.'
      : cause === 'arguments-edited'
        ? 'Its arguments were edited. Nothing was approved: read the new card.'
        : 'This approval no longer applies: the call changed or the run moved on.',
  'approval-changed': ({ changed }) =>
    `This changed since you read it: ${list((Array.isArray(changed) ? changed : []).map(({ what }: { what: string }) => CHANGED[what] ?? what))}. Read the card again.`,
  'approver-is-requester': () => 'You started this run. Policy needs someone else.',
  'approver-is-editor': () => 'You edited this call last. Policy needs someone else.',
  'approver-lacks-role': ({ roles }) =>
    `This needs the role ${list(Array.isArray(roles) ? roles.map(String) : [], 'or')}.`,
  'approver-decided-before': () => 'You have approved this already. It needs someone else as well.',
  'approval-not-armed': ({ type }) => `Type ${JSON.stringify(type)} to arm the approval.`,
  'batch-holds-critical': () => 'Critical calls are decided one by one.',
  'batch-not-alike': () =>
    'Calls are decided together only when they belong to one forEach, or are Low and of one tool and one rule.',
  'edit-changes-nothing': () => 'These are the arguments the call already has. Nothing was changed.',
  'extension-limit': ({ limit }) =>
    `This approval was extended ${plural(Number(limit), 'time')}. Let it expire and ask again.`,
  'reason-required': ({ characters }) =>
    Number(characters) > 1 ? `Give a reason of at least ${String(characters)} characters.` : 'Give a reason.',
  'not-withdrawable': () => 'This approval cannot be withdrawn: it is not yours, or the call is on its way.',
  'evidence-required': ({ characters }) => `Say how you know, in at least ${String(characters)} characters.`,
  'revision-not-pending': () => 'No revision waits for this.',
  'revision-changed': () => 'The revision changed since you read it. Read it again.',
  'replans-exhausted': ({ limit }) => `This run has used its ${plural(Number(limit), 'replan')}.`,
  'nothing-to-adopt': () => 'No approved revision waits to be adopted.',
  'nothing-to-undo': () => 'The plan does not say how to take back anything this run has done.',
  'in-flight-changed': ({ steps }) =>
    `The revision changes ${list(Array.isArray(steps) ? steps.map(String) : [])}, still running. It is adopted when they have ended.`,
  'not-allowed': ({ why }) => NOT_ALLOWED[String(why)] ?? 'This is not allowed.',
  'output-invalid': () => 'The answer does not fit the form.',
};

const CHANGED: Record<string, string> = {
  seal: 'the call',
  planVersion: 'the plan version',
  policyRevision: 'the policy',
};
const NOT_ALLOWED: Record<string, string> = {
  'a-person-must-say': 'Only a person can say this.',
  'a-person-must-decide': 'Only a person can decide this.',
  'tool-cannot-reconcile': 'This tool cannot be asked what happened. Look for yourself, then say so.',
  'step-not-skippable': 'This step may not be skipped.',
  'recovery-given-up': 'The run went on without this step. It cannot be retried.',
};

export function rejectionMessage(rejection: Rejection): string {
  return SENTENCES[rejection.code](rejection);
}
