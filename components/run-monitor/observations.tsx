'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Address } from '#core/run/address.ts';
import type { RunEvent } from '#core/run/events.ts';
import { useTRPCClient } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { count } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Loading } from '#components/ui/skeleton.tsx';
import { eventText, type NameStep } from './event-text.ts';
import { loadEarlier, mayLoadEarlier } from './load-history.ts';
import { countAfter, findLines, observationsOf } from './observation-lines.ts';
import { ObservationRow } from './observation-row.tsx';
import { ObservationTools } from './observation-tools.tsx';
import { useRun, useRunStore } from './run-context.ts';
import { useObservationRange } from './use-observation-range.ts';

const NEAR_END_PX = 80;

/**
 * What happened, oldest first, at the end unless somebody scrolls up. Only the lines in view are in the page; the
 * rest is found by the search of its own.
 */
export function Observations({
  runId,
  of,
  name,
  follow,
  onFollow,
  obs,
  className,
}: {
  runId: string;
  of?: Address | undefined;
  name: NameStep;
  follow: boolean;
  onFollow(follow: boolean): void;
  /** The observation that the address names. */
  obs: number | null;
  className?: string;
}) {
  const store = useRunStore();
  const client = useTRPCClient();
  const kept = useRun((feed) => feed.events);
  const hasHistory = useRun((feed) => feed.hasHistory);
  const version = useRun((feed) => feed.version);
  const [find, setFind] = useState('');
  const [wrap, setWrap] = useState(true);
  const [raw, setRaw] = useState(false);
  const [readUpTo, setReadUpTo] = useState<number>();
  const range = useObservationRange(runId, obs, kept, hasHistory);
  const events = range.events ?? kept;
  const wanted = useDeferredValue(find);
  const lines = useMemo(
    () => findLines(observationsOf(events, of, store.getState().state.approvals), wanted, name),
    [events, of, store, wanted, name],
  );
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- of its functions only the stable measureElement is passed on
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 29,
    getItemKey: (index) => lines[index]?.version ?? index,
    overscan: 12,
    anchorTo: 'end',
    followOnAppend: follow,
    scrollEndThreshold: NEAR_END_PX,
  });
  const toEnd = useCallback(() => {
    setReadUpTo(undefined);
    onFollow(true);
    virtual.scrollToEnd({ behavior: 'auto' });
  }, [onFollow, virtual]);
  const height = virtual.getTotalSize();
  // Rows are higher than first thought once they are measured: the end is where it is now.
  useLayoutEffect(() => {
    const element = box.current;
    if (element && follow && height > 0) element.scrollTop = element.scrollHeight;
  }, [follow, height]);

  const last = useRef(0);
  const loading = useRef(false);
  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    const up = element.scrollTop < last.current - 1;
    last.current = element.scrollTop;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END_PX;
    if (up && follow && !atEnd) {
      setReadUpTo(lines.at(-1)?.version);
      onFollow(false);
    }
    if (atEnd && readUpTo !== undefined && !up) toEnd();
    if (element.scrollTop < 200 && up) earlier();
  };
  const earlier = () => {
    const feed = store.getState();
    if (range.events || loading.current || !mayLoadEarlier(feed.events, feed.version)) return;
    loading.current = true;
    void loadEarlier(client, runId, store)
      .catch(() => undefined)
      .finally(() => (loading.current = false));
  };

  const at = obs === null ? -1 : lines.findIndex((event) => event.version === obs);
  const shownFor = useRef<number>(undefined);
  useEffect(() => {
    if (obs === null || at < 0 || shownFor.current === obs) return;
    shownFor.current = obs;
    virtual.scrollToIndex(at, { align: 'center' });
  }, [obs, at, virtual]);

  const fresh = readUpTo === undefined || follow ? 0 : countAfter(lines, readUpTo);
  const first = events[0]?.version ?? 1;
  const newest = lines.at(-1);
  const isEmpty = lines.length === 0;
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <ObservationTools
        runId={runId}
        of={of}
        name={name}
        lines={lines}
        find={find}
        onFind={setFind}
        wrap={wrap}
        onWrap={setWrap}
        raw={raw}
        onRaw={setRaw}
      />
      {range.events ? (
        <p className="flex flex-wrap items-center gap-x-3 border-b border-border bg-sunken px-3 py-1 text-xs text-muted">
          {messages.event.range(first, events.at(-1)?.version ?? first, version)}
          <Button size="sm" look="quiet" onClick={range.leave}>
            {messages.event.toNewest}
          </Button>
        </p>
      ) : first > 1 && events.length > 0 && !mayLoadEarlier(events, version) ? (
        <p className="border-b border-border bg-sunken px-3 py-1 text-xs text-muted">
          {messages.event.partial(count(events.length), count(version))}
        </p>
      ) : null}
      <div className="relative min-h-0 flex-1">
        {isEmpty ? (
          hasHistory ? (
            <p className="p-3 text-sm text-muted">
              {find ? messages.event.noMatch(find) : messages.event.none}
            </p>
          ) : (
            <Loading rows={3} className="p-3" />
          )
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a box that scrolls is reached by keyboard; End is its own key */}
        <div
          ref={box}
          role="log"
          aria-live="off"
          aria-label={messages.event.title}
          tabIndex={0}
          onScroll={onScroll}
          onKeyDown={(event) => {
            if (event.key !== 'End') return;
            event.preventDefault();
            toEnd();
          }}
          data-log
          className={cx(
            'absolute inset-0 overflow-y-auto overscroll-contain -outline-offset-2',
            !wrap && 'overflow-x-auto',
          )}
        >
          <ol className="relative" style={{ height }}>
            {virtual.getVirtualItems().map((item) => {
              const event = lines[item.index];
              return event ? (
                <ObservationRow
                  key={item.key}
                  event={event}
                  name={name}
                  index={item.index}
                  top={item.start}
                  measure={virtual.measureElement}
                  wrap={wrap}
                  raw={raw}
                  named={event.version === obs}
                />
              ) : null;
            })}
          </ol>
        </div>
        {fresh > 0 ? (
          <Button
            size="sm"
            onClick={toEnd}
            className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full border-2 border-accent font-semibold"
          >
            {messages.event.fresh(fresh)}
            <ArrowDown aria-hidden size={14} />
          </Button>
        ) : null}
      </div>
      <Button
        size="sm"
        look="quiet"
        className="sr-only self-start -outline-offset-2 focus:not-sr-only"
        disabled={!newest}
        onClick={() => newest && announceNow(latest(newest, name))}
      >
        {messages.event.readLatest}
      </Button>
    </div>
  );
}

function latest(event: RunEvent, name: NameStep): string {
  return eventText(event, name);
}
