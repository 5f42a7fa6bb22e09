'use client';
import { clock } from '#components/ui/format.ts';
import { Elapsed } from '#components/ui/time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { StepMark } from './canvas-store.ts';

/** The time beside a step: how long it took, or counting while it runs or waits. */
export function MarkNote({ mark, className }: { mark: StepMark | undefined; className?: string }) {
  if (!mark || (mark.note === undefined && mark.since === undefined)) return null;
  return (
    <span className={className}>
      {mark.note ?? (mark.since === undefined ? null : <Elapsed since={mark.since} />)}
    </span>
  );
}

/** The same on a card, drawn by the style sheet; only a card that counts listens to the clock. */
export function CardNote({ mark }: { mark: StepMark | undefined }) {
  if (mark?.note !== undefined) return <span className="step-note" data-text={mark.note} />;
  return mark?.since === undefined ? null : <Counting since={mark.since} />;
}
function Counting({ since }: { since: number }) {
  const now = useNow();
  return <span className="step-note" data-text={now === 0 ? '' : clock(now - since)} />;
}
