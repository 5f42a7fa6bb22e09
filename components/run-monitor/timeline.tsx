'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { StateIcon } from '#components/marks/state-badge.tsx';
import { stateLooks } from '#components/marks/state-looks.ts';
import type { PlanStep } from '#components/plan-version/plan-steps.ts';
import { useTRPCClient } from '#components/trpc.tsx';
import { cx } from '#components/ui/cx.ts';
import { clock, dateAndTime, roughDuration, timeOfDay } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { useMedia } from '#components/ui/use-media.ts';
import { useNow } from '#components/ui/use-now.ts';
import { loadAllEarlier, mayLoadEarlier } from './load-history.ts';
import { useRun, useRunStore } from './run-context.ts';
import { TimelineBars, TimelineLegend, TimelinePatterns } from './timeline-bars.tsx';
import { GAP_PX, idleGaps, timeScale, type Gap, type Scale } from './timeline-scale.ts';
import { spansOf, type Span } from './timeline-spans.ts';

const ROW_PX = 28;
/** A row is a target for a thumb. */
const PHONE_ROW_PX = 44;
const NONE: readonly Span[] = [];

/** Steps over time. Long waits are folded; everything it says is in the list as well. */
export function Timeline({
  runId,
  steps,
  selected,
  onSelect,
}: {
  runId: string;
  steps: readonly PlanStep[];
  selected: string | undefined;
  onSelect(stepId: string): void;
}) {
  const store = useRunStore();
  const client = useTRPCClient();
  const now = useNow();
  const events = useDeferredValue(useRun((feed) => feed.events));
  const hasHistory = useRun((feed) => feed.hasHistory);
  const more = useRun((feed) => feed.hasHistory && mayLoadEarlier(feed.events, feed.version));
  const firstVersion = events[0]?.version;
  useEffect(() => {
    let isWanted = more;
    void loadAllEarlier(client, runId, store, () => isWanted).catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [more, client, runId, store]);

  const { startedAt, endedAt } = store.getState().state;
  const spans = useMemo(() => spansOf(events, store.getState().state.approvals), [events, store]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const to = Math.max(endedAt ?? now, startedAt + 1_000);
  const scale = useMemo(() => {
    const all = [...spans.values()].flat();
    const gaps = idleGaps(all, startedAt, to).filter((gap) => !opened.has(gap.from));
    return timeScale(startedAt, to, width, gaps);
  }, [spans, startedAt, to, width, opened]);
  const list = useRef<HTMLDivElement>(null);
  const rowPx = useMedia('(max-width: 767px)') ? PHONE_ROW_PX : ROW_PX;
  // oxlint-disable-next-line react/incompatible-library -- its functions are passed to no memoized part
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowPx,
    overscan: 10,
  });
  const selectedAt = steps.findIndex((step) => step.id === selected);
  useEffect(() => {
    if (selectedAt >= 0) virtual.scrollToIndex(selectedAt, { align: 'auto' });
  }, [selectedAt, virtual]);
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <TimelinePatterns />
      <TimelineLegend />
      {hasHistory && !more && (firstVersion ?? 1) > 1 ? (
        <p className="px-3 py-1 text-xs text-muted">{messages.timeline.partial}</p>
      ) : null}
      <div className="grid grid-cols-[minmax(96px,220px)_minmax(0,1fr)] border-b border-border max-md:grid-cols-[112px_minmax(0,1fr)]">
        <span className="px-3 py-1 text-xs text-faint">{messages.outline.title}</span>
        <div ref={box} className="relative mr-3 h-7 overflow-hidden max-md:h-11">
          <Axis scale={scale} onOpen={(gap) => setOpened(new Set([...opened, gap.from]))} />
        </div>
      </div>
      <div
        ref={list}
        role="group"
        aria-label={messages.timeline.title}
        className="relative min-h-0 flex-1 overflow-y-auto max-lg:max-h-[60dvh]"
      >
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const step = steps[item.index];
            return step ? (
              <li
                key={step.id}
                className="absolute inset-x-0 top-0"
                style={{ height: rowPx, transform: `translateY(${item.start}px)` }}
              >
                <Row
                  step={step}
                  spans={spans.get(step.id) ?? NONE}
                  scale={scale}
                  selected={selected === step.id}
                  onSelect={onSelect}
                />
              </li>
            ) : null;
          })}
        </ol>
      </div>
    </div>
  );
}

function Row({
  step,
  spans,
  scale,
  selected,
  onSelect,
}: {
  step: PlanStep;
  spans: readonly Span[];
  scale: Scale;
  selected: boolean;
  onSelect(stepId: string): void;
}) {
  const mark = useRun((feed) => feed.marks[step.id]);
  const words = spans.map((span) => {
    const took = roughDuration((span.to ?? scale.to) - span.from);
    return messages.timeline.span(messages.timeline.kinds[span.kind], timeOfDay(span.from), took);
  });
  return (
    <button
      type="button"
      onClick={() => onSelect(step.id)}
      aria-current={selected ? 'step' : undefined}
      data-timeline-row={step.id}
      className={cx(
        'grid h-full w-full grid-cols-[minmax(96px,220px)_minmax(0,1fr)] border-l-4 border-transparent text-left text-sm -outline-offset-2 hover:bg-hover max-md:grid-cols-[112px_minmax(0,1fr)]',
        selected && 'border-accent bg-hover',
      )}
    >
      <span className="flex min-w-0 items-center gap-1.5 px-2">
        {mark ? <StateIcon state={mark.state} size={14} /> : null}
        <span className="shrink-0 text-muted">{step.number}</span>
        <span className="min-w-0 truncate" title={step.title}>
          {step.title}
        </span>
        <span className="sr-only">
          {[mark ? stateLooks[mark.state].word : '', mark?.detail ?? '', ...words].filter(Boolean).join('. ')}
        </span>
      </span>
      <span className="relative mr-3 block h-7 self-center">
        <TimelineBars spans={spans} scale={scale} state={mark?.state} />
      </span>
    </button>
  );
}

function Axis({ scale, onOpen }: { scale: Scale; onOpen(gap: Gap): void }) {
  const withDate = scale.to - scale.from > 86_400_000;
  return (
    <>
      {scale.ticks.map((at) => (
        <span
          key={at}
          className="absolute top-0 h-full border-l border-border pl-1 text-2xs leading-7 whitespace-nowrap text-faint"
          style={{ left: scale.x(at) }}
          title={dateAndTime(at)}
        >
          {withDate ? dateAndTime(at).slice(5, 16) : tickText(at, scale.tickMs)}
        </span>
      ))}
      {scale.gaps.map((gap) => (
        <button
          key={gap.from}
          type="button"
          onClick={() => onOpen(gap)}
          title={messages.timeline.openGap(clock(gap.to - gap.from))}
          aria-label={messages.timeline.openGap(roughDuration(gap.to - gap.from))}
          className="absolute top-0.5 h-6 max-md:top-0 max-md:h-11 rounded-chip border border-dashed border-border-strong bg-sunken text-center text-2xs whitespace-nowrap text-muted -outline-offset-2 hover:bg-hover"
          style={{ left: scale.x(gap.from), width: GAP_PX }}
        >
          {roughDuration(gap.to - gap.from)}
        </button>
      ))}
    </>
  );
}

/** Ticks closer than a second apart show the part of it. */
function tickText(at: number, tickMs: number): string {
  return tickMs >= 1_000
    ? timeOfDay(at)
    : `${timeOfDay(at)}.${String(at % 1_000)
        .padStart(3, '0')
        .slice(0, 2)}`;
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
