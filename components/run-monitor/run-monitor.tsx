'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Address } from '#core/run/address.ts';
import { effectsView, needsYou, progress } from '#core/run/views.ts';
import { QueryState } from '#components/query-state.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { mergeMarks, type StepMark } from '#components/plan-canvas/canvas-store.ts';
import { Outline } from '#components/plan-version/outline.tsx';
import { planSteps, type PlanStep } from '#components/plan-version/plan-steps.ts';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Time } from '#components/ui/time.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { useNow } from '#components/ui/use-now.ts';
import { Activity } from './activity.tsx';
import { announceEvents } from './announce-events.ts';
import { BudgetRow } from './budget-row.tsx';
import { CheckResults } from './check-results.tsx';
import { EffectRows } from './effect-rows.tsx';
import type { NameStep } from './event-text.ts';
import { RunControls } from './run-controls.tsx';
import { RunStepPanel } from './run-step-panel.tsx';
import { RunStrips } from './run-strips.tsx';
import { marksOf } from './step-marks.ts';
import { RunContext, useRun, useRunFeed, useRunState } from './use-run-feed.ts';

type Detail = RouterOutputs['runs']['get'];
const views = ['graph', 'list', 'activity', 'effects'] as const;

export function RunMonitor({ runId }: { runId: string }) {
  const { detail, store } = useRunFeed(runId, announceEvents);
  return (
    <QueryState query={detail} heading={messages.run.one}>
      {(data) =>
        store ? (
          <RunContext value={store}>
            <Screen detail={data} />
          </RunContext>
        ) : (
          <Loading />
        )
      }
    </QueryState>
  );
}

/** `isKnown`: what the tools do is known; before that no step may be called anything. */
function useRunSteps(planId: string): { steps: PlanStep[]; byId: Map<string, PlanStep>; isKnown: boolean } {
  const trpc = useTRPC();
  const document = useRun((feed) => feed.state.document);
  const planVersion = useRun((feed) => feed.state.planVersion);
  const version = useQuery({
    ...trpc.plans.version.queryOptions({ planId, version: planVersion }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const expected = version.data?.approvalsExpected;
  const steps = useMemo(() => planSteps(document, expected ?? []), [document, expected]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  return { steps, byId, isKnown: !version.isPending };
}

/** Marks of all steps; the object is the same while no mark changed. */
function useMarks(): Readonly<Record<string, StepMark>> {
  const state = useRunState();
  const [marks, setMarks] = useState<Readonly<Record<string, StepMark>>>({});
  const next = mergeMarks(marks, marksOf(state));
  if (next !== marks) setMarks(next);
  return next;
}

function Screen({ detail }: { detail: Detail }) {
  const { runId, planId } = detail.run;
  const wide = useMedia('(min-width: 1024px)');
  const phone = useMedia('(max-width: 767px)');
  const [query, setQuery] = useQueryStates(
    { view: parseAsStringLiteral(views), step: parseAsString, item: parseAsInteger },
    { history: 'push' },
  );
  const { steps, byId, isKnown } = useRunSteps(planId);
  const marks = useMarks();
  const view = query.view ?? (phone ? 'list' : 'graph');
  const step = query.step ? byId.get(query.step) : undefined;
  const address: Address | undefined = step
    ? { stepId: step.id, ...(query.item === null ? {} : { item: query.item }) }
    : undefined;
  const name: NameStep = useCallback(
    (each) => {
      const number = byId.get(each.stepId)?.number;
      if (number === undefined) return each.stepId;
      return each.item === undefined ? messages.common.step(number) : messages.step.part(number, each.item);
    },
    [byId],
  );
  const select = useCallback(
    (to: Address | undefined) => void setQuery({ step: to?.stepId ?? null, item: to?.item ?? null }),
    [setQuery],
  );
  const selectStep = useCallback(
    (stepId: string | undefined) => select(stepId === undefined ? undefined : { stepId }),
    [select],
  );
  const openPanel = useCallback(
    () => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-step-heading]')?.focus()),
    [],
  );
  useTitle(detail);
  if (wide === undefined) return null;
  const panel =
    address && step ? (
      <RunStepPanel
        key={`${address.stepId} ${address.item ?? ''}`}
        runId={runId}
        address={address}
        step={step}
        byId={byId}
        name={name}
        canOperate={detail.can.operate}
        onStep={select}
      />
    ) : null;
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <Header detail={detail} name={name} />
      <RunStrips name={name} onStep={select} />
      <End />
      {isKnown ? (
        <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[280px_minmax(0,1fr)_400px]">
          <aside
            data-region
            tabIndex={-1}
            aria-label={messages.outline.title}
            className="hidden min-h-0 flex-col border-r border-border bg-surface outline-none lg:flex"
          >
            <Outline
              steps={steps}
              marks={marks}
              selected={step?.id}
              onSelect={selectStep}
              className="flex-1"
            />
          </aside>
          <div data-region tabIndex={-1} className="flex min-h-0 flex-col outline-none">
            <div className="border-b border-border bg-surface px-3 py-1.5">
              <Tabs
                look="switch"
                label={messages.plan.view}
                value={view}
                onChange={(next) => void setQuery({ view: next })}
                items={views.map((value) => ({ value, label: messages.run.views[value] }))}
              />
            </div>
            {view === 'graph' ? (
              <Graph
                steps={steps}
                marks={marks}
                selected={step?.id}
                onSelect={selectStep}
                onOpen={openPanel}
              />
            ) : (
              <div className="min-h-0 flex-1 bg-surface lg:overflow-y-auto">
                {view === 'list' ? (
                  <Outline steps={steps} marks={marks} selected={step?.id} onSelect={selectStep} withNeeds />
                ) : null}
                {view === 'activity' ? (
                  <div className="p-3">
                    <Activity runId={runId} name={name} />
                  </div>
                ) : null}
                {view === 'effects' ? <AllEffects /> : null}
              </div>
            )}
          </div>
          {wide ? (
            <aside
              data-region
              tabIndex={0}
              aria-label={messages.step.panel}
              className="min-h-0 overflow-y-auto border-l border-border bg-surface p-4 -outline-offset-2"
            >
              {panel ?? (
                <div className="flex flex-col gap-2">
                  <h2 className="text-base font-semibold">{messages.event.title}</h2>
                  <Activity runId={runId} name={name} />
                </div>
              )}
            </aside>
          ) : (
            <Dialog
              open={panel !== null}
              onOpenChange={(open) => !open && select(undefined)}
              title={step ? messages.common.step(step.number) : ''}
              wide
            >
              {panel}
            </Dialog>
          )}
        </div>
      ) : (
        <Loading className="flex-1 p-4" />
      )}
      <BudgetRow />
    </div>
  );
}

function Header({ detail, name }: { detail: Detail; name: NameStep }) {
  const state = useRunState();
  const { done, total } = progress(state);
  const { run } = detail;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="text-lg font-semibold break-words">{run.planTitle}</h1>
          <StateBadge state={markOfRun(state.status)} />
        </div>
        <p className="mt-0.5 text-sm text-muted">
          <Link
            href={`/plans/${run.planId}/v/${state.planVersion}`}
            className="rounded-chip underline decoration-border-strong underline-offset-2"
          >
            {messages.run.ofPlan(state.planVersion)}
          </Link>
          {state.planVersion === run.planVersion && state.replans === 0
            ? ''
            : ` ${messages.run.replanned(state.replans)}`}{' '}
          · {messages.run.startedBy(run.startedBy?.name ?? messages.common.unknownPerson)}{' '}
          <Time at={state.startedAt} />
        </p>
      </div>
      <div className="w-40 text-sm max-md:flex-1">
        <span className="font-medium">{messages.run.progress(done, total)}</span>
        <ProgressBar done={done} total={total} label={messages.run.progress(done, total)} />
      </div>
      <RunControls runId={run.runId} name={name} canOperate={detail.can.operate} />
    </div>
  );
}

function End() {
  const state = useRunState();
  if (!state.end) return null;
  const effects = effectsView(state);
  return (
    <div className="border-b border-border px-4 py-2">
      <Notice
        look={state.end.status === 'failed' ? 'problem' : 'plain'}
        title={messages.run.ended[state.end.end]}
      >
        {state.end.reason} {messages.run.remain(effects.remaining.length)}
        {state.successChecks ? (
          <details className="mt-1">
            <summary className="text-sm font-medium">
              {messages.run.evidence(state.successChecks.checks.length)}
            </summary>
            <CheckResults checks={state.successChecks.checks} />
          </details>
        ) : null}
      </Notice>
    </div>
  );
}

function AllEffects() {
  const { effects } = effectsView(useRunState());
  return (
    <div className="p-3">
      <EffectRows effects={effects} />
    </div>
  );
}

function Graph({
  steps,
  marks,
  selected,
  onSelect,
  onOpen,
}: {
  steps: readonly PlanStep[];
  marks: Readonly<Record<string, StepMark>>;
  selected: string | undefined;
  onSelect(id: string | undefined): void;
  onOpen(): void;
}) {
  const trpc = useTRPC();
  const planId = useRun((feed) => feed.state.planId);
  const version = useRun((feed) => feed.state.planVersion);
  const layout = useQuery({
    ...trpc.plans.layout.queryOptions({ planId, version }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  return (
    <div className="h-[60dvh] min-h-0 flex-1 lg:h-auto">
      {layout.data ? (
        <PlanCanvas
          label={messages.canvas.graph(steps.length)}
          steps={steps}
          positions={layout.data.positions}
          routes={layout.data.edges}
          marks={marks}
          selected={selected}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ) : layout.isError ? (
        <QueryState query={layout}>{() => null}</QueryState>
      ) : (
        <p className="p-3 text-sm text-muted">{messages.canvas.drawing}</p>
      )}
    </div>
  );
}

/** "(2) Needs you · Migrate users", "✓ …", "✖ …", "? …": a tab among many says what it wants. */
function useTitle(detail: Detail): void {
  const state = useRunState();
  const now = useNow();
  const waiting = needsYou(state, now);
  const unknown = state.unknown.length > 0;
  const title = detail.run.planTitle;
  const name = unknown
    ? messages.run.tabUnknown(title)
    : waiting > 0
      ? messages.run.tabNeeds(waiting, title)
      : state.status === 'succeeded'
        ? messages.run.tabDone(title)
        : state.status === 'failed'
          ? messages.run.tabFailed(title)
          : messages.run.tab(title);
  useTrail([{ label: messages.nav.runs, href: '/runs' }, { label: title }], name);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    void (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => undefined);
  }, [waiting]);
}
