'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useCallback, useMemo, useRef, type Ref } from 'react';
import type { Limits } from '#core/plan/schema.ts';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { ThreePanels } from '#components/ui/resizable.tsx';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { Outline } from './outline.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { planSteps, type PlanStep } from './plan-steps.ts';
import { PlanSummary } from './plan-summary.tsx';
import { StepFacts, StepHeading } from './step-panel.tsx';
import { VersionGraph } from './version-graph.tsx';
import { PhoneActions, previousOf, VersionHeader } from './version-header.tsx';
import { VersionStrips } from './version-strips.tsx';

type Version = RouterOutputs['plans']['version'];
const views = ['graph', 'list', 'json', 'about'] as const;
type View = (typeof views)[number];
const desk: readonly View[] = ['graph', 'list', 'json'];
const hand: readonly View[] = ['list', 'graph', 'about'];

/** One version, read to decide: approve it, start it, compare it. Risk, approvals and limits before anything runs. */
export function PlanVersion({ planId, version }: { planId: string; version: number }) {
  const trpc = useTRPC();
  const detail = useQuery(trpc.plans.version.queryOptions({ planId, version }));
  const title = detail.data?.title;
  useTrail([
    { label: messages.nav.plans, href: '/plans' },
    ...(title ? [{ label: messages.plan.titleAndVersion(title, version) }] : []),
  ]);
  return (
    <QueryState query={detail} heading={messages.plan.one}>
      {(data) => <Screen version={data} />}
    </QueryState>
  );
}

function Screen({ version }: { version: Version }) {
  const router = useRouter();
  const wide = useMedia('(min-width: 1024px)');
  const phone = useMedia('(max-width: 767px)');
  const [asked, setView] = useQueryState(
    'view',
    parseAsStringLiteral(views).withOptions({ history: 'push' }),
  );
  const [selected, setSelected] = useQueryState('step', parseAsString.withOptions({ history: 'push' }));
  const offered = phone ? hand : desk;
  // A link made on another screen may ask for a view that has no tab here; "About" stands beside the graph on a desk.
  const view = asked === null || (asked === 'about' && !phone) ? (phone ? 'list' : 'graph') : asked;
  const items = offered.includes(view) ? offered : [...offered, view];
  const steps = useMemo(() => planSteps(version.document, version.approvalsExpected), [version]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  const chosen = selected ? byId.get(selected) : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const select = useCallback((stepId: string | undefined) => void setSelected(stepId ?? null), [setSelected]);
  const open = useCallback(() => requestAnimationFrame(() => heading.current?.focus()), []);
  const previous = previousOf(version);
  useShortcuts(messages.plan.one, [
    {
      keys: 'l',
      label: messages.plan.listOrGraph,
      run: () => void setView(view === 'graph' ? 'list' : 'graph'),
    },
    { keys: 'Escape', label: messages.plan.backToCard, run: () => backToCard(selected) },
    ...(previous === undefined
      ? []
      : [
          {
            keys: 'c',
            label: messages.plan.compareWith(previous),
            run: () => router.push(`/plans/${version.planId}/compare/${previous}...${version.version}`),
          },
        ]),
  ]);
  if (wide === undefined) return null;
  const detail = chosen ? (
    <StepDetail
      step={chosen}
      byId={byId}
      onStep={select}
      headingRef={heading}
      limits={version.document.limits}
    />
  ) : null;
  const middle = (
    <div data-region tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="flex items-center justify-between gap-2 border-b border-border bg-surface px-3 py-1.5">
        <Tabs
          look="switch"
          label={messages.plan.view}
          value={view}
          onChange={(next) => void setView(next)}
          items={items.map((value) => ({ value, label: messages.plan.views[value] }))}
        />
        <span className="truncate text-xs text-muted max-md:hidden">
          {messages.plan.hash(fingerprint(version.hash))}
        </span>
      </div>
      {view === 'graph' ? (
        <VersionGraph
          version={version}
          steps={steps}
          selected={selected ?? undefined}
          onSelect={select}
          onOpen={open}
        />
      ) : view === 'list' ? (
        <div className="min-h-0 flex-1 bg-surface lg:overflow-y-auto">
          <Outline steps={steps} selected={selected ?? undefined} onSelect={select} withNeeds />
        </div>
      ) : view === 'about' ? (
        <div className="flex flex-col gap-4 bg-surface py-3">
          <PlanSummary version={version} />
          <div className="px-3">
            <PlanFacts document={version.document} />
            <p className="mt-4 text-xs text-muted">{messages.plan.hash(fingerprint(version.hash))}</p>
          </div>
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto p-3">
          <CodeBlock
            label={messages.plan.document}
            text={JSON.stringify(version.document, null, 2)}
            className="[&_pre]:max-h-none"
          />
        </div>
      )}
    </div>
  );
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <VersionHeader version={version} phone={phone ?? false} />
      <VersionStrips version={version} onStep={select} />
      {wide ? (
        <ThreePanels
          id="plan-version"
          middleMin={480}
          left={{
            width: 280,
            min: 220,
            max: 420,
            handle: messages.plan.resizeOutline,
            content: (
              <aside
                data-region
                tabIndex={-1}
                aria-label={messages.outline.title}
                className="flex min-h-0 flex-1 flex-col bg-surface outline-none"
              >
                <Outline
                  steps={steps}
                  selected={selected ?? undefined}
                  onSelect={select}
                  className="flex-1"
                />
                <div className="max-h-[45%] overflow-y-auto border-t border-border">
                  <PlanSummary version={version} />
                </div>
              </aside>
            ),
          }}
          right={{
            width: 360,
            min: 300,
            max: 520,
            handle: messages.plan.resizePanel,
            content: (
              <aside
                data-region
                tabIndex={0}
                aria-label={messages.step.panel}
                className="min-h-0 flex-1 overflow-y-auto bg-surface p-4 -outline-offset-2"
                data-step-panel
              >
                {detail ?? <PlanFacts document={version.document} />}
              </aside>
            ),
          }}
        >
          {middle}
        </ThreePanels>
      ) : (
        <>
          {middle}
          {phone ? <PhoneActions version={version} /> : null}
          <Dialog
            open={chosen !== undefined}
            onOpenChange={(isOpen) => !isOpen && select(undefined)}
            title={chosen ? messages.common.step(chosen.number) : ''}
            wide
            full
          >
            {detail}
          </Dialog>
        </>
      )}
    </div>
  );
}

/** Escape in the panel leads back to the card it belongs to. */
function backToCard(stepId: string | null): void {
  if (stepId === null || !document.activeElement?.closest('[data-step-panel]')) return;
  document.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepId)}"]`)?.focus();
}

function StepDetail({
  step,
  byId,
  onStep,
  headingRef,
  limits,
}: {
  step: PlanStep;
  byId: ReadonlyMap<string, PlanStep>;
  onStep(id: string): void;
  headingRef: Ref<HTMLHeadingElement>;
  limits: Limits | undefined;
}) {
  return (
    <div className="flex flex-col gap-3">
      <StepHeading step={step} ref={headingRef} />
      <StepFacts step={step} byId={byId} onStep={onStep} limits={limits} />
    </div>
  );
}
