import { afterEach, expect, test } from 'vitest';
import { must } from '#core/assert.ts';
import type { Json } from '#core/json.ts';
import { planHash } from '#core/plan/normal-form.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { RunCommand } from '#core/run/commands.ts';
import { decide } from '#core/run/decide.ts';
import { type Actor, RUN_EVENT_SCHEMA, type RunEvent } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import type { RunState } from '#core/run/state.ts';
import { aPlan, readWork, testCatalog, writeWork } from '#core/testing/build-plan.ts';
import type { AppendBatch } from '#db/run-store.ts';
import { createMemoryRunStore } from '#db/testing/memory-run-store.ts';
import { observedOutputs } from '#server/commands/observed-outputs.ts';
import type { Reviser } from '../planner/playbook.ts';
import { createDriver, type DriveEnd } from './driver.ts';
import { type Faults, noFaults } from './fault-points.ts';
import type { GatePort } from './ports.ts';
import { createRandom } from './simulation/random.ts';
import { createSimulatedClock } from './simulation/simulated-clock.ts';
import { createSimulatedWorld } from './simulation/simulated-world.ts';

const START = 1_800_000_000_000;
const run = { workspaceId: 'ws', runId: 'r' };
const bob: Actor = { kind: 'person', id: 'bob' };
const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

type Options = {
  faults?: Faults;
  /** Called before each append of the driver; what it throws is the database's answer. */
  refuse?: () => void;
  dispatch?: GatePort['dispatch'];
  describe?: GatePort['describe'];
  reviser?: Reviser;
};

/** The shipped driver over the memory store; time passes only when everything is at rest. */
async function drive(document: PlanDocument, options: Options = {}) {
  const clock = createSimulatedClock(START);
  const world = createSimulatedWorld(clock, createRandom(1), 0);
  const memory = createMemoryRunStore();
  const batches: AppendBatch[] = [];
  const store = {
    ...memory,
    append: async (given: AppendBatch[]) => {
      clock.noteActivity();
      if (given.some(({ fence }) => fence !== undefined)) options.refuse?.();
      batches.push(...given.filter(({ fence }) => fence !== undefined));
      return await memory.append(given);
    },
  };
  const command = async (wanted: RunCommand): Promise<void> => {
    const loaded = await memory.load(run.workspaceId, run.runId);
    const state = loaded?.state ?? initialState();
    const decision = decide(state, wanted);
    if (!decision.ok) throw new Error(JSON.stringify(decision.rejection));
    const touched = decision.events.flatMap((event) =>
      evolve(state, { ...event, version: state.version + 1, schema: RUN_EVENT_SCHEMA }),
    );
    const outputs = observedOutputs(decision.events);
    const expectedVersion = loaded?.version ?? 0;
    await memory.append([{ ...run, expectedVersion, events: decision.events, state, touched, outputs }]);
  };
  await command({
    type: 'start-run',
    at: START,
    actor: bob,
    ...run,
    planId: 'p',
    planVersion: 1,
    planHash: planHash(document),
    document,
    identity: 'service',
    solo: true,
  });
  const driver = createDriver({
    store,
    gate: {
      ...world,
      ...(options.dispatch && { dispatch: options.dispatch }),
      ...(options.describe && { describe: options.describe }),
    },
    clock,
    faults: options.faults ?? noFaults,
    reviser: options.reviser ?? (async () => undefined),
    newId: (prefix) => `${prefix}_1`,
    random: () => 0,
    facts: { rolesOf: async () => [], provenanceOf: async () => undefined, catalog: async () => testCatalog },
    log: {
      warn: () => {},
      error: (fields, message) => expect.unreachable(`${message} ${JSON.stringify(fields)}`),
    },
    driverId: 'd',
    notify: () => {},
  });
  let end: DriveEnd | undefined;
  const start = () => {
    end = undefined;
    const stop = new AbortController();
    stops.push(stop);
    void driver
      .drive({ ...run, fence: memory.claim(run.workspaceId, run.runId) }, stop.signal)
      .then((how) => (end = how));
  };
  start();
  return {
    clock,
    world,
    memory,
    batches,
    command,
    driver,
    start,
    state: async (): Promise<RunState> =>
      must(await memory.load(run.workspaceId, run.runId), 'the run').state,
    events: (): Promise<RunEvent[]> => memory.readEvents(run.workspaceId, run.runId, 0),
    outputs: () => memory.readOutputs(run.workspaceId, run.runId),
    /** Lets time pass until the drive ends, or until something holds. */
    async until(holds: () => boolean = () => end !== undefined): Promise<DriveEnd | undefined> {
      for (let moves = 0; moves < 1_000; moves++) {
        await clock.settle();
        if (holds()) return end;
        if (!clock.advance()) break;
      }
      throw new Error('It never came to that');
    },
  };
}

test('a chain ends succeeded, with the outcome of each step and the intent of the next in one append', async () => {
  const driven = await drive(aPlan('a -> b -> c -> d'));
  expect(await driven.until()).toBe('idle');
  expect((await driven.state()).status).toBe('succeeded');
  // The first intent, then one append a step.
  expect(driven.batches).toHaveLength(5);
});

test('[E1] a call is dispatched only once its intent is in the log', async () => {
  const seen: boolean[] = [];
  const driven = await drive(aPlan('a -> b', { steps: { b: { work: writeWork('b') } } }), {
    dispatch: async ({ operationKey, call }) => {
      const events = await driven.events();
      seen.push(
        events.some(
          (event) => event.type === 'attempt-dispatched' && event.data.operationKey === operationKey,
        ),
      );
      return call.effect === 'read' ? { outcome: 'read', output: 1 } : { outcome: 'committed', output: 1 };
    },
  });
  await driven.until();
  expect(seen).toEqual([true, true]);
});

test('[case 78] [R1] no more attempts are in flight than the plan allows', async () => {
  let [inFlight, most] = [0, 0];
  const driven = await drive(aPlan('a, b, c, d, e, f', { limits: { concurrency: 2 } }), {
    dispatch: async () => {
      most = Math.max(most, ++inFlight);
      await driven.clock.sleep(100);
      inFlight--;
      return { outcome: 'read', output: 1 };
    },
  });
  await driven.until();
  expect(most).toBe(2);
});

test('[case 73] [R5] a cancel reaches a call in flight within a second, without a wake-up, and the write ends unknown', async () => {
  let abortedAt: number | undefined;
  let isCalled = false;
  const driven = await drive(aPlan('a', { steps: { a: { work: writeWork('a'), timeoutMs: 60_000 } } }), {
    dispatch: ({ signal }) => {
      isCalled = true;
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          abortedAt = driven.clock.now();
          resolve({
            outcome: 'unknown',
            failure: { class: 'transient', code: 'aborted', message: 'Cut off.' },
          });
        });
      });
    },
  });
  await driven.until(() => isCalled);
  const cancelledAt = driven.clock.now();
  await driven.command({ type: 'stop-run', mode: 'cancel-now', at: cancelledAt, actor: bob });
  await driven.until(() => abortedAt !== undefined);
  expect((abortedAt ?? Infinity) - cancelledAt).toBeLessThanOrEqual(1_000);
  await driven.until();
  const events = await driven.events();
  expect(events.find((event) => event.type === 'attempt-finished')?.data).toMatchObject({
    outcome: 'unknown',
  });
});

test('[R6] a pause lets what is in flight finish and starts nothing; its conflict loses no outcome', async () => {
  let calls = 0;
  const driven = await drive(aPlan('a -> b'), {
    dispatch: async () => {
      calls++;
      await driven.clock.sleep(200);
      return { outcome: 'read', output: 1 };
    },
  });
  await driven.until(() => calls === 1);
  await driven.command({ type: 'pause-run', at: driven.clock.now(), actor: bob }); // the driver does not know of it
  expect(await driven.until()).toBe('idle');
  const { status, steps } = await driven.state();
  expect([status, steps.a?.status, steps.b?.status, calls]).toEqual(['paused', 'succeeded', 'ready', 1]);
});

test('[case 76] [R2] [R14] the output of a forEach is the list of its children in item order, whichever ends first', async () => {
  const document = aPlan('list -> all', {
    inputs: { items: [3, 2, 1] },
    steps: {
      list: {
        forEach: { items: 'inputs.items' },
        work: { kind: 'tool', tool: 'test.read', args: { key: { $expr: 'string(item)' } } },
      },
      all: {
        work: {
          kind: 'tool',
          tool: 'test.read',
          args: { key: { $expr: 'steps["list"].output.map(o, string(o)).join("")' } },
        },
      },
    },
  });
  const keys: Json[] = [];
  const driven = await drive(document, {
    dispatch: async ({ call, address }) => {
      if (address.stepId === 'all') keys.push(call.args.key ?? null);
      await driven.clock.sleep(Number(call.args.key) * 10 || 1);
      return { outcome: 'read', output: call.args.key ?? null };
    },
  });
  await driven.until();
  expect((await driven.state()).status).toBe('succeeded');
  expect(keys).toEqual(['321']);
});

test('what a person answers is read by the steps after it', async () => {
  const document = aPlan('ask -> use', {
    steps: {
      ask: { work: { kind: 'person', prompt: 'Which one?' } },
      use: {
        work: { kind: 'tool', tool: 'test.read', args: { key: { $expr: 'steps["ask"].output.name' } } },
      },
    },
  });
  const driven = await drive(document);
  expect(await driven.until()).toBe('idle');
  await driven.command({
    type: 'answer-person-step',
    address: { stepId: 'ask' },
    output: { inline: { name: 'this' } },
    at: driven.clock.now(),
    actor: bob,
  });
  driven.start();
  await driven.until();
  expect((await driven.outputs()).use).toEqual({ ok: true, key: 'this' });
});

test('[N7] a failed step asks the reviser, who gets the outputs and failed checks; its edits become a version', async () => {
  const document = aPlan('a -> b', {
    steps: {
      b: {
        preconditions: [{ id: 'good', expr: 'steps["a"].output.key == "y"', message: 'It is not y.' }],
        work: readWork('b'),
      },
    },
  });
  const asked: unknown[] = [];
  const driven = await drive(document, {
    reviser: async ({ facts, trigger }) => {
      asked.push([trigger.kind, facts.outputs, facts.failedChecks.map(({ id }) => id)]);
      return {
        edits: [{ type: 'set-step-field', stepId: 'b', field: 'preconditions' }],
        note: 'Go on without the check.',
        provenance: { role: 'planner', kind: 'playbook', ref: 'test@1' },
      };
    },
  });
  await driven.until();
  expect(asked).toEqual([['precondition-failed', { a: { ok: true, key: 'a' } }, ['good']]]);
  expect(driven.memory.planVersions('ws', 'p').map(({ version, note }) => [version, note])).toEqual([
    [2, 'Go on without the check.'],
  ]);
});

test('[I7] a driver whose run another one has taken stops and aborts what it has in flight', async () => {
  let isAborted = false;
  const driven = await drive(aPlan('a, b'), {
    dispatch: async ({ address, signal }) => {
      signal.addEventListener('abort', () => (isAborted = true));
      await driven.clock.sleep(address.stepId === 'a' ? 100 : 5_000);
      return { outcome: 'read', output: 1 };
    },
  });
  await driven.until(() => driven.batches.length === 1);
  driven.memory.claim(run.workspaceId, run.runId);
  expect(await driven.until()).toBe('fenced');
  expect(isAborted).toBe(true);
});

test('[R6] draining starts nothing more, and gives the run back with work left in it', async () => {
  let calls = 0;
  const driven = await drive(aPlan('a -> b'), {
    dispatch: async () => {
      calls++;
      await driven.clock.sleep(100);
      return { outcome: 'read', output: 1 };
    },
  });
  await driven.until(() => calls === 1);
  driven.driver.drain();
  expect(await driven.until()).toBe('interrupted');
  expect((await driven.state()).steps.a?.status).toBe('succeeded');
  expect(calls).toBe(1);
});

test('[E3] a process that was stopped after its intent does not send the call once its time is over', async () => {
  let frozen = true;
  let calls = 0;
  const driven = await drive(
    aPlan('a', { steps: { a: { work: writeWork('a'), timeoutMs: 5_000, retry: { attempts: 2 } } } }),
    {
      faults: {
        at(point) {
          if (point !== 'after-intent' || !frozen) return undefined;
          frozen = false;
          return driven.clock.sleep(20_000);
        },
      },
      dispatch: async () => {
        calls++;
        return { outcome: 'committed', output: 1 };
      },
    },
  );
  await driven.until();
  const [first] = (await driven.events()).filter((event) => event.type === 'attempt-finished');
  expect(first?.data).toMatchObject({ outcome: 'not-applied', failure: { code: 'dispatch-too-late' } });
  expect(calls, 'only the retry was sent').toBe(1);
});

test('[case 72] [case 121] a database that refuses every commit is asked ever more seldom, and the run goes on once it takes them', async () => {
  let tries = 0;
  const triedAt: number[] = [];
  const driven = await drive(aPlan('a'), {
    refuse: () => {
      triedAt.push(driven.clock.now());
      if (++tries <= 12) throw new Error('could not extend file: no space left on device');
    },
  });
  expect(await driven.until()).toBe('idle');
  expect((await driven.state()).status).toBe('succeeded');
  const pauses = triedAt.slice(2, 12).map((at, index) => at - must(triedAt[index + 1], 'the try before'));
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000, 10_000]);
});

test('[G5] a call may use only the tools that its own step names', async () => {
  const asked: unknown[] = [];
  const driven = await drive(
    aPlan('a -> b', { steps: { b: { work: writeWork('b'), compensation: writeWork('undo') } } }),
    {
      dispatch: async ({ address, capability }) => {
        asked.push([address.stepId, capability.tools]);
        return { outcome: address.stepId === 'a' ? 'read' : 'committed', output: 1 };
      },
    },
  );
  await driven.until();
  const tool = (work: ReturnType<typeof writeWork>) => (work.kind === 'tool' ? work.tool : '');
  expect(asked).toEqual([
    ['a', [tool(readWork('a'))]],
    ['b', [tool(writeWork('b')), tool(writeWork('undo'))]],
  ]);
});

test('[R8] a step that waits is looked at again when it said, and told since when it waits', async () => {
  const looks: { at: number; since: number }[] = [];
  const driven = await drive(aPlan('a', { steps: { a: { work: readWork('a') } } }), {
    dispatch: async ({ waitingSince }) => {
      looks.push({ at: driven.clock.now() - START, since: waitingSince - START });
      return looks.length < 4
        ? { outcome: 'not-yet', message: 'Not yet.', againAt: driven.clock.now() + 60_000 }
        : { outcome: 'read', output: {} };
    },
  });
  for (let look = 1; look < 4; look += 1) {
    expect(await driven.until()).toBe('idle'); // nothing is held meanwhile
    let isTime = false;
    void driven.clock.sleep(60_000).then(() => (isTime = true));
    await driven.until(() => isTime);
    driven.start();
  }
  await driven.until();
  expect((await driven.state()).status).toBe('succeeded');
  expect(looks.map(({ at }) => Math.round(at / 60_000))).toEqual([0, 1, 2, 3]);
  expect(new Set(looks.map(({ since }) => since)).size).toBe(1);
});
