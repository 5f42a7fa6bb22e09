/**
 * The port through which runs are written and read. Two implementations (`postgres-run-store.ts` and
 * `testing/memory-run-store.ts`) pass one suite, `run-store.contract.ts`.
 */
import type { Json } from '#core/json.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Actor, NewRunEvent, Provenance, RunEvent, StoredValue, Trigger } from '#core/run/events.ts';
import type { RunState } from '#core/run/state.ts';

/** A version made inside a run (V6), written with the event that proposes it. */
export type RunPlanVersion = {
  planId: string;
  version: number;
  hash: string;
  document: PlanDocument;
  state: 'in review' | 'approved';
  parent: number;
  trigger: Trigger;
  note: string;
  provenance: Provenance;
  originRunId: string;
  submittedBy?: Actor;
};

export type AppendBatch = {
  workspaceId: string;
  runId: string;
  /** The last event the writer knows; its own events are numbered from the next on. */
  expectedVersion: number;
  /** A driver's hold on the run; absent for an operator's command. */
  fence?: number;
  events: NewRunEvent[];
  /** The fold of everything up to the last of `events`: the projections are read from it. */
  state: RunState;
  /** Address keys whose rows may have changed, as `evolve` returned them. */
  touched: string[];
  planVersion?: RunPlanVersion;
  planVersionState?: {
    planId: string;
    version: number;
    state: 'approved' | 'rejected';
    by: Actor;
    reason?: string;
  };
  /** Results of steps, by address key. */
  outputs?: { key: string; output: StoredValue }[];
  /** Keep the state too, whatever the distance to the last snapshot. */
  snapshot?: boolean;
  /** Wake a driver in the same transaction. */
  ring?: boolean;
};

/**
 * version: somebody appended first; read the tail and decide again.
 * fenced: another driver holds the run; stop.
 * plan-version: the number of the new plan version is taken; ask for the next one.
 */
export type AppendResult = { ok: true } | { ok: false; reason: 'version' | 'fenced' | 'plan-version' };

export type LoadedRun = { state: RunState; version: number; fence: number };

export interface RunStore {
  /** Batches are of different runs; each stands or falls alone. */
  append(batches: AppendBatch[]): Promise<AppendResult[]>;
  load(workspaceId: string, runId: string): Promise<LoadedRun | undefined>;
  /** Events numbered above `after`, in order. */
  readEvents(workspaceId: string, runId: string, after: number, limit?: number): Promise<RunEvent[]>;
  /** Step outputs by address key, references resolved; absent where a step has none. */
  readOutputs(workspaceId: string, runId: string, keys?: string[]): Promise<Record<string, Json>>;
  /** Up to 4 KiB stays inline, more is stored once by its hash (T4). */
  putPayload(workspaceId: string, value: Json): Promise<StoredValue>;
  readPayload(workspaceId: string, sha256: string): Promise<Json | undefined>;
  /** The number the plan's next version will have, as of now. */
  nextPlanVersion(workspaceId: string, planId: string): Promise<number>;
  /** Document hashes of the versions this run made, oldest first (N5). */
  versionHashes(workspaceId: string, runId: string): Promise<{ version: number; hash: string }[]>;
}

export type RunStoreOptions = {
  /** Events between two snapshots. */
  snapshotEvery?: number;
};
export const SNAPSHOT_EVERY = 500;
