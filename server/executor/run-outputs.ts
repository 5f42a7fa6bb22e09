/**
 * Outputs of a run's steps while it is driven. What this driver has just observed is known before it is committed, so
 * that successors can be prepared while the outcome is on its way to disk. At most 4 KiB a step is held here.
 */
import type { Json } from '#core/json.ts';
import { addressKey } from '#core/run/address.ts';
import type { RunState } from '#core/run/state.ts';
import type { StoredValue } from '#core/run/events.ts';
import type { RunStore } from '#db/run-store.ts';

export type RunOutputs = {
  remember(key: string, output: StoredValue): void;
  /** Somebody else may have stored others since. */
  forget(): void;
  /** A forEach reads as the list of its children's outputs, in item order; what is missing reads null. */
  ofSteps(state: RunState, stepIds: readonly string[]): Promise<Record<string, { output: Json | null }>>;
  ofAddresses(keys: readonly string[]): Promise<Map<string, Json>>;
  items(stepId: string): Promise<Json[]>;
  rememberItems(stepId: string, items: Json[]): void;
};

const EVENTS_PER_READ = 1_000;

export function createRunOutputs(store: RunStore, workspaceId: string, runId: string): RunOutputs {
  const known = new Map<string, StoredValue>();
  const itemLists = new Map<string, Json[]>();

  async function valueOf(stored: StoredValue): Promise<Json> {
    return 'inline' in stored
      ? stored.inline
      : ((await store.readPayload(workspaceId, stored.ref.sha256)) ?? null);
  }

  async function ofAddresses(keys: readonly string[]): Promise<Map<string, Json>> {
    const values = new Map<string, Json>();
    const missing: string[] = [];
    for (const key of keys) {
      const stored = known.get(key);
      if (stored) values.set(key, await valueOf(stored));
      else missing.push(key);
    }
    if (missing.length > 0) {
      const read = await store.readOutputs(workspaceId, runId, missing);
      for (const key of missing) if (Object.hasOwn(read, key)) values.set(key, read[key] ?? null);
    }
    return values;
  }

  async function ofSteps(state: RunState, stepIds: readonly string[]) {
    const keysOf = (stepId: string): string[] => {
      const step = state.steps[stepId];
      if (!step) return [];
      if (!step.forEach) return step.status === 'succeeded' ? [stepId] : [];
      return Array.from({ length: step.forEach.count }, (_, item) => addressKey({ stepId, item }));
    };
    const wanted = stepIds.flatMap(keysOf).filter((key) => state.steps[key]?.status === 'succeeded');
    const values = await ofAddresses(wanted);
    const steps: Record<string, { output: Json | null }> = Object.create(null);
    for (const stepId of stepIds) {
      const isList = state.steps[stepId]?.forEach !== undefined;
      const output = isList
        ? keysOf(stepId).map((key) => values.get(key) ?? null)
        : (values.get(stepId) ?? null);
      steps[stepId] = { output };
    }
    return steps;
  }

  async function readItems(stepId: string): Promise<Json[]> {
    let found: StoredValue | undefined;
    for (let after = 0; ;) {
      const events = await store.readEvents(workspaceId, runId, after, EVENTS_PER_READ);
      for (const event of events) {
        if (event.type === 'for-each-expanded' && event.data.address.stepId === stepId)
          found = event.data.items;
      }
      const last = events.at(-1);
      if (!last || events.length < EVENTS_PER_READ) break;
      after = last.version;
    }
    const items = found ? await valueOf(found) : [];
    return Array.isArray(items) ? items : [];
  }

  return {
    remember: (key, output) => void known.set(key, output),
    forget: () => known.clear(),
    ofSteps,
    ofAddresses,
    async items(stepId) {
      const items = itemLists.get(stepId) ?? (await readItems(stepId));
      itemLists.set(stepId, items);
      return items;
    },
    rememberItems: (stepId, items) => void itemLists.set(stepId, items),
  };
}
