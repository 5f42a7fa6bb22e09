'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useRef, useState } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { ChangeDetail, PlanPanel } from './change-detail.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeNav } from './change-nav.tsx';
import { stepThrough, type Comparison } from './changes.ts';
import { OverlayGraph, SplitGraph } from './compare-graph.tsx';
import { CompareHeader, comparisonHref } from './compare-header.tsx';
import { useComparison, type CompareData } from './use-comparison.ts';
import { type CompareUrl, useCompareUrl, views } from './use-compare-url.ts';

export function CompareScreen({ data }: { data: Comparison }) {
  const phone = useMedia('(max-width: 767px)');
  if (phone === undefined) return null;
  return <Screen data={data} phone={phone} />;
}

function Screen({ data, phone }: { data: Comparison; phone: boolean }) {
  const { from, to, diff } = data;
  const url = useCompareUrl(phone || diff.summary.mostlyNew ? 'list' : 'overlay');
  const compare = useComparison(data, url);
  const [showsBefore, setShowsBefore] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { view, select } = url;
  const open = useCallback(() => requestAnimationFrame(() => heading.current?.focus()), []);
  const go = (direction: 1 | -1) => {
    const next = stepThrough(compare.changes, url.selected, direction, compare.seen.isSeen);
    if (!next) return;
    select(next.id);
    const at = compare.changes.indexOf(next) + 1;
    announceNow(
      messages.compare.spoken(messages.diff.prefix[next.kind] ?? '', next.title, at, compare.changes.length),
    );
  };
  useCompareKeys({ data, compare, url, go, setShowsBefore });
  useListPosition(view === 'list' ? url.selected : undefined);

  const same = from.hash === to.hash;
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <CompareHeader data={data} />
      <Strips data={data} />
      {same ? null : (
        <>
          <Toolbar url={url} compare={compare} go={go} />
          <Refused error={compare.seen.error} className="p-2" />
          <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[300px_minmax(0,1fr)]">
            <aside
              data-region
              tabIndex={0}
              aria-label={messages.compare.changes}
              className="hidden min-h-0 overflow-y-auto border-r border-border bg-surface -outline-offset-2 lg:block"
            >
              <ChangeNav compare={compare} selected={url.selected} onSelect={select} onOpen={open} />
            </aside>
            {view === 'list' ? (
              <div
                data-region
                tabIndex={-1}
                className="min-h-0 flex-1 overflow-y-auto p-3 outline-none max-md:pb-16"
              >
                <ChangeList
                  data={data}
                  compare={compare}
                  selected={url.selected}
                  hidesUnchanged={url.hidesUnchanged}
                />
              </div>
            ) : (
              <GraphAndPanel
                data={data}
                compare={compare}
                url={url}
                showsBefore={showsBefore}
                open={open}
                headingRef={heading}
              />
            )}
          </div>
          {phone ? <SeenBar compare={compare} go={go} /> : null}
        </>
      )}
    </div>
  );
}

function GraphAndPanel({
  data,
  compare,
  url,
  showsBefore,
  open,
  headingRef,
}: {
  data: Comparison;
  compare: CompareData;
  url: CompareUrl;
  showsBefore: boolean;
  open(): void;
  headingRef: React.RefObject<HTMLHeadingElement | null>;
}) {
  const trpc = useTRPC();
  const wide = useMedia('(min-width: 1024px)');
  const { planId, from, to } = data;
  const layout = useQuery({
    ...trpc.comparisons.layout.queryOptions({ planId, from: from.version, to: to.version }),
    staleTime: Infinity,
  });
  const chosen = compare.changes.find(({ id }) => id === url.selected);
  const panel = chosen ? (
    <ChangeDetail data={data} change={chosen} compare={compare} headingRef={headingRef} />
  ) : url.selected !== undefined && compare.unchanged.some(({ id }) => id === url.selected) ? (
    <p className="text-sm">
      <span className="font-semibold">{compare.nameOf(url.selected)}</span> {messages.compare.noChange}
    </p>
  ) : (
    <PlanPanel data={data} compare={compare} />
  );
  const graph = {
    data,
    compare,
    selected: url.selected,
    onSelect: url.select,
    onOpen: open,
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_360px]">
      <div data-region tabIndex={-1} className="h-[64dvh] min-h-0 outline-none lg:h-auto">
        {layout.data ? (
          url.view === 'split' ? (
            <SplitGraph {...graph} layout={layout.data} />
          ) : (
            <OverlayGraph {...graph} layout={layout.data} showsBefore={showsBefore} />
          )
        ) : layout.isError ? (
          <QueryState query={layout}>{() => null}</QueryState>
        ) : (
          <p className="p-3 text-sm text-muted">{messages.compare.drawing}</p>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leads back to where the change was opened */}
      <aside
        data-region
        tabIndex={0}
        aria-label={messages.compare.detail}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) focusChange(url.selected);
        }}
        className="hidden min-h-0 overflow-y-auto border-l border-border bg-surface p-4 -outline-offset-2 lg:block"
      >
        {panel}
      </aside>
      <Dialog
        open={wide === false && chosen !== undefined}
        onOpenChange={(isOpen) => !isOpen && url.select(undefined)}
        title={messages.compare.detail}
        wide
      >
        {wide === false ? panel : null}
      </Dialog>
    </div>
  );
}

function Strips({ data }: { data: Comparison }) {
  const { from, to, diff } = data;
  const strips = [
    from.hash === to.hash ? (
      <Notice key="same" title={messages.compare.same(from.version, to.version, fingerprint(to.hash))} />
    ) : null,
    diff.summary.mostlyNew ? (
      <Notice key="new" title={messages.compare.mostlyNew}>
        {messages.compare.mostlyNewText}
      </Notice>
    ) : null,
    to.origin && data.reviewReasons.length > 0 ? (
      <details key="reasons" className="rounded-card border-2 border-approval bg-approval-bg px-3 py-1.5">
        <summary className="min-h-6 font-semibold">
          {messages.compare.reasons(data.reviewReasons.length)}
        </summary>
        <ul className="max-h-48 list-disc overflow-y-auto pl-5 text-sm">
          {data.reviewReasons.map((reason, index) => (
            <li key={`${reason.code} ${reason.stepId ?? ''} ${index}`}>{reason.message}</li>
          ))}
        </ul>
      </details>
    ) : null,
  ].filter(Boolean);
  if (strips.length === 0) return null;
  return <div className="flex flex-col gap-2 border-b border-border px-4 py-2">{strips}</div>;
}

function Toolbar({
  url,
  compare,
  go,
}: {
  url: CompareUrl;
  compare: CompareData;
  go(direction: 1 | -1): void;
}) {
  const { changes, seen, allChanges } = compare;
  const at = changes.findIndex(({ id }) => id === url.selected);
  const hasAuth = allChanges.some((change) => change.class === 'A');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border bg-surface px-3 py-1.5 text-sm">
      <Tabs
        look="switch"
        label={messages.compare.view}
        value={url.view}
        onChange={url.setView}
        items={views.map((value) => ({ value, label: messages.compare.views[value] }))}
      />
      {hasAuth || url.onlyAuth ? (
        <Check checked={url.onlyAuth} onChange={url.setOnlyAuth} label={messages.compare.onlyAuth} />
      ) : null}
      <Check
        checked={!url.hidesUnchanged}
        onChange={(on) => url.setHidesUnchanged(!on)}
        label={messages.compare.unchangedSteps}
      />
      <span role="status" className="ml-auto font-medium max-md:hidden" data-testid="seen">
        {messages.compare.seen(seen.count, changes.length)}
      </span>
      <span className="inline-flex items-center gap-1 max-md:hidden">
        <Button size="sm" onClick={() => go(-1)} disabled={changes.length === 0}>
          {messages.compare.previous}
        </Button>
        <span className="min-w-14 text-center text-muted tabular-nums">
          {at === -1
            ? messages.compare.positionNone(changes.length)
            : messages.compare.position(at + 1, changes.length)}
        </span>
        <Button size="sm" onClick={() => go(1)} disabled={changes.length === 0}>
          {messages.compare.next}
        </Button>
      </span>
    </div>
  );
}

function Check({
  checked,
  onChange,
  label,
}: {
  checked: boolean;
  onChange(checked: boolean): void;
  label: string;
}) {
  return (
    <label className="inline-flex min-h-7 items-center gap-2 max-md:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}

/** At the thumb: how far the reading has come, and the way on. */
function SeenBar({ compare, go }: { compare: CompareData; go(direction: 1 | -1): void }) {
  return (
    <div
      data-testid="seen-bar"
      data-sticky-bar
      className="sticky bottom-14 z-20 flex items-center gap-2 border-t border-border bg-surface px-3 py-1.5"
    >
      <span role="status" className="flex-1 text-sm font-medium">
        {messages.compare.seen(compare.seen.count, compare.changes.length)}
      </span>
      <Button onClick={() => go(-1)} disabled={compare.changes.length === 0}>
        {messages.compare.previous}
      </Button>
      <Button onClick={() => go(1)} disabled={compare.changes.length === 0}>
        {messages.compare.next}
      </Button>
    </div>
  );
}

function useCompareKeys({
  data,
  compare,
  url,
  go,
  setShowsBefore,
}: {
  data: Comparison;
  compare: CompareData;
  url: CompareUrl;
  go(direction: 1 | -1): void;
  setShowsBefore(on: boolean): void;
}) {
  const router = useRouter();
  const search = useSearchParams().toString();
  const { keys } = messages.compare;
  const chosen = compare.changes.find(({ id }) => id === url.selected);
  useShortcuts(messages.compare.shortcuts, [
    { keys: 'n', label: keys.next, run: () => go(1) },
    { keys: 'p', label: keys.previous, run: () => go(-1) },
    {
      keys: 'v',
      label: keys.seen,
      run: () => {
        if (chosen) compare.seen.set(chosen, !compare.seen.isSeen(chosen));
      },
    },
    { keys: 'o', label: keys.overlay, run: () => url.setView('overlay') },
    { keys: 's', label: keys.split, run: () => url.setView('split') },
    { keys: 'l', label: keys.list, run: () => url.setView('list') },
    {
      keys: 'b',
      label: keys.before,
      run: () => setShowsBefore(true),
      release: () => setShowsBefore(false),
    },
    { keys: 'u', label: keys.unchanged, run: () => url.setHidesUnchanged(!url.hidesUnchanged) },
    {
      keys: 'x',
      label: keys.swap,
      run: () => router.push(comparisonHref(data.planId, data.to.version, data.from.version, search)),
    },
  ]);
}

/** Back to the card of the chosen change, or to its row. */
function focusChange(selected: string | undefined): void {
  const card =
    selected === undefined
      ? null
      : document.querySelector<HTMLElement>(`[data-step="${CSS.escape(selected)}"]`);
  (card ?? document.querySelector<HTMLElement>('aside [aria-current]'))?.focus();
}

/** In the list the chosen change is brought into view, with the focus on its heading. */
function useListPosition(selected: string | undefined): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (selected === shown.current) return;
    shown.current = selected;
    if (selected === undefined) return;
    const item = document.querySelector(`[data-change="${CSS.escape(selected)}"]`);
    item?.scrollIntoView({ block: 'start' });
    item?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [selected]);
}
