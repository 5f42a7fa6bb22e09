/** The run store in memory: same answers as PostgreSQL's, for simulations and tests of the driver. */
import { assert, must } from '#core/assert.ts';
import type { Json } from '#core/json.ts';
import { RUN_EVENT_SCHEMA, type RunEvent, type StoredValue } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import type { RunState } from '#core/run/state.ts';
import { decodeEvent, type EventRow } from '../decode.ts';
import { resolveStored, storedValue } from '../payloads.ts';
import {
  type AppendBatch,
  type AppendResult,
  type RunPlanVersion,
  type RunStore,
  type RunStoreOptions,
  SNAPSHOT_EVERY,
} from '../run-store.ts';

export type StoredRunVersion = Omit<RunPlanVersion, 'state'> & {
  state: 'in review' | 'approved' | 'rejected';
};

export type MemoryRunStore = RunStore & {
  /** Takes the run from whoever holds it; appends under an older fence are refused from here on. */
  claim(workspaceId: string, runId: string): number;
  runs(): { workspaceId: string; runId: string; version: number; fence: number }[];
  planVersions(workspaceId: string, planId: string): StoredRunVersion[];
  /** Runs that a batch with `ring` named, oldest first; empties the list. */
  takeRings(): { workspaceId: string; runId: string }[];
};

type MemoryRun = {
  workspaceId: string;
  runId: string;
  planId: string;
  fence: number;
  /** As text, so that a stored event is nobody's object. */
  events: string[];
  outputs: Map<string, StoredValue>;
  snapshot?: string;
};

export function createMemoryRunStore({
  snapshotEvery = SNAPSHOT_EVERY,
}: RunStoreOptions = {}): MemoryRunStore {
  const runs = new Map<string, MemoryRun>();
  const payloads = new Map<string, Map<string, Json>>();
  const versions = new Map<string, Map<number, StoredRunVersion>>();
  let rings: { workspaceId: string; runId: string }[] = [];

  const keyOf = (workspaceId: string, id: string) => JSON.stringify([workspaceId, id]);
  const payloadsOf = (workspaceId: string) => payloads.get(workspaceId) ?? new Map<string, Json>();
  const versionsOf = (workspaceId: string, planId: string) => {
    const key = keyOf(workspaceId, planId);
    const known = versions.get(key) ?? new Map<number, StoredRunVersion>();
    versions.set(key, known);
    return known;
  };

  function appendOne(batch: AppendBatch): AppendResult {
    const { workspaceId, runId, expectedVersion, fence, events, state, planVersion, planVersionState } =
      batch;
    const found = runs.get(keyOf(workspaceId, runId));
    if (found && fence !== undefined && fence !== found.fence) return { ok: false, reason: 'fenced' };
    if ((found?.events.length ?? 0) !== expectedVersion) return { ok: false, reason: 'version' };
    assert(events.length > 0, 'an append without events');
    assert(state.version === expectedVersion + events.length, 'the state is not the fold of the append');
    if (planVersion) {
      const known = versionsOf(workspaceId, planVersion.planId);
      if (known.has(planVersion.version)) return { ok: false, reason: 'plan-version' };
      known.set(planVersion.version, structuredClone(planVersion));
    }
    if (planVersionState) {
      const version = versionsOf(workspaceId, planVersionState.planId).get(planVersionState.version);
      if (version?.originRunId === runId && version.state === 'in review')
        version.state = planVersionState.state;
    }
    const run: MemoryRun = found ?? {
      workspaceId,
      runId,
      planId: state.planId,
      fence: 0,
      events: [],
      outputs: new Map(),
    };
    runs.set(keyOf(workspaceId, runId), run);
    events.forEach((event, at) => {
      const { type, data, actor, traceId = null } = event;
      run.events.push(
        JSON.stringify({ version: expectedVersion + at + 1, type, data, actor, traceId, at: event.at }),
      );
    });
    for (const { key, output } of batch.outputs ?? []) run.outputs.set(key, structuredClone(output));
    const crossed = Math.floor(state.version / snapshotEvery) > Math.floor(expectedVersion / snapshotEvery);
    if (batch.snapshot || crossed) run.snapshot = JSON.stringify(state);
    if (batch.ring) rings.push({ workspaceId, runId });
    return { ok: true };
  }

  function eventsAfter(run: MemoryRun, after: number, limit?: number): RunEvent[] {
    const texts = run.events.slice(after, limit === undefined ? undefined : after + limit);
    return texts.map((text) => {
      const row = JSON.parse(text) as Omit<EventRow, 'schema'>;
      return decodeEvent({ ...row, schema: RUN_EVENT_SCHEMA });
    });
  }

  return {
    async append(batches) {
      return batches.map(appendOne);
    },
    async load(workspaceId, runId) {
      const run = runs.get(keyOf(workspaceId, runId));
      if (!run) return undefined;
      const state = run.snapshot ? (JSON.parse(run.snapshot) as RunState) : initialState();
      for (const event of eventsAfter(run, state.version)) evolve(state, event);
      return { state, version: state.version, fence: run.fence };
    },
    async readEvents(workspaceId, runId, after, limit) {
      const run = runs.get(keyOf(workspaceId, runId));
      return run ? eventsAfter(run, after, limit) : [];
    },
    async readOutputs(workspaceId, runId, keys) {
      const outputs = runs.get(keyOf(workspaceId, runId))?.outputs ?? new Map<string, StoredValue>();
      const wanted = [...outputs].filter(([key]) => keys === undefined || keys.includes(key));
      return Object.fromEntries(
        wanted.map(([key, output]) => [key, structuredClone(resolveStored(output, payloadsOf(workspaceId)))]),
      );
    },
    async putPayload(workspaceId, value) {
      const { stored, payload } = storedValue(value);
      if (payload)
        payloads.set(
          workspaceId,
          payloadsOf(workspaceId).set(payload.sha256, JSON.parse(payload.text) as Json),
        );
      return stored;
    },
    async readPayload(workspaceId, sha256) {
      return payloadsOf(workspaceId).get(sha256);
    },
    async nextPlanVersion(workspaceId, planId) {
      const started = [...runs.values()].filter(
        (run) => run.workspaceId === workspaceId && run.planId === planId,
      );
      const startedWith = await Promise.all(
        started.map(async (run) => {
          const [first] = eventsAfter(run, 0, 1);
          return first?.type === 'run-started' ? first.data.planVersion : 0;
        }),
      );
      return Math.max(0, ...startedWith, ...versionsOf(workspaceId, planId).keys()) + 1;
    },
    async versionHashes(workspaceId, runId) {
      const planId = runs.get(keyOf(workspaceId, runId))?.planId;
      if (planId === undefined) return [];
      return [...versionsOf(workspaceId, planId).values()]
        .filter((version) => version.originRunId === runId)
        .map(({ version, hash }) => ({ version, hash }));
    },
    claim(workspaceId, runId) {
      const run = must(runs.get(keyOf(workspaceId, runId)), 'a claim of a run that was never started');
      run.fence += 1;
      return run.fence;
    },
    runs: () =>
      [...runs.values()].map(({ workspaceId, runId, events, fence }) => ({
        workspaceId,
        runId,
        version: events.length,
        fence,
      })),
    planVersions: (workspaceId, planId) => structuredClone([...versionsOf(workspaceId, planId).values()]),
    takeRings() {
      const taken = rings;
      rings = [];
      return taken;
    },
  };
}
