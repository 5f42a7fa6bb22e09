/**
 * decide(state, command): the events that follow, or why not. Pure: the state is not changed, time and ids come in with
 * the command. A refusal is a value with a code; nothing throws but a bug. One decision holds everything that follows
 * at once (an outcome, the success of its step, the skip of a dependant, the end of the run), so no state in between
 * is ever stored.
 */
import { assertNever } from '../assert.ts';
import type { Decision, RunCommand } from './commands.ts';
import { askApprovalAgain, decideApprovals, withdrawApproval } from './deciding/approvals.ts';
import { editArguments, extendApprovals } from './deciding/edits.ts';
import { startDecision, toDecision, type Context, type Verdict } from './deciding/context.ts';
import { fireTimers } from './deciding/fire-timers.ts';
import { pauseRun, recordSuccessChecks, resumeRun, startRun, stopRun } from './deciding/lifecycle.ts';
import {
  answerPersonStep,
  checkUnknownAgain,
  recordCrash,
  recordOutcome,
  recordPostconditions,
  recordReconcile,
  resolveUnknown,
  retryStep,
} from './deciding/outcomes.ts';
import {
  askPerson,
  expandForEach,
  failPreparation,
  prepareAttempt,
  skipByDriver,
} from './deciding/preparation.ts';
import {
  adoptByDriver,
  decideRevision,
  declineRevision,
  proposeRevision,
  requestReplan,
  undoRun,
} from './deciding/revisions.ts';
import { escalateLeftOver, settleRun } from './deciding/settle.ts';
import type { RunState } from './state.ts';

export function decide(state: RunState, command: RunCommand): Decision {
  const context = startDecision(state, command);
  const refused = handle(context, command);
  if (!refused && context.events.length > 0) {
    escalateLeftOver(context);
    settleRun(context);
  }
  return toDecision(context, refused);
}

function handle(context: Context, command: RunCommand): Verdict {
  switch (command.type) {
    case 'start-run':
      return startRun(context, command);
    case 'pause-run':
      return pauseRun(context, command);
    case 'resume-run':
      return resumeRun(context);
    case 'stop-run':
      return stopRun(context, command);
    case 'decide-approvals':
      return decideApprovals(context, command);
    case 'withdraw-approval':
      return withdrawApproval(context, command);
    case 'edit-arguments':
      return editArguments(context, command);
    case 'extend-approvals':
      return extendApprovals(context, command);
    case 'ask-approval-again':
      return askApprovalAgain(context, command);
    case 'resolve-unknown':
      return resolveUnknown(context, command);
    case 'check-unknown-again':
      return checkUnknownAgain(context, command);
    case 'retry-step':
      return retryStep(context, command);
    case 'answer-person-step':
      return answerPersonStep(context, command);
    case 'request-replan':
      return requestReplan(context, command);
    case 'undo-run':
      return undoRun(context, command);
    case 'decide-revision':
      return decideRevision(context, command);
    case 'expand-for-each':
      return expandForEach(context, command);
    case 'prepare-attempt':
      return prepareAttempt(context, command);
    case 'fail-preparation':
      return failPreparation(context, command);
    case 'skip-step':
      return skipByDriver(context, command);
    case 'record-outcome':
      return recordOutcome(context, command);
    case 'record-crash':
      return recordCrash(context, command);
    case 'record-postconditions':
      return recordPostconditions(context, command);
    case 'record-reconcile':
      return recordReconcile(context, command);
    case 'ask-person':
      return askPerson(context, command);
    case 'record-success-checks':
      return recordSuccessChecks(context, command);
    case 'propose-revision':
      return proposeRevision(context, command);
    case 'decline-revision':
      return declineRevision(context, command);
    case 'adopt-revision':
      return adoptByDriver(context);
    case 'fire-timers':
      return fireTimers(context);
    default:
      return assertNever(command);
  }
}
