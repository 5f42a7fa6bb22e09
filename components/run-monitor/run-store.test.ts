import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, initialState } from '#core/run/evolve.ts';
import type { RunEvent } from '#core/run/events.ts';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import { ana, answers, approves, given, prepares } from '#core/testing/given.ts';
import { createRunStore, prepend, receive } from './run-store.ts';

const actor = { kind: 'person' as const, id: 'u1', name: 'Ana' };
const events: RunEvent[] = [
  {
    version: 1,
    schema: 1,
    at: 1_000,
    actor,
    type: 'run-started',
    data: {
      workspaceId: 'w',
      runId: 'r',
      planId: 'p',
      planVersion: 1,
      planHash: 'h',
      identity: 'u1',
      solo: true,
      startedBy: actor,
      document: {
        artifact: 'plan/v1',
        objective: 'x',
        steps: [{ id: 'a', title: 'A', work: { kind: 'checkpoint', question: '?' } }],
      },
    },
  },
  { version: 2, schema: 1, at: 2_000, actor, type: 'run-paused', data: {} },
  { version: 3, schema: 1, at: 3_000, actor, type: 'run-resumed', data: {} },
  { version: 4, schema: 1, at: 4_000, actor, type: 'run-paused', data: { reason: 'lunch' } },
];
const fresh = () => createRunStore(initialState(), 0);
const pick = (...versions: number[]) => versions.flatMap((version) => events[version - 1] ?? []);

describe('run store', () => {
  test('[R2] folds events in order of version, whatever the order they arrive in', () => {
    const store = fresh();
    expect(receive(store, pick(3, 1))).toHaveLength(1);
    expect(store.getState().version).toBe(1);
    receive(store, pick(4, 2));
    expect(store.getState().version).toBe(4);
    expect(store.getState().state).toEqual(fold(events));
    expect(store.getState().events.map((event) => event.version)).toEqual([1, 2, 3, 4]);
  });
  test('[R2] ignores duplicates and events that are already folded', () => {
    const store = fresh();
    receive(store, pick(1, 2, 2, 1));
    const before = store.getState();
    expect(receive(store, pick(1, 2))).toEqual([]);
    expect(store.getState()).toBe(before);
  });
  test('waits at a gap and goes on when it is filled', () => {
    const store = fresh();
    receive(store, pick(1, 4));
    expect(store.getState().version).toBe(1);
    expect(store.getState().early.size).toBe(1);
    receive(store, pick(2, 3));
    expect(store.getState().version).toBe(4);
    expect(store.getState().early.size).toBe(0);
  });
  test('writes once for a batch', () => {
    const store = fresh();
    let writes = 0;
    store.subscribe(() => writes++);
    receive(store, events);
    expect(writes).toBe(1);
  });
  test('puts history before the events it has without folding it again', () => {
    const store = createRunStore(fold(events.slice(0, 3)), 3);
    receive(store, pick(4));
    prepend(store, events);
    expect(store.getState().events.map((event) => event.version)).toEqual([1, 2, 3, 4]);
    expect(store.getState().state).toEqual(fold(events));
  });

  test('[case 98] [R2] shuffled, doubled and cut into pieces, a run folds to the same state', () => {
    const document = aPlan('a -> b, a -> c', { steps: { b: { work: writeWork() } } });
    const { log } = given(document).and(
      prepares('a'),
      answers('a'),
      prepares('b'),
      approves('b', ana),
      prepares('c'),
      answers('c'),
      prepares('b'),
    );
    const expected = fold(log);
    const doubled = fc.shuffledSubarray([...log, ...log, ...log], { minLength: log.length * 3 });
    fc.assert(
      fc.property(doubled, fc.integer({ min: 1, max: 9 }), (arrived, size) => {
        const store = fresh();
        for (let at = 0; at < arrived.length; at += size) receive(store, arrived.slice(at, at + size));
        expect(store.getState().state).toEqual(expected);
        expect(store.getState().events).toEqual(log);
        expect(store.getState().early.size).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test('[UF3] one event of one step changes the mark of that step alone', () => {
    const run = given(aPlan('a, b, c -> d'));
    const store = createRunStore(fold(run.log), run.log.length);
    const changes = new Map<string, number>();
    for (const id of ['a', 'b', 'c', 'd']) {
      let before = store.getState().marks[id];
      // As the row's selector does: it renders when its own mark is another object.
      store.subscribe(({ marks }) => {
        if (marks[id] !== before) changes.set(id, (changes.get(id) ?? 0) + 1);
        before = marks[id];
      });
    }
    const { log } = run.and(prepares('b'));
    receive(store, log);
    expect([...changes]).toEqual([['b', 1]]);
  });
});
