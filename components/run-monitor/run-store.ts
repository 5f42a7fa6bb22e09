import { createStore, type StoreApi } from 'zustand/vanilla';
import { evolve } from '#core/run/evolve.ts';
import type { RunEvent } from '#core/run/events.ts';
import type { RunState } from '#core/run/state.ts';
import { mergeMarks, type StepMark } from '#components/plan-canvas/canvas-store.ts';
import { marksOf } from './step-marks.ts';

/**
 * The run as the browser knows it: a fold of the same events with the same `evolve` as the server. `version` rises
 * with every change. `marks` is what a card or a row shows of a step; the mark of a step that did not change stays the
 * same object, so a selector on one of them renders one row.
 */
export type RunFeed = {
  state: RunState;
  version: number;
  marks: Readonly<Record<string, StepMark>>;
  /** Newest last; at most EVENTS_KEPT. Older ones are read by range. */
  events: readonly RunEvent[];
  /** Arrived before their turn. */
  early: ReadonlyMap<number, RunEvent>;
  /** Whether the events before this page was opened have been read. */
  hasHistory: boolean;
};
export type RunStore = StoreApi<RunFeed>;

export const EVENTS_KEPT = 10_000;

export function createRunStore(state: RunState, version: number): RunStore {
  return createStore<RunFeed>(() => ({
    state,
    version,
    marks: marksOf(state),
    events: [],
    early: new Map(),
    hasHistory: false,
  }));
}

/**
 * Folds what arrived: in order of version, each once; an event that comes before its turn waits. One store write a
 * batch. Returns the events that were folded.
 */
export function receive(store: RunStore, arrived: readonly RunEvent[]): RunEvent[] {
  const feed = store.getState();
  const waiting = new Map(feed.early);
  for (const event of arrived) if (event.version > feed.version) waiting.set(event.version, event);
  const folded: RunEvent[] = [];
  for (let next = waiting.get(feed.version + 1); next; next = waiting.get(next.version + 1)) {
    evolve(feed.state, next);
    folded.push(next);
    waiting.delete(next.version);
  }
  const last = folded.at(-1);
  if (last) {
    store.setState({
      version: last.version,
      marks: mergeMarks(feed.marks, marksOf(feed.state)),
      events: [...feed.events, ...folded].slice(-EVENTS_KEPT),
      early: waiting,
    });
  } else if (waiting.size !== feed.early.size) {
    store.setState({ early: waiting });
  }
  return folded;
}

/** Puts older events before those we have, for the log. They are not folded: the state holds them. */
export function prepend(store: RunStore, older: readonly RunEvent[]): void {
  const { events, version } = store.getState();
  const first = events[0]?.version ?? version + 1;
  const before = older.filter((event) => event.version < first);
  if (before.length > 0) store.setState({ events: [...before, ...events].slice(-EVENTS_KEPT) });
}
