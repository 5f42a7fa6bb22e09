'use client';
import { createContext, useContext } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { DiffKind } from '#components/marks/diff-tab.tsx';
import type { MarkState } from '#components/marks/state-looks.ts';
import type { CanvasStep } from './canvas-step.ts';
import type { StepGroup } from './groups.ts';

/** What a run says of a step on the canvas. Equal marks are the same object, so a card renders only when its own changed. */
export type StepMark = {
  state: MarkState;
  detail?: string;
  /** Right of row 2: how long it took. */
  note?: string;
  /** Right of row 2, counting: it runs or waits since then. */
  since?: number | undefined;
  /** The parts of a forEach, counted by state: a bar, and words. */
  parts?: Partial<Record<MarkState, number>>;
};

export type CanvasState = {
  steps: Readonly<Record<string, CanvasStep>>;
  /** Closed groups, by the id of their node. */
  groups: Readonly<Record<string, StepGroup>>;
  marks: Readonly<Record<string, StepMark>>;
  diff: Readonly<Record<string, DiffKind>>;
  dimUnchanged: boolean;
  /** The one Tab stop. */
  active: string | undefined;
  /** Under the pointer or focused: its title may be cut off, its lines say what they carry. */
  pointed: string | undefined;
  /** The pointed card does not show its whole title. */
  isCut: boolean;
  selected: string | undefined;
  /** The selected step with its direct dependencies and dependants; everything else is dimmed. */
  near: ReadonlySet<string> | undefined;
  /** A draft is edited: handles and edges can be used, and several cards can be chosen. */
  editable: boolean;
  chosen: ReadonlySet<string>;
};
export type CanvasStore = StoreApi<CanvasState>;

export function createCanvasStore(known: Partial<CanvasState> = {}): CanvasStore {
  return createStore<CanvasState>(() => ({
    steps: {},
    groups: {},
    marks: {},
    diff: {},
    dimUnchanged: false,
    active: undefined,
    pointed: undefined,
    isCut: false,
    selected: undefined,
    near: undefined,
    editable: false,
    chosen: new Set(),
    ...known,
  }));
}

/** Takes over new marks and keeps the objects that did not change. */
export function mergeMarks(old: CanvasState['marks'], next: CanvasState['marks']): CanvasState['marks'] {
  let changed = Object.keys(old).length !== Object.keys(next).length;
  const merged: Record<string, StepMark> = {};
  for (const [id, mark] of Object.entries(next)) {
    const before = old[id];
    const same = before !== undefined && (before === mark || equalMarks(before, mark));
    merged[id] = same ? before : mark;
    if (!same) changed = true;
  }
  return changed ? merged : old;
}

function equalMarks(a: StepMark, b: StepMark): boolean {
  return (
    a.state === b.state &&
    a.detail === b.detail &&
    a.note === b.note &&
    a.since === b.since &&
    partsKey(a.parts) === partsKey(b.parts)
  );
}

/** Parts as text, so that equal counts are equal values: `done 6, running 1`. */
export function partsKey(parts: StepMark['parts']): string {
  if (!parts) return '';
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${state} ${count}`)
    .sort()
    .join();
}

export const CanvasContext = createContext<CanvasStore | null>(null);
export function useCanvasContext(): CanvasStore {
  const store = useContext(CanvasContext);
  if (!store) throw new Error('Bug: a card outside a plan canvas');
  return store;
}
export function useCanvas<T>(selector: (state: CanvasState) => T): T {
  return useStore(useCanvasContext(), selector);
}
