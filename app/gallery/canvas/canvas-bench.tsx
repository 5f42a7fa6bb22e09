'use client';
import { useReactFlow } from '@xyflow/react';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useEffect, useMemo, useState } from 'react';
import type { StepMark } from '#components/plan-canvas/canvas-store.ts';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { benchMarks, benchPlan, nextMark } from './bench-plan.ts';

const MOST = 2_000;

/** What the bench may ask of the page. */
export type CanvasBenchHandle = {
  steps: number;
  /** Each of these steps gets its next state, in one event each. */
  update(steps: readonly string[]): void;
  zoomTo(zoom: number): void;
};
declare global {
  interface Window {
    countersignBench?: CanvasBenchHandle;
  }
}

export function CanvasBench() {
  const [asked] = useQueryState('steps', parseAsInteger.withDefault(500));
  const size = Math.min(Math.max(asked, 1), MOST);
  return <Bench key={size} size={size} />;
}

function Bench({ size }: { size: number }) {
  const plan = useMemo(() => benchPlan(size), [size]);
  const [marks, setMarks] = useState(() => benchMarks(plan.steps));
  return (
    <main className="h-dvh">
      <PlanCanvas label={`${size}`} {...plan} marks={marks} grouping={false}>
        <Handle size={size} setMarks={setMarks} />
      </PlanCanvas>
    </main>
  );
}

function Handle({
  size,
  setMarks,
}: {
  size: number;
  setMarks(change: (marks: Record<string, StepMark>) => Record<string, StepMark>): void;
}) {
  const flow = useReactFlow();
  useEffect(() => {
    window.countersignBench = {
      steps: size,
      update: (steps) => {
        for (const id of steps) setMarks((marks) => ({ ...marks, [id]: nextMark(marks[id]) }));
      },
      zoomTo: (zoom) => void flow.setViewport({ x: 0, y: 0, zoom }),
    };
    return () => {
      delete window.countersignBench;
    };
  }, [flow, setMarks, size]);
  return null;
}
