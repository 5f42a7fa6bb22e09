/** What every run store does. Run by `memory-run-store.test.ts` and `postgres-run-store.pg.test.ts`. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RUN_EVENT_SCHEMA } from '#core/run/events.ts';
import { fold } from '#core/run/evolve.ts';
import type { Json } from '#core/json.ts';
import type { AppendBatch, RunPlanVersion, RunStore } from './run-store.ts';
import {
  ANNA,
  asked,
  AT,
  committed,
  dispatched,
  HASH,
  paused,
  planOf,
  resumed,
  started,
  succeeded,
  writerOf,
} from './testing/run-events.ts';

export type RunStoreUnderTest = {
  store: RunStore;
  workspaceId: string;
  /** Takes the run over, as a worker's claim does; returns the new fence. */
  claim(runId: string): Promise<number>;
  /** Makes the plan row that versions of runs belong to, with version 1. */
  addPlan(planId: string): Promise<void>;
};

export function describeRunStore(name: string, open: () => Promise<RunStoreUnderTest>): void {
  describe(name, () => {
    const setup = async () => {
      const opened = await open();
      const runId = randomUUID();
      return { ...opened, runId, writer: writerOf(opened.workspaceId, runId) };
    };
    const numbers = async (store: RunStore, workspaceId: string, runId: string) =>
      (await store.readEvents(workspaceId, runId, 0)).map((event) => event.version);

    test('[R8] events are numbered 1, 2, 3 … and come back as they were appended', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      const start = started(workspaceId, runId);
      const pause = { ...paused('Lunch'), traceId: 'trace-1' };
      expect(await store.append([writer.batch([start])])).toEqual([{ ok: true }]);
      expect(await store.append([writer.batch([pause, resumed()])])).toEqual([{ ok: true }]);
      const events = await store.readEvents(workspaceId, runId, 0);
      const numbered = [start, pause, resumed()].map((event, index) => ({
        ...event,
        version: index + 1,
        schema: RUN_EVENT_SCHEMA,
      }));
      expect(events).toEqual(numbered);
      expect(await store.readEvents(workspaceId, runId, 1, 1)).toEqual([numbered[1]]);
      expect(await store.readEvents(workspaceId, runId, 3)).toEqual([]);
    });

    test('[R2] a loaded state is the fold of the events', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      await store.append([writer.batch([started(workspaceId, runId)])]);
      await store.append([writer.batch([asked('copy', randomUUID()), paused()])]);
      const loaded = await store.load(workspaceId, runId);
      expect(loaded).toMatchObject({ version: 3, fence: 0 });
      expect(loaded?.state).toEqual(fold(await store.readEvents(workspaceId, runId, 0)));
      expect(loaded?.state).toEqual(writer.state);
      expect(await store.load(workspaceId, 'no such run')).toBeUndefined();
      expect(await store.load('another workspace', runId)).toBeUndefined();
    });

    test('[R2] a snapshot changes nothing about what is loaded', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      await store.append([
        writer.batch([started(workspaceId, runId), asked('copy', randomUUID())], { snapshot: true }),
      ]);
      await store.append([writer.batch([paused()])]);
      for (let turn = 0; turn < 6; turn++) {
        await store.append([writer.batch([resumed(), paused()])]); // crosses the distance between snapshots
      }
      const loaded = await store.load(workspaceId, runId);
      expect(loaded?.version).toBe(15);
      expect(loaded?.state).toEqual(fold(await store.readEvents(workspaceId, runId, 0)));
    });

    test('an append at another version is refused and leaves nothing behind', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      await store.append([writer.batch([started(workspaceId, runId)])]);
      const late = writerOf(workspaceId, runId, { state: structuredClone(writer.state), version: 1 });
      await store.append([writer.batch([paused()])]);
      const refused = late.batch([paused('late')], {
        outputs: [{ key: 'read', output: { inline: 'late' } }],
      });
      expect(await store.append([refused])).toEqual([{ ok: false, reason: 'version' }]);
      expect(await numbers(store, workspaceId, runId)).toEqual([1, 2]);
      expect(await store.readOutputs(workspaceId, runId)).toEqual({});
    });

    test('a run starts once', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      expect(await store.append([writer.batch([started(workspaceId, runId)])])).toEqual([{ ok: true }]);
      const again = writerOf(workspaceId, runId).batch([started(workspaceId, runId), paused()]);
      expect(await store.append([again])).toEqual([{ ok: false, reason: 'version' }]);
      expect(await numbers(store, workspaceId, runId)).toEqual([1]);
    });

    test('an append to a run that never started is refused', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      writer.batch([started(workspaceId, runId)]); // folded, never appended
      expect(await store.append([writer.batch([paused()])])).toEqual([{ ok: false, reason: 'version' }]);
      expect(await store.load(workspaceId, runId)).toBeUndefined();
    });

    test('[FM9] a writer that was fenced gets nothing in, whatever version it names', async () => {
      const { store, workspaceId, runId, writer, claim } = await setup();
      await store.append([writer.batch([started(workspaceId, runId)])]);
      const zombie = writerOf(workspaceId, runId, { state: structuredClone(writer.state), version: 1 });
      const old = await claim(runId);
      const fence = await claim(runId);
      expect(fence).toBe(old + 1);
      expect(await store.append([zombie.batch([paused('zombie')], { fence: old })])).toEqual([
        { ok: false, reason: 'fenced' },
      ]);
      expect(await store.append([writer.batch([paused('driver')], { fence })])).toEqual([{ ok: true }]);
      expect(await store.append([zombie.batch([resumed()], { fence: old })])).toEqual([
        { ok: false, reason: 'fenced' },
      ]);
      expect(await store.append([writer.batch([resumed()])]), 'an operator needs no fence').toEqual([
        { ok: true },
      ]);
      expect(await numbers(store, workspaceId, runId)).toEqual([1, 2, 3]);
      expect((await store.load(workspaceId, runId))?.fence).toBe(fence);
    });

    test('several runs go in at once, and a conflict fails only its own batch', async () => {
      const { store, workspaceId } = await setup();
      const ids = Array.from({ length: 4 }, () => randomUUID());
      const writers = ids.map((runId) => writerOf(workspaceId, runId));
      const starts = writers.map((writer, at) => writer.batch([started(workspaceId, ids[at] ?? '')]));
      expect(await store.append(starts)).toEqual(starts.map(() => ({ ok: true })));
      const batches = writers.map((writer) => writer.batch([paused()]));
      const conflicting: AppendBatch[] = batches.map((batch, at) =>
        at === 1 ? { ...batch, fence: 99 } : batch,
      );
      expect(await store.append(conflicting)).toEqual([
        { ok: true },
        { ok: false, reason: 'fenced' },
        { ok: true },
        { ok: true },
      ]);
      expect(await Promise.all(ids.map((id) => numbers(store, workspaceId, id)))).toEqual([
        [1, 2],
        [1],
        [1, 2],
        [1, 2],
      ]);
    });

    test('two batches of one run in one call take turns', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      const batches = [
        writer.batch([started(workspaceId, runId)]),
        writer.batch([paused()]),
        writer.batch([resumed()]),
      ];
      expect(await store.append(batches)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
      expect(await numbers(store, workspaceId, runId)).toEqual([1, 2, 3]);
    });

    test('[R8] 50 appenders at once leave no gap and no double', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      await store.append([writer.batch([started(workspaceId, runId)])]);
      const appendOnce = async (index: number): Promise<number> => {
        for (let conflicts = 0; ; conflicts++) {
          const loaded = await store.load(workspaceId, runId);
          if (!loaded) throw new Error('the run is gone');
          const own = writerOf(workspaceId, runId, loaded).batch([paused(`by ${index}`)]);
          const [result] = await store.append([own]);
          if (result?.ok) return conflicts;
          expect(result).toEqual({ ok: false, reason: 'version' });
        }
      };
      await Promise.all(Array.from({ length: 50 }, (_, index) => appendOnce(index)));
      const events = await store.readEvents(workspaceId, runId, 0);
      expect(events.map((event) => event.version)).toEqual(
        Array.from({ length: 51 }, (_, index) => index + 1),
      );
      const reasons = events.flatMap((event) => (event.type === 'run-paused' ? [event.data.reason] : []));
      expect(new Set(reasons).size).toBe(50);
    });

    test('[T4] a value above 4 KiB is kept once, by its hash; a small one stays inline', async () => {
      const { store, workspaceId } = await setup();
      const small: Json = { rows: ['a'] };
      const large: Json = {
        rows: Array.from({ length: 500 }, (_, row) => `row ${row}`),
        note: 'zero \0 and lone \ud800',
      };
      expect(await store.putPayload(workspaceId, small)).toEqual({ inline: small });
      const stored = await store.putPayload(workspaceId, large);
      expect(await store.putPayload(workspaceId, large)).toEqual(stored);
      if (!('ref' in stored)) throw new Error('kept inline');
      expect(stored.ref.bytes).toBeGreaterThan(4096);
      expect(stored.ref.preview.length).toBeLessThanOrEqual(200);
      expect(await store.readPayload(workspaceId, stored.ref.sha256)).toEqual(large);
      expect(await store.readPayload('another workspace', stored.ref.sha256)).toBeUndefined();
    });

    test('[T4] the same content in another key order is one payload', async () => {
      const { store, workspaceId } = await setup();
      const filler = 'x'.repeat(5_000);
      expect(await store.putPayload(workspaceId, { a: 1, filler })).toEqual(
        await store.putPayload(workspaceId, { filler, a: 1 }),
      );
    });

    test('outputs are read back by address, references resolved', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      await store.append([writer.batch([started(workspaceId, runId)])]);
      const large: Json = { text: 'y'.repeat(10_000) };
      const outputs = [
        { key: 'read', output: { inline: { rows: 3, odd: 'a\0b' } } },
        { key: 'copy', output: await store.putPayload(workspaceId, large) },
      ];
      await store.append([writer.batch([paused()], { outputs })]);
      await store.append([writer.batch([resumed(), asked('copy', randomUUID())])]); // touches the row, not its output
      expect(await store.readOutputs(workspaceId, runId)).toEqual({
        read: { rows: 3, odd: 'a\0b' },
        copy: large,
      });
      expect(await store.readOutputs(workspaceId, runId, ['read'])).toEqual({
        read: { rows: 3, odd: 'a\0b' },
      });
      expect(await store.readOutputs(workspaceId, runId, [])).toEqual({});
    });

    test('[P5] ids and texts of any kind survive', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      await store.append([writer.batch([started(workspaceId, runId, planOf('__proto__', 'constructor'))])]);
      const outputs = [
        { key: '__proto__', output: { inline: 1 } },
        { key: 'constructor', output: { inline: 2 } },
      ];
      await store.append([
        writer.batch([paused('zero \0, lone \udfff, "quoted", \\back, ünïcode 🙂')], {
          outputs,
          snapshot: true,
        }),
      ]);
      const events = await store.readEvents(workspaceId, runId, 1);
      expect(events[0]?.data).toEqual({ reason: 'zero \0, lone \udfff, "quoted", \\back, ünïcode 🙂' });
      expect(new Map(Object.entries(await store.readOutputs(workspaceId, runId)))).toEqual(
        new Map([
          ['__proto__', 1],
          ['constructor', 2],
        ]),
      );
      expect((await store.load(workspaceId, runId))?.state).toEqual(writer.state);
    });

    test('an effect goes from intent to outcome', async () => {
      const { store, workspaceId, runId, writer } = await setup();
      const operationKey = randomUUID();
      await store.append([writer.batch([started(workspaceId, runId)])]);
      await store.append([writer.batch([dispatched('read', operationKey)])]);
      await store.append([writer.batch([committed('read', operationKey), succeeded('read')])]);
      const loaded = await store.load(workspaceId, runId);
      expect(loaded?.state.effects[operationKey]).toMatchObject({ state: 'committed', intendedAt: AT });
    });

    const revision = (planId: string, version: number, originRunId: string): RunPlanVersion => ({
      planId,
      version,
      hash: HASH,
      document: planOf('read', 'clean', 'copy'),
      state: 'in review',
      parent: 1,
      trigger: { kind: 'operator-request', message: 'Clean first' },
      note: 'Adds a cleaning step',
      provenance: { role: 'recovery', kind: 'playbook', ref: 'test@1' },
      originRunId,
    });

    test('[V6] a version made in a run takes the next number; a taken one fails its batch alone', async () => {
      const { store, workspaceId, runId, writer, addPlan } = await setup();
      const planId = randomUUID();
      await addPlan(planId);
      const other = writerOf(workspaceId, randomUUID());
      const otherId = randomUUID();
      await store.append([writer.batch([started(workspaceId, runId, undefined, planId)])]);
      await store.append([
        other.batch([started(workspaceId, otherId, undefined, planId)], { runId: otherId }),
      ]);
      expect(await store.nextPlanVersion(workspaceId, planId)).toBe(2);
      const [won] = await store.append([
        writer.batch([paused()], { planVersion: revision(planId, 2, runId) }),
      ]);
      expect(won).toEqual({ ok: true });
      expect(await store.nextPlanVersion(workspaceId, planId)).toBe(3);
      const taken = other.batch([paused()], { runId: otherId, planVersion: revision(planId, 2, otherId) });
      const third = writer.batch([resumed()]);
      expect(await store.append([taken, third])).toEqual([
        { ok: false, reason: 'plan-version' },
        { ok: true },
      ]);
      expect(await numbers(store, workspaceId, otherId)).toEqual([1]);
      expect(await store.append([{ ...taken, planVersion: revision(planId, 3, otherId) }])).toEqual([
        { ok: true },
      ]);
      expect(await store.versionHashes(workspaceId, runId)).toEqual([{ version: 2, hash: HASH }]);
      expect(await store.versionHashes(workspaceId, otherId)).toEqual([{ version: 3, hash: HASH }]);
    });

    test('[V6] the decision on a revision is kept with its version', async () => {
      const { store, workspaceId, runId, writer, addPlan } = await setup();
      const planId = randomUUID();
      await addPlan(planId);
      await store.append([writer.batch([started(workspaceId, runId, undefined, planId)])]);
      await store.append([writer.batch([paused()], { planVersion: revision(planId, 2, runId) })]);
      const decided = { planId, version: 2, state: 'approved' as const, by: ANNA };
      expect(await store.append([writer.batch([resumed()], { planVersionState: decided })])).toEqual([
        { ok: true },
      ]);
    });
  });
}
