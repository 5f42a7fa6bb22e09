import type { Rejection } from '#core/run/commands.ts';
import { rejectionMessage } from '#core/messages/rejections.ts';
import type { RunState } from '#core/run/state.ts';
import { type RefusedError, refuseRejection } from '#server/refusal.ts';

/** A refusal with what is true now beside it, so that the page can show the difference (A2). */
export function refuseRun(rejection: Rejection, state: RunState): RefusedError {
  const now = { runStatus: state.status, runVersion: state.version, planVersion: state.planVersion };
  return refuseRejection({ ...rejection, now }, rejectionMessage(rejection));
}
