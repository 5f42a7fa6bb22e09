'use client';
import { Elapsed } from '#components/ui/time.tsx';
import type { StepMark } from './canvas-store.ts';

/** The time beside a step: how long it took, or counting while it runs or waits. */
export function MarkNote({ mark, className }: { mark: StepMark | undefined; className?: string }) {
  if (!mark || (mark.note === undefined && mark.since === undefined)) return null;
  return <span className={className}>{mark.note ?? (mark.since === undefined ? null : <Elapsed since={mark.since} />)}</span>;
}
