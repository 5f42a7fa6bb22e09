'use client';
import { useEffect, useState } from 'react';
import type { CanvasStep } from './canvas-step.ts';
import { createCanvasStore, mergeMarks, type CanvasState, type CanvasStore } from './canvas-store.ts';
import type { CanvasView } from './view.ts';

type Known = {
  steps: readonly CanvasStep[];
  view: CanvasView;
  marks?: CanvasState['marks'] | undefined;
  diff?: CanvasState['diff'] | undefined;
  dimUnchanged?: boolean | undefined;
  selected?: string | undefined;
};

/** The store is outside React Flow on purpose; this copies what the page knows into it. */
export function useCanvasStore({ steps, view, marks, diff, dimUnchanged, selected }: Known): CanvasStore {
  const [store] = useState(() =>
    createCanvasStore({
      ...ofView(steps, view),
      marks: marks ?? {},
      diff: diff ?? {},
      dimUnchanged: dimUnchanged ?? false,
      selected,
      near: nearOf(steps, selected),
      active: selected ?? view.nodes[0]?.id,
    }),
  );
  useEffect(() => {
    const ids = new Set(view.nodes.map((node) => node.id));
    store.setState(({ active }) => ({
      ...ofView(steps, view),
      active: active !== undefined && ids.has(active) ? active : view.nodes[0]?.id,
    }));
  }, [store, steps, view]);
  useEffect(() => {
    store.setState((state) => ({ marks: mergeMarks(state.marks, marks ?? {}) }));
  }, [store, marks]);
  useEffect(() => {
    store.setState({ diff: diff ?? {}, dimUnchanged: dimUnchanged ?? false });
  }, [store, diff, dimUnchanged]);
  useEffect(() => {
    store.setState({
      selected,
      near: nearOf(steps, selected),
      ...(selected === undefined ? {} : { active: selected }),
    });
  }, [store, selected, steps]);
  return store;
}

function ofView(steps: readonly CanvasStep[], view: CanvasView): Pick<CanvasState, 'steps' | 'groups'> {
  return {
    steps: Object.fromEntries(steps.map((step) => [step.id, step])),
    groups: Object.fromEntries(view.nodes.flatMap(({ group }) => (group ? [[group.id, group]] : []))),
  };
}

function nearOf(steps: readonly CanvasStep[], selected: string | undefined): ReadonlySet<string> | undefined {
  if (selected === undefined) return undefined;
  const near = new Set([selected]);
  for (const step of steps) {
    if (step.id === selected) for (const need of step.needs) near.add(need);
    else if (step.needs.includes(selected)) near.add(step.id);
  }
  return near;
}
