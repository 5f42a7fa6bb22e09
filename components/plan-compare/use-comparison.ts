'use client';
import { useMemo } from 'react';
import { graphDocument, unionOf, type UnionEdge } from '#core/plan/diff-union.ts';
import type { Step } from '#core/plan/schema.ts';
import type { DiffKind } from '#components/marks/diff-tab.tsx';
import { canvasSteps, type CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { edgeId } from '#components/plan-canvas/to-flow.ts';
import { changesOf, type Change, type Comparison } from './changes.ts';
import { useSeen, type Seen } from './use-seen.ts';

export type Side = {
  steps: CanvasStep[];
  diff: Record<string, DiffKind>;
  edgeKinds: Record<string, 'added' | 'removed'>;
  /** Steps that only the other side has. */
  slots: string[];
};
export type CompareData = {
  /** In the order of reading; only class A when so filtered. */
  changes: readonly Change[];
  allChanges: readonly Change[];
  seen: Seen;
  overlay: Side;
  before: Side;
  after: Side;
  unchanged: { id: string; title: string }[];
  edgesOf(id: string): UnionEdge[];
  /** Number and title; a removed step has no number, since another one may have it now. */
  nameOf(id: string): string;
  numberOf(id: string): number | undefined;
};

/** All that the views of one comparison share: what is listed, and the two sides of the drawing. */
export function useComparison(
  data: Comparison,
  { onlyAuth, hidesUnchanged }: { onlyAuth: boolean; hidesUnchanged: boolean },
): CompareData {
  const allChanges = useMemo(() => changesOf(data), [data]);
  const changes = useMemo(
    () => (onlyAuth ? allChanges.filter((change) => change.class === 'A') : allChanges),
    [allChanges, onlyAuth],
  );
  const seen = useSeen(data, changes);
  const sides = useMemo(() => sidesOf(data, changes, hidesUnchanged), [data, changes, hidesUnchanged]);
  return { changes, allChanges, seen, ...sides };
}

function sidesOf(data: Comparison, changes: readonly Change[], hidesUnchanged: boolean) {
  const union = unionOf(data.diff.steps);
  const kinds = new Map<string, DiffKind>(changes.map(({ id, kind }) => [id, kind]));
  const effects = new Map(Object.entries(data.effects));
  const cards = (steps: Step[]) => canvasSteps(graphDocument(steps), (id) => effects.get(id));
  const [before, after] = [cards(union.before), cards(union.after)];
  const numbers = new Map([...before, ...after].map(({ id, number }) => [id, number]));
  // A step has the number of the later version, a removed one that of the earlier.
  const both = cards(union.steps).map((step) => ({ ...step, number: numbers.get(step.id) ?? step.number }));
  const isShown = ({ id }: { id: string }) => !hidesUnchanged || kinds.has(id);
  const side = (steps: CanvasStep[], edges: readonly UnionEdge[]): Side => {
    const own = new Set(steps.map(({ id }) => id));
    return {
      steps: steps.filter(isShown),
      diff: Object.fromEntries([...kinds].filter(([id]) => own.has(id))),
      edgeKinds: Object.fromEntries(
        edges.filter(({ to }) => kinds.has(to)).map(({ from, to, kind }) => [edgeId(from, to), kind]),
      ),
      slots: both.filter((step) => isShown(step) && !own.has(step.id)).map(({ id }) => id),
    };
  };
  const inAfter = new Set(after.map(({ id }) => id));
  const titles = new Map(both.map(({ id, title }) => [id, title]));
  return {
    overlay: side(both, union.edges),
    before: side(
      before,
      union.edges.filter(({ kind }) => kind === 'removed'),
    ),
    after: side(
      after,
      union.edges.filter(({ kind }) => kind === 'added'),
    ),
    unchanged: data.diff.steps
      .filter(({ kind }) => kind === 'unchanged')
      .map(({ stepId, toStep }) => ({ id: stepId, title: toStep?.title ?? stepId })),
    edgesOf: (id: string) => union.edges.filter(({ to }) => to === id),
    nameOf: (id: string) => [inAfter.has(id) ? numbers.get(id) : '', titles.get(id) ?? id].join(' ').trim(),
    numberOf: (id: string) => (inAfter.has(id) ? numbers.get(id) : undefined),
  };
}
