'use client';
import { createContext, useContext } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { DiffKind } from '#components/marks/diff-tab.tsx';
import type { MarkState } from '#components/marks/state-looks.ts';
import type { CanvasStep } from './canvas-step.ts';

/** What a run says of a step on the canvas. Equal marks are the same object, so a card renders only when its own changed. */
export type StepMark = {
  state: MarkState;
  detail?: string;
  /** Right of row 2: how long it took. */
  note?: string;
  /** Right of row 2, counting: it runs or waits since then. */
  since?: number | undefined;
};

export type CanvasState = {
  steps: Readonly<Record<string, CanvasStep>>;
  marks: Readonly<Record<string, StepMark>>;
  diff: Readonly<Record<string, DiffKind>>;
  dimUnchanged: boolean;
  /** The one Tab stop. */
  active: string | undefined;
  selected: string | undefined;
  /** The selected step with its direct dependencies and dependants; everything else is dimmed. */
  near: ReadonlySet<string> | undefined;
  /** A draft is edited: handles and edges can be used, and several cards can be chosen. */
  editable: boolean;
  chosen: ReadonlySet<string>;
};
export type CanvasStore = StoreApi<CanvasState>;

export function createCanvasStore(): CanvasStore {
  return createStore<CanvasState>(() => ({
    steps: {},
    marks: {},
    diff: {},
    dimUnchanged: false,
    active: undefined,
    selected: undefined,
    near: undefined,
    editable: false,
    chosen: new Set(),
  }));
}

/** Takes over new marks and keeps the objects that did not change. */
export function mergeMarks(old: CanvasState['marks'], next: CanvasState['marks']): CanvasState['marks'] {
  let changed = Object.keys(old).length !== Object.keys(next).length;
  const merged: Record<string, StepMark> = {};
  for (const [id, mark] of Object.entries(next)) {
    const before = old[id];
    const same =
      before &&
      before.state === mark.state &&
      before.detail === mark.detail &&
      before.note === mark.note &&
      before.since === mark.since;
    merged[id] = same ? before : mark;
    if (!same) changed = true;
  }
  return changed ? merged : old;
}

export const CanvasContext = createContext<CanvasStore | null>(null);
export function useCanvas<T>(selector: (state: CanvasState) => T): T {
  const store = useContext(CanvasContext);
  if (!store) throw new Error('Bug: a card outside a plan canvas');
  return useStore(store, selector);
}
