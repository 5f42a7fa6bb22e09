import type { RunChange } from './drive-run.ts';

/** People do not see more often than this, and each NOTIFY makes commits wait for each other. */
const PAUSE_MS = 50;

/** The first change of a run is told at once, those that follow within the pause as one at its end. */
export function createChangeThrottle(notify: (change: RunChange) => void): (change: RunChange) => void {
  const pausing = new Map<string, RunChange | undefined>();
  function tell(change: RunChange): void {
    notify(change);
    pausing.set(change.runId, undefined);
    setTimeout(() => {
      const latest = pausing.get(change.runId);
      pausing.delete(change.runId);
      if (latest) tell(latest);
    }, PAUSE_MS).unref();
  }
  return (change) => {
    if (pausing.has(change.runId)) pausing.set(change.runId, change);
    else tell(change);
  };
}
