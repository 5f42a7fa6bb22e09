'use client';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useCallback, useMemo, useRef } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { DraftStrip, EditPlanLink } from '#components/plan-editor/edit-plan-link.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Time } from '#components/ui/time.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { Outline } from './outline.tsx';
import { planSteps, type PlanStep } from './plan-steps.ts';
import { ProblemList } from './problem-list.tsx';
import { StartRun } from './start-run.tsx';
import { StepFacts, StepHeading } from './step-panel.tsx';
import { VersionDecision } from './version-decision.tsx';

type Version = RouterOutputs['plans']['version'];
const views = ['graph', 'list', 'json'] as const;

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
  const wide = useMedia('(min-width: 1024px)');
  const phone = useMedia('(max-width: 767px)');
  const [asked, setView] = useQueryState(
    'view',
    parseAsStringLiteral(views).withOptions({ history: 'push' }),
  );
  const [selected, setSelected] = useQueryState('step', parseAsString.withOptions({ history: 'push' }));
  const view = asked ?? (phone ? 'list' : 'graph');
  const steps = useMemo(() => planSteps(version.document, version.approvalsExpected), [version]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  const chosen = selected ? byId.get(selected) : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const select = useCallback((stepId: string | undefined) => void setSelected(stepId ?? null), [setSelected]);
  const open = useCallback(() => requestAnimationFrame(() => heading.current?.focus()), []);
  if (wide === undefined) return null;
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <Header version={version} />
      <Strips version={version} onStep={select} />
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[280px_minmax(0,1fr)_360px]">
        <aside
          data-region
          tabIndex={-1}
          aria-label={messages.outline.title}
          className="hidden min-h-0 flex-col border-r border-border bg-surface outline-none lg:flex"
        >
          <Outline steps={steps} selected={selected ?? undefined} onSelect={select} className="flex-1" />
          <Summary version={version} />
        </aside>
        <div data-region tabIndex={-1} className="flex min-h-0 flex-col outline-none">
          <div className="flex items-center justify-between gap-2 border-b border-border bg-surface px-3 py-1.5">
            <Tabs
              look="switch"
              label={messages.plan.view}
              value={view}
              onChange={(next) => void setView(next)}
              items={views.map((value) => ({ value, label: messages.plan.views[value] }))}
            />
            <span className="truncate text-xs text-muted">
              {messages.plan.hash(fingerprint(version.hash))}
            </span>
          </div>
          {view === 'graph' ? (
            <Graph
              version={version}
              steps={steps}
              selected={selected ?? undefined}
              onSelect={select}
              onOpen={open}
            />
          ) : view === 'list' ? (
            <div className="min-h-0 flex-1 bg-surface lg:overflow-y-auto">
              <Outline steps={steps} selected={selected ?? undefined} onSelect={select} withNeeds />
              <PlanFacts version={version} />
              <div className="lg:hidden">
                <Summary version={version} />
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
        {wide ? (
          <aside
            data-region
            tabIndex={0}
            aria-label={messages.step.panel}
            className="min-h-0 overflow-y-auto border-l border-border bg-surface p-4 -outline-offset-2"
          >
            {chosen ? (
              <StepDetail step={chosen} byId={byId} onStep={select} headingRef={heading} />
            ) : (
              <PlanFacts version={version} />
            )}
          </aside>
        ) : (
          <Dialog
            open={chosen !== undefined}
            onOpenChange={(isOpen) => !isOpen && select(undefined)}
            title={chosen ? messages.common.step(chosen.number) : ''}
            wide
          >
            {chosen ? <StepDetail step={chosen} byId={byId} onStep={select} headingRef={heading} /> : null}
          </Dialog>
        )}
      </div>
    </div>
  );
}

function StepDetail({
  step,
  byId,
  onStep,
  headingRef,
}: {
  step: PlanStep;
  byId: ReadonlyMap<string, PlanStep>;
  onStep(id: string): void;
  headingRef: React.Ref<HTMLHeadingElement>;
}) {
  return (
    <div className="flex flex-col gap-3">
      <StepHeading step={step} ref={headingRef} />
      <StepFacts step={step} byId={byId} onStep={onStep} />
    </div>
  );
}

function Header({ version }: { version: Version }) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plans.get.queryOptions({ planId: version.planId }));
  const compareWith = version.parent ?? (version.version > 1 ? version.version - 1 : undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-lg font-semibold break-words">{version.title}</h1>
          <Menu
            align="start"
            trigger={
              <Button size="sm" aria-label={messages.plan.pickVersion(version.version)}>
                {messages.common.version(version.version)}
                <ChevronDown aria-hidden size={14} />
              </Button>
            }
          >
            {(plan.data?.versions ?? []).map((row) => (
              <MenuItem key={row.version} asChild>
                <Link href={`/plans/${version.planId}/v/${row.version}`}>
                  <span className="font-medium">{messages.common.version(row.version)}</span>
                  <span className="min-w-0 flex-1 truncate text-sm text-muted">{row.note}</span>
                  <VersionBadge state={row.state} />
                </Link>
              </MenuItem>
            ))}
          </Menu>
          <VersionBadge state={version.state} />
        </div>
        <p className="mt-0.5 text-sm text-muted">
          {version.note} ·{' '}
          {messages.plan.madeBy(version.provenance.kind, version.provenance.ref, version.createdBy?.name)},{' '}
          <Time at={version.createdAt} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        {compareWith !== undefined ? (
          <ButtonLink href={`/plans/${version.planId}/compare/${compareWith}...${version.version}`}>
            {messages.plan.compareWith(compareWith)}
          </ButtonLink>
        ) : null}
        <EditPlanLink planId={version.planId} />
        <VersionDecision version={version} />
        <StartRun version={version} />
      </div>
    </div>
  );
}

function Strips({ version, onStep }: { version: Version; onStep(id: string): void }) {
  const errors = version.problems.filter((problem) => problem.severity === 'error').length;
  const strips = [
    version.newerVersion !== null ? (
      <Notice
        key="newer"
        title={messages.plan.newer(version.newerVersion)}
        action={
          <>
            <ButtonLink
              size="sm"
              href={`/plans/${version.planId}/compare/${version.version}...${version.newerVersion}`}
            >
              {messages.plan.compare}
            </ButtonLink>
            <ButtonLink size="sm" href={`/plans/${version.planId}/v/${version.newerVersion}`}>
              {messages.plan.open(version.newerVersion)}
            </ButtonLink>
          </>
        }
      />
    ) : null,
    version.origin ? (
      <Notice
        key="origin"
        title={messages.plan.madeInRun}
        action={
          <ButtonLink size="sm" href={`/runs/${version.origin.runId}`}>
            {messages.plan.openRun}
          </ButtonLink>
        }
      >
        {version.trigger?.message}
      </Notice>
    ) : null,
    version.decidedBy ? (
      <p key="decided" className="text-sm text-muted">
        {messages.plan.decided(version.state, version.decidedBy.name)}{' '}
        {version.decidedAt ? <Time at={version.decidedAt} /> : null}
        {version.reason ? `: ${version.reason}` : '.'}
        {version.approvalExpiresAt && version.state === 'approved' ? (
          <>
            {' '}
            {messages.plan.approvalExpires} <Time at={version.approvalExpiresAt} />.
          </>
        ) : null}
      </p>
    ) : null,
    version.problems.length > 0 ? (
      <details
        key="problems"
        open={errors > 0}
        className="rounded-card border border-border bg-surface px-3 py-2"
      >
        <summary className="text-sm font-medium">
          {messages.problems.count(errors, version.problems.length - errors)}
        </summary>
        <ProblemList problems={version.problems} onStep={onStep} />
      </details>
    ) : null,
  ].filter(Boolean);
  return (
    <div className="flex flex-col gap-2 border-b border-border px-4 py-2 empty:hidden">
      <DraftStrip planId={version.planId} />
      {strips}
    </div>
  );
}

function Graph({
  version,
  steps,
  selected,
  onSelect,
  onOpen,
}: {
  version: Version;
  steps: readonly PlanStep[];
  selected: string | undefined;
  onSelect(id: string | undefined): void;
  onOpen(): void;
}) {
  const trpc = useTRPC();
  const layout = useQuery({
    ...trpc.plans.layout.queryOptions({ planId: version.planId, version: version.version }),
    staleTime: Infinity,
  });
  return (
    <div className="h-[60dvh] min-h-0 lg:h-auto lg:flex-1">
      {layout.data ? (
        <PlanCanvas
          label={messages.canvas.graph(steps.length)}
          steps={steps}
          positions={layout.data.positions}
          routes={layout.data.edges}
          selected={selected}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ) : layout.isError ? (
        <QueryState query={layout}>{() => null}</QueryState>
      ) : (
        <div className="p-3">
          <p className="text-sm text-muted">{messages.canvas.drawing}</p>
          <Loading />
        </div>
      )}
    </div>
  );
}

function Summary({ version }: { version: Version }) {
  return (
    <div className="border-t border-border px-3 py-2 text-sm">
      <h2 className="text-xs font-semibold text-muted">{messages.plan.summary}</h2>
      <p>{version.summary.text}</p>
      {version.runs.length > 0 ? (
        <ul className="mt-1">
          {version.runs.slice(0, 3).map((run) => (
            <li key={run.runId}>
              <Link href={`/runs/${run.runId}`} className="text-link">
                {messages.plan.runOf}
              </Link>{' '}
              <span className="text-muted">
                {messages.run.statusWords[run.status]}, <Time at={run.startedAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function PlanFacts({ version }: { version: Version }) {
  const { document } = version;
  return (
    <div className="flex flex-col gap-4 p-3 lg:p-0">
      <Block title={messages.plan.objective}>
        <p className="whitespace-pre-wrap">{document.objective}</p>
      </Block>
      {document.constraints && document.constraints.length > 0 ? (
        <Block title={messages.plan.constraints}>
          <ul className="list-disc pl-4">
            {document.constraints.map((constraint) => (
              <li key={constraint.id}>{constraint.text}</li>
            ))}
          </ul>
        </Block>
      ) : null}
      {document.assumptions && document.assumptions.length > 0 ? (
        <Block title={messages.plan.assumptions}>
          <ul className="list-disc pl-4">
            {document.assumptions.map((assumption) => (
              <li key={assumption.id}>
                {assumption.statement}{' '}
                <span className="text-muted">
                  {assumption.check ? messages.plan.checked : messages.plan.notVerifiable}
                </span>
              </li>
            ))}
          </ul>
        </Block>
      ) : null}
      <Block title={messages.plan.success}>
        {document.success && document.success.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {document.success.map((check) => (
              <li key={check.id}>
                <code className="break-all">{check.expr}</code>
                <span className="block text-muted">{messages.step.otherwise(check.message)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">{messages.plan.noSuccess}</p>
        )}
      </Block>
      <Block title={messages.plan.limits}>
        <p>{messages.plan.limitsText(document.limits ?? {})}</p>
      </Block>
      <p className="text-sm text-muted">{messages.newPlan.grantsNothing}</p>
    </div>
  );
}
function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="text-sm">
      <h2 className="mb-0.5 text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  );
}
