'use client';
import { useCallback, useState } from 'react';
import { addressKey, type Address } from '#core/run/address.ts';
import { effectsView } from '#core/run/views.ts';
import { QueryState } from '#components/query-state.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Checkbox } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { Loading } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { announceEvents } from './announce-events.ts';
import { BudgetRow } from './budget-row.tsx';
import { EffectRows } from './effect-rows.tsx';
import type { NameStep } from './event-text.ts';
import { newestAddress } from './newest.ts';
import { Observations } from './observations.tsx';
import { RunContext, useRun, useRunState } from './run-context.ts';
import { RunEnd } from './run-end.tsx';
import { RunGraph } from './run-graph.tsx';
import { RunHeader, RunSign } from './run-header.tsx';
import { RunStepPanel } from './run-step-panel.tsx';
import { RunStrips } from './run-strips.tsx';
import { StepList } from './step-list.tsx';
import { Timeline } from './timeline.tsx';
import { useRunFeed } from './use-run-feed.ts';
import { useRunKeys } from './use-run-keys.ts';
import { tabs, useRunPlace } from './use-run-place.ts';
import { useRunSteps } from './use-run-steps.ts';

type Detail = RouterOutputs['runs']['get'];

export function RunMonitor({ runId }: { runId: string }) {
  const { detail, store } = useRunFeed(runId, announceEvents);
  return (
    <QueryState query={detail} heading={messages.run.one}>
      {(data) =>
        store ? (
          <RunContext value={store}>
            <RunSign detail={data} />
            <Screen detail={data} />
          </RunContext>
        ) : (
          <Loading />
        )
      }
    </QueryState>
  );
}

/** One selection drives graph, timeline, list and panel; it is in the address. */
function Screen({ detail }: { detail: Detail }) {
  const { runId, planId } = detail.run;
  const wide = useMedia('(min-width: 1024px)');
  const phone = useMedia('(max-width: 767px)');
  const { place, select, selectStep, openTab } = useRunPlace();
  const { steps, byId, name, isKnown, newerVersion } = useRunSteps(planId);
  const [follow, setFollow] = useState(place.obs === null);
  const newest = useRun((feed) => newestAddress(feed));
  const tab = place.tab ?? (phone ? 'list' : 'graph');
  const step = place.step ? byId.get(place.step) : undefined;
  const address: Address | undefined = step
    ? { stepId: step.id, ...(place.item === null ? {} : { item: place.item }) }
    : undefined;
  const openPanel = useCallback(
    () => requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-step-heading]')?.focus()),
    [],
  );
  useRunKeys({
    openTab,
    toggleFollow: () => setFollow(!follow),
    toNewest: () => newest && select(newest),
  });
  if (wide === undefined) return null;
  const log = { runId, name, follow, onFollow: setFollow, obs: place.obs };
  const shownNewest = follow ? newest?.stepId : undefined;
  const panel =
    address && step ? (
      <RunStepPanel
        key={addressKey(address)}
        {...log}
        address={address}
        step={step}
        byId={byId}
        canOperate={detail.can.operate}
        onStep={select}
      />
    ) : null;
  const list = { steps, selected: step?.id, onSelect: selectStep };
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <RunHeader detail={detail} name={name} newerVersion={newerVersion} />
      <RunStrips name={name} onStep={select} />
      <RunEnd onEffects={() => openTab('effects')} canOperate={detail.can.operate} />
      {isKnown ? (
        <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[260px_minmax(0,1fr)_400px]">
          <aside
            data-region
            tabIndex={-1}
            aria-label={messages.outline.title}
            className="hidden min-h-0 flex-col border-r border-border bg-surface outline-none lg:flex"
          >
            <StepList {...list} newest={shownNewest} className="flex-1" />
          </aside>
          <div data-region tabIndex={-1} className="flex min-h-0 min-w-0 flex-col outline-none">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border bg-surface px-3 py-1.5">
              <Tabs
                look="switch"
                label={messages.plan.view}
                value={tab}
                onChange={openTab}
                items={tabs.map((value) => ({ value, label: messages.run.views[value] }))}
                listClassName="max-w-full overflow-x-auto"
              />
              <Checkbox
                label={messages.run.follow}
                checked={follow}
                onChange={(event) => setFollow(event.target.checked)}
                className={tab === 'activity' ? 'text-sm' : 'text-sm max-md:hidden'}
              />
            </div>
            {tab === 'graph' ? <RunGraph {...list} onSelect={selectStep} onOpen={openPanel} /> : null}
            {tab === 'timeline' ? <Timeline {...list} runId={runId} /> : null}
            {tab === 'list' ? (
              <StepList {...list} newest={shownNewest} wide className="flex-1 bg-surface" />
            ) : null}
            {tab === 'activity' ? (
              <Observations {...log} className="bg-surface max-lg:h-[70dvh] lg:flex-1" />
            ) : null}
            {tab === 'effects' ? <AllEffects name={name} onStep={select} /> : null}
          </div>
          {wide ? (
            <aside
              data-region
              tabIndex={0}
              aria-label={messages.step.panel}
              className="min-h-0 overflow-y-auto border-l border-border bg-surface p-4 -outline-offset-2"
            >
              {panel ?? (
                <div className="-m-4 flex h-[calc(100%+32px)] flex-col">
                  <h2 className="px-4 pt-3 pb-1 text-base font-semibold">{messages.event.title}</h2>
                  {tab === 'activity' ? (
                    <p className="px-4 text-sm text-muted">{messages.run.pickStep}</p>
                  ) : (
                    <Observations {...log} className="flex-1" />
                  )}
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

/** The journal: facts, apart from what steps said (E5). */
function AllEffects({ name, onStep }: { name: NameStep; onStep(address: Address): void }) {
  const { effects } = effectsView(useRunState());
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-surface p-3">
      <p className="mb-2 text-sm text-muted">{messages.effects.intro}</p>
      <EffectRows effects={effects} name={name} onStep={onStep} />
    </div>
  );
}
