/**
 * The shipped driver over the memory store, a virtual clock and a world with its own ledger. A seed decides the plans,
 * the world's troubles, when the process dies or freezes, and what the operator does. The same seed gives the same run.
 */
import { canonicalJson } from '#core/json.ts';
import { assert } from '#core/assert.ts';
import { planHash } from '#core/plan/normal-form.ts';
import type { RunCommand } from '#core/run/commands.ts';
import { decide } from '#core/run/decide.ts';
import { RUN_EVENT_SCHEMA } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import { runInvariants } from '#core/run/invariants.ts';
import { nextActions } from '#core/run/schedule.ts';
import type { RunState, RunStatus } from '#core/run/state.ts';
import { waitingReasons } from '#core/run/views.ts';
import type { RunStore } from '#db/run-store.ts';
import { observedOutputs } from '#server/commands/observed-outputs.ts';
import { createMemoryRunStore, type MemoryRunStore } from '#db/testing/memory-run-store.ts';
import { createDriver } from '../driver.ts';
import { createMortal, type Mortal } from './mortal.ts';
import { createRandom, type Random } from './random.ts';
import { createSimulatedClock, type SimulatedClock } from './simulated-clock.ts';
import { operatorMove } from './simulated-operator.ts';
import { randomPlan } from './simulated-plan.ts';
import { createSimulatedWorld, simulatedTools, type SimulatedWorld } from './simulated-world.ts';

export type Simulated = {
  seed: number;
  statuses: RunStatus[];
  effects: number;
  /** Effects that were taken back. */
  undone: number;
  falls: number;
  commands: number;
  virtualMs: number;
  /** Rules that were broken; empty in a good simulation. */
  problems: string[];
  /** What happened, for whoever debugs a seed. */
  trace: string[];
};

const WORKSPACE = 'ws';
const START = 1_800_000_000_000;
const OPERATOR_LOOKS = 60;
const MOST_ADVANCES = 200_000;

export async function simulate(seed: number): Promise<Simulated> {
  const random = createRandom(seed);
  const clock = createSimulatedClock(START);
  const trouble = random.pick([0, 0.1, 0.3, 0.6]);
  const world = createSimulatedWorld(clock, createRandom(seed ^ 0x5eed), trouble);
  const memory = createMemoryRunStore({ snapshotEvery: random.pick([3, 20, 500]) });
  const simulation = new Simulation(seed, random, clock, world, memory);
  await simulation.run();
  return simulation.report();
}

class Simulation {
  readonly #seed: number;
  readonly #random: Random;
  readonly #clock: SimulatedClock;
  readonly #world: SimulatedWorld;
  readonly #memory: MemoryRunStore;
  readonly #store: RunStore;
  readonly #problems: string[] = [];
  readonly #trace: string[] = [];
  readonly #runIds: string[] = [];
  /** Woken when a run is rung. */
  readonly #bells = new Map<string, () => void>();
  #fallsLeft: number;
  #falls = 0;
  #commands = 0;
  #ids = 0;

  constructor(
    seed: number,
    random: Random,
    clock: SimulatedClock,
    world: SimulatedWorld,
    memory: MemoryRunStore,
  ) {
    this.#seed = seed;
    this.#random = random;
    this.#clock = clock;
    this.#world = world;
    this.#memory = memory;
    this.#store = this.#checkedStore(memory);
    this.#fallsLeft = random.int(0, 5);
  }

  async run(): Promise<void> {
    const runs = this.#random.int(1, 2);
    for (let index = 0; index < runs; index++) await this.#startRun(`run${index}`);
    void this.#operate();
    this.#startProcess();
    for (let advances = 0; ; advances++) {
      await this.#clock.settle();
      if (await this.#haveAllEnded()) break;
      if (!this.#clock.advance()) break;
      if (advances > MOST_ADVANCES) {
        this.#problems.push('the simulation did not come to rest');
        break;
      }
    }
    await this.#inspect();
  }

  report(): Simulated {
    return {
      seed: this.#seed,
      statuses: this.#statuses,
      effects: this.#world.effects.length,
      undone: this.#undone,
      falls: this.#falls,
      commands: this.#commands,
      virtualMs: this.#clock.now() - START,
      problems: this.#problems,
      trace: this.#trace,
    };
  }
  #statuses: RunStatus[] = [];
  #undone = 0;

  async #startRun(runId: string): Promise<void> {
    const document = randomPlan(this.#random);
    this.#runIds.push(runId);
    const command: RunCommand = {
      type: 'start-run',
      at: this.#clock.now(),
      actor: { kind: 'person', id: 'bob' },
      workspaceId: WORKSPACE,
      runId,
      planId: `plan-${runId}`,
      planVersion: 1,
      planHash: planHash(document),
      document,
      identity: 'service',
      solo: this.#random.chance(0.5),
    };
    const rejection = await this.#command(runId, command);
    assert(!rejection, `the run starts: ${rejection}`);
  }

  async #command(runId: string, command: RunCommand): Promise<string | undefined> {
    const loaded = await this.#memory.load(WORKSPACE, runId);
    const state = loaded?.state ?? initialState();
    const decision = decide(state, command);
    if (!decision.ok) return decision.rejection.code;
    if (decision.events.length === 0) return 'nothing';
    const touched = decision.events.flatMap((event) =>
      evolve(state, { ...event, version: state.version + 1, schema: RUN_EVENT_SCHEMA }),
    );
    const expectedVersion = loaded?.version ?? 0;
    const [result] = await this.#store.append([
      {
        workspaceId: WORKSPACE,
        runId,
        expectedVersion,
        events: decision.events,
        state,
        touched,
        outputs: observedOutputs(decision.events),
        ring: true,
      },
    ]);
    assert(result?.ok, 'nothing comes between load and append of the operator');
    this.#trace.push(`${this.#time()} ${runId} ${command.type}`);
    this.#commands++;
    this.#bells.get(runId)?.();
    return undefined;
  }

  async #operate(): Promise<void> {
    const { next } = this.#random;
    for (let looks = 0; looks < OPERATOR_LOOKS; looks++) {
      await this.#clock.sleep(Math.floor(next() * 20_000));
      for (const runId of this.#runIds) {
        const loaded = await this.#memory.load(WORKSPACE, runId);
        if (!loaded || loaded.state.end) continue;
        const move = operatorMove(loaded.state, this.#world, this.#random, this.#clock.now());
        if (!move) continue;
        const rejection = await this.#command(runId, move);
        if (rejection) this.#trace.push(`${this.#time()} ${runId} ${move.type} refused: ${rejection}`);
      }
    }
  }

  /** One worker process that drives every run, until it falls; then, after a while, the next one. */
  #startProcess(): void {
    let hitsLeft = this.#random.int(1, 25);
    const mortal = createMortal((kind) => {
      this.#falls++;
      this.#trace.push(`${this.#time()} process ${kind}s`);
      void this.#succeed(mortal, kind);
    });
    const faults = mortal.faults(() => {
      if (this.#fallsLeft === 0 || --hitsLeft > 0) return undefined;
      this.#fallsLeft--;
      return this.#random.chance(0.7) ? 'die' : 'freeze';
    });
    const driver = createDriver({
      store: mortal.store(this.#store),
      gate: mortal.gate(this.#world),
      clock: mortal.clock(this.#clock),
      faults,
      reviser: async () => undefined,
      newId: (prefix) => `${prefix}_${++this.#ids}`,
      random: () => this.#random.next(),
      facts: {
        rolesOf: async () => ['operator'],
        provenanceOf: async () => undefined,
        catalog: async () => ({ tools: simulatedTools }),
      },
      log: {
        warn: (_fields, message) => void this.#trace.push(`${this.#time()} warn ${message}`),
        error: (fields, message) => this.#note(fields, message),
      },
      driverId: `driver${this.#falls}`,
      notify: () => {},
    });
    for (const runId of this.#runIds) {
      void this.#drive(mortal, driver.drive, runId).catch((error: unknown) => {
        this.#problems.push(`a drive broke: ${error instanceof Error ? error.stack : String(error)}`);
      });
    }
  }

  #note(fields: object, message: string): void {
    const error = 'error' in fields ? String(fields.error) : '';
    this.#trace.push(`${this.#time()} error ${message} ${error}`);
    this.#problems.push(`logged an error: ${message} ${error}`);
  }

  async #succeed(fallen: Mortal, kind: 'die' | 'freeze'): Promise<void> {
    await this.#clock.sleep(this.#random.int(3_000, 15_000));
    this.#startProcess();
    if (kind === 'die') return;
    await this.#clock.sleep(this.#random.int(0, 5_000));
    fallen.thaw();
  }

  async #drive(
    mortal: Mortal,
    drive: ReturnType<typeof createDriver>['drive'],
    runId: string,
  ): Promise<void> {
    for (;;) {
      const loaded = await this.#memory.load(WORKSPACE, runId);
      if (!mortal.isAlive || !loaded || loaded.state.end) return;
      const fence = this.#memory.claim(WORKSPACE, runId);
      const end = await drive({ workspaceId: WORKSPACE, runId, fence }, new AbortController().signal);
      this.#trace.push(`${this.#time()} ${runId} drive with fence ${fence} ended ${end}`);
      if (end !== 'idle') return;
      if (!(await this.#nextRing(runId))) return;
    }
  }

  /** The sweeper: rings when there is work, or at the time the run says. */
  async #nextRing(runId: string): Promise<boolean> {
    const loaded = await this.#memory.load(WORKSPACE, runId);
    if (!loaded || loaded.state.end) return false;
    const { actions, wakeAt } = nextActions(loaded.state, this.#clock.now());
    const over = new AbortController();
    const rung = new Promise<void>((resolve) => this.#bells.set(runId, resolve));
    const due = actions.length > 0 ? 1_000 : wakeAt === null ? undefined : wakeAt - this.#clock.now();
    await Promise.race([
      rung,
      ...(due === undefined ? [] : [this.#clock.sleep(due, over.signal).catch(() => {})]),
    ]);
    over.abort();
    this.#bells.delete(runId);
    return true;
  }

  /** Every append is checked: the writer's fold is the fold of the log, and no invariant is broken. */
  #checkedStore(memory: MemoryRunStore): RunStore {
    return {
      ...memory,
      append: async (batches) => {
        this.#clock.noteActivity();
        const results = await memory.append(batches);
        for (const [index, batch] of batches.entries()) {
          if (!results[index]?.ok) continue;
          for (const event of batch.events)
            this.#trace.push(
              `${this.#time()} ${batch.runId} ${event.type} ${'address' in event.data && event.data.address ? event.data.address.stepId : ''}`,
            );
          await this.#check(batch.runId, batch.state);
        }
        return results;
      },
    };
  }

  async #check(runId: string, written: RunState): Promise<void> {
    const loaded = await this.#memory.load(WORKSPACE, runId);
    assert(loaded, 'what was appended can be read');
    if (canonicalJson(loaded.state) !== canonicalJson(written))
      this.#problems.push(`${runId}: [I4] the replay at version ${loaded.version} is not the writer's state`);
    for (const broken of runInvariants(loaded.state))
      this.#problems.push(`${runId} at version ${loaded.version}: ${broken}`);
  }

  async #haveAllEnded(): Promise<boolean> {
    for (const runId of this.#runIds) {
      const loaded = await this.#memory.load(WORKSPACE, runId);
      if (!loaded?.state.end) return false;
    }
    return true;
  }

  async #inspect(): Promise<void> {
    for (const [name, count] of countBy(this.#world.effects.map(({ operationKey }) => operationKey))) {
      if (count > 1) this.#problems.push(`[I1] ${count} effects of one operation key (${name})`);
    }
    for (const [name, count] of countBy(
      this.#world.effects.map(({ runId, address }) => `${runId} ${address}`),
    )) {
      if (count > 1) this.#problems.push(`[I1] ${count} effects of ${name}`);
    }
    for (const runId of this.#runIds) {
      const loaded = await this.#memory.load(WORKSPACE, runId);
      assert(loaded, 'the run is there');
      this.#statuses.push(loaded.state.status);
      if (!loaded.state.end && waitingReasons(loaded.state, this.#clock.now()).length === 0)
        this.#problems.push(`${runId}: [I6] neither ended nor says what it waits for`);
      await this.#checkIntents(runId);
      await this.#checkUndone(runId, loaded.state);
    }
  }

  /** [I2] Every effect has an earlier intent with the same key. */
  async #checkIntents(runId: string): Promise<void> {
    const events = await this.#memory.readEvents(WORKSPACE, runId, 0);
    const intended = new Map(
      events.flatMap((event) =>
        event.type === 'attempt-dispatched' ? [[event.data.operationKey, event.at] as const] : [],
      ),
    );
    for (const effect of this.#world.effects) {
      if (effect.runId !== runId) continue;
      const at = intended.get(effect.operationKey);
      if (at === undefined)
        this.#problems.push(`${runId}: [I2] an effect at ${effect.address} without an intent`);
    }
  }

  /** [E4] What is taken back had happened, once each, and what happened last is taken back first. */
  async #checkUndone(runId: string, state: RunState): Promise<void> {
    const events = await this.#memory.readEvents(WORKSPACE, runId, 0);
    const undone = events.flatMap((event) =>
      event.type === 'effects-undone'
        ? event.data.operationKeys.map((key) => ({ key, by: event.data.by }))
        : [],
    );
    this.#undone += undone.length;
    if (new Set(undone.map(({ key }) => key)).size < undone.length)
      this.#problems.push(`${runId}: [E4] an effect is taken back twice`);
    let before = Infinity;
    for (const { key, by } of undone) {
      const commit = state.effects[key]?.commit ?? Infinity;
      if (commit >= before) this.#problems.push(`${runId}: [E4] taken back out of order`);
      before = commit;
      for (const each of [key, by])
        if (!this.#world.effects.some(({ operationKey }) => operationKey === each))
          this.#problems.push(`${runId}: [E4] nothing in the world is behind ${each ?? 'an undo'}`);
    }
  }

  #time(): string {
    return String(this.#clock.now() - START);
  }
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
