/** The words for states: this table and no other, on every screen. "Outcome unknown" is never "failed" or "timeout". */
import type { RunStatus } from '../run/state.ts';
import type { ShownState, StepView } from '../run/views.ts';

export const STEP_WORDS: Record<ShownState, string> = {
  waiting: 'Waiting',
  ready: 'Ready',
  running: 'Running',
  retrying: 'Retry',
  'needs approval': 'Needs approval',
  'approval expired': 'Approval expired',
  done: 'Done',
  failed: 'Failed',
  'outcome unknown': 'Outcome unknown',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
  undone: 'Undone',
  checking: 'Checking',
  dropped: 'Dropped',
};

export const RUN_WORDS: Record<RunStatus, string> = {
  'not-started': 'Not started',
  running: 'Running',
  paused: 'Paused',
  stopping: 'Stopping',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** "Retry 2 of 3", "Dropped by v4", else the word alone. */
export function stepText(
  view: Pick<StepView, 'shown' | 'attempt' | 'attempts'> & { droppedBy?: number },
): string {
  if (view.shown === 'retrying')
    return `Retry ${Math.min(view.attempt + 1, view.attempts)} of ${view.attempts}`;
  if (view.shown === 'dropped' && view.droppedBy !== undefined) return `Dropped by v${view.droppedBy}`;
  return STEP_WORDS[view.shown];
}
