/**
 * A process that may die or freeze at any fault point. A dead one gets no answer any more: whatever it had under way
 * goes on in the world without it. A frozen one (SIGSTOP) goes on later, as a driver whose fence is old.
 */
import type { RunStore } from '#db/run-store.ts';
import type { Clock } from '../../clock.ts';
import type { Faults } from '../fault-points.ts';
import type { GatePort } from '../ports.ts';

export type Mortal = {
  readonly isAlive: boolean;
  store(store: RunStore): RunStore;
  gate(gate: GatePort): GatePort;
  clock(clock: Clock): Clock;
  faults(strikes: () => 'die' | 'freeze' | undefined): Faults;
  thaw(): void;
  kill(): void;
};

export function createMortal(onFall: (kind: 'die' | 'freeze') => void): Mortal {
  let fate: 'alive' | 'dead' | 'frozen' = 'alive';
  let thawed = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  const breath = () => (fate === 'alive' ? undefined : fate === 'dead' ? never : thawed.promise.then(again));
  function again(): Promise<void> | undefined {
    return fate === 'dead' ? never : undefined;
  }
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await breath();
      try {
        return await work(...args);
      } finally {
        await breath();
      }
    };
  return {
    get isAlive() {
      return fate === 'alive';
    },
    store: (store) => ({
      append: guarded(store.append),
      load: guarded(store.load),
      readEvents: guarded(store.readEvents),
      readOutputs: guarded(store.readOutputs),
      putPayload: guarded(store.putPayload),
      readPayload: guarded(store.readPayload),
      nextPlanVersion: guarded(store.nextPlanVersion),
      versionHashes: guarded(store.versionHashes),
    }),
    gate: (gate) => ({
      describe: guarded(gate.describe),
      decidePolicy: gate.decidePolicy,
      dispatch: guarded(gate.dispatch),
      probe: guarded(gate.probe),
      reconcile: guarded(gate.reconcile),
    }),
    clock: (clock) => ({ now: clock.now, sleep: guarded(clock.sleep) }),
    faults: (strikes) => ({
      at() {
        const kind = fate === 'alive' ? strikes() : undefined;
        if (!kind) return undefined;
        fate = kind === 'die' ? 'dead' : 'frozen';
        onFall(kind);
        return Promise.resolve(breath());
      },
    }),
    thaw() {
      if (fate !== 'frozen') return;
      fate = 'alive';
      thawed.resolve();
      thawed = Promise.withResolvers<void>();
    },
    kill() {
      fate = 'dead';
    },
  };
}
