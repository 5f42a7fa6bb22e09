import { createCommitter } from './committer.ts';
import { type Claim, type DriveDeps, type DriveEnd, type DriveHandle, driveRun } from './drive-run.ts';

export type DriverDeps = Omit<DriveDeps, 'committer'>;
export type { Claim, DriveEnd };

export type Driver = {
  /** Resolves when the run needs this driver no more. `stop` aborts what is in flight and appends nothing further. */
  drive(claim: Claim, stop: AbortSignal): Promise<DriveEnd>;
  /** Somebody else has appended to a run; without a version its log is looked at in any case. */
  poke(runId: string, version?: number): void;
  /** Starts nothing any more; drives end as soon as what is in flight has finished. */
  drain(): void;
  readonly active: number;
};

/** Drives many runs at once. What several of them have ready at one moment is committed by one statement. */
export function createDriver(deps: DriverDeps): Driver {
  const committer = createCommitter(deps.store);
  const draining = new AbortController();
  const drives = new Map<string, DriveHandle>();
  return {
    async drive(claim, stop) {
      const handle = driveRun({ ...deps, committer }, claim, { stop, drain: draining.signal });
      drives.set(claim.runId, handle);
      try {
        return await handle.end;
      } finally {
        if (drives.get(claim.runId) === handle) drives.delete(claim.runId);
      }
    },
    poke: (runId, version) => drives.get(runId)?.poke(version),
    drain: () => draining.abort(),
    get active() {
      return drives.size;
    },
  };
}
