'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import type { Step } from '#core/plan/schema.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { QueryState } from '#components/query-state.tsx';
import { DiffSign, DiffTab, diffWord } from '#components/marks/diff-tab.tsx';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { describeWork } from '#components/plan-version/step-panel.tsx';
import { VersionDecision } from '#components/plan-version/version-decision.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { groupChanges, titleOf, type Comparison, type StepChange } from './changes.ts';
import { FieldRows } from './field-view.tsx';
import { unionOf } from './union-steps.ts';

const views = ['list', 'overlay'] as const;

/** What changed, what must be approved again, what is kept. The list says everything; the overlay shows where. */
export function PlanCompare({ planId, from, to }: { planId: string; from: number; to: number }) {
  const trpc = useTRPC();
  const comparison = useQuery(trpc.plans.compare.queryOptions({ planId, from, to }));
  const title = comparison.data?.title;
  useTrail([
    { label: messages.nav.plans, href: '/plans' },
    ...(title
      ? [{ label: title, href: `/plans/${planId}/v/${to}` }, { label: messages.compare.range(from, to) }]
      : []),
  ]);
  return (
    <QueryState query={comparison} heading={messages.compare.range(from, to)}>
      {(data) => <Screen data={data} />}
    </QueryState>
  );
}

function Screen({ data }: { data: Comparison }) {
  const trpc = useTRPC();
  const phone = useMedia('(max-width: 767px)');
  const wide = useMedia('(min-width: 1024px)');
  const [asked, setView] = useQueryState(
    'view',
    parseAsStringLiteral(views).withOptions({ history: 'push' }),
  );
  const [selected, setSelected] = useQueryState('step', parseAsString.withOptions({ history: 'push' }));
  const { diff, from, to } = data;
  const groups = useMemo(() => groupChanges(diff.steps), [diff]);
  const version = useQuery({
    ...trpc.plans.version.queryOptions({ planId: data.planId, version: to.version }),
    staleTime: 60_000,
  });
  const older = useQuery({
    ...trpc.plans.version.queryOptions({ planId: data.planId, version: from.version }),
    staleTime: 60_000,
  });
  const union = useMemo(() => {
    const effects = new Map(
      [...(older.data?.approvalsExpected ?? []), ...(version.data?.approvalsExpected ?? [])].map((each) => [
        each.stepId,
        each.effect,
      ]),
    );
    return unionOf(diff.steps, (id) => effects.get(id));
  }, [diff, older.data, version.data]);
  const view = asked ?? (phone ? 'list' : 'overlay');
  const chosen = diff.steps.find((change) => change.stepId === selected);
  const nothing = groups.A.length + groups.B.length + groups.C.length === 0 && diff.plan.length === 0;
  const wordingOnly =
    !nothing && groups.A.length + groups.B.length === 0 && diff.plan.every((field) => field.class === 'C');
  if (phone === undefined) return null;
  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3">
            <h1 className="text-lg font-semibold break-words">
              {messages.compare.title(data.title, from.version, to.version)}
            </h1>
            <VersionBadge state={to.state} />
          </div>
          <p className="mt-0.5 text-sm">{diff.summary.text}</p>
          <p className="text-sm text-muted">
            {to.trigger ? messages.compare.why(to.trigger.message) : to.note}
            {data.finished.length > 0 ? ` ${messages.compare.kept(data.finished.length)}` : ''}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-md:w-full">
          {to.origin ? (
            <ButtonLink href={`/runs/${to.origin.runId}`}>{messages.plan.openRun}</ButtonLink>
          ) : null}
          <ButtonLink href={`/plans/${data.planId}/v/${to.version}`}>
            {messages.plan.open(to.version)}
          </ButtonLink>
          <VersionDecision
            version={
              version.data ?? {
                planId: data.planId,
                version: to.version,
                hash: to.hash,
                state: to.state,
                title: data.title,
                canApprove: { allowed: false, why: messages.common.loading },
              }
            }
          />
        </div>
      </div>
      {data.reviewReasons.length > 0 ? (
        <div className="border-b border-border px-4 py-2">
          <Notice look="attention" title={messages.compare.reasons(data.reviewReasons.length)}>
            <ul className="list-disc pl-5">
              {data.reviewReasons.map((reason, index) => (
                <li key={`${reason.code} ${reason.stepId ?? ''} ${index}`}>{reason.message}</li>
              ))}
            </ul>
          </Notice>
        </div>
      ) : null}
      {nothing ? (
        <div className="p-4">
          <Notice title={messages.compare.same(from.version, to.version, fingerprint(to.hash))} />
        </div>
      ) : (
        <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[300px_minmax(0,1fr)_360px]">
          <aside
            data-region
            tabIndex={0}
            aria-label={messages.compare.changes}
            className="hidden min-h-0 overflow-y-auto border-r border-border bg-surface -outline-offset-2 lg:block"
          >
            {wordingOnly ? <p className="p-3 font-medium">{messages.compare.wordingOnly}</p> : null}
            <ChangeNav
              groups={groups}
              selected={selected ?? undefined}
              onSelect={(id) => void setSelected(id)}
            />
          </aside>
          <div data-region tabIndex={-1} className="flex min-h-0 flex-col outline-none">
            <div className="border-b border-border bg-surface px-3 py-1.5">
              <Tabs
                look="switch"
                label={messages.plan.view}
                value={view}
                onChange={(next) => void setView(next)}
                items={views.map((value) => ({ value, label: messages.compare.views[value] }))}
              />
            </div>
            {view === 'overlay' ? (
              <div className="h-[60dvh] min-h-0 flex-1 lg:h-auto">
                <PlanCanvas
                  label={messages.canvas.graph(union.steps.length)}
                  steps={union.steps}
                  positions={data.layout.positions}
                  routes={data.layout.edges}
                  diff={union.kinds}
                  edgeKinds={union.edgeKinds}
                  dimUnchanged
                  selected={selected ?? undefined}
                  onSelect={(id) => void setSelected(id ?? null)}
                />
              </div>
            ) : (
              <div className="min-h-0 flex-1 overflow-y-auto p-3">
                <ChangeList data={data} groups={groups} wordingOnly={wordingOnly} />
              </div>
            )}
          </div>
          <aside
            data-region
            tabIndex={0}
            aria-label={messages.step.panel}
            className="hidden min-h-0 overflow-y-auto border-l border-border bg-surface p-4 -outline-offset-2 lg:block"
          >
            {chosen ? <ChangeDetail change={chosen} /> : <PlanFields data={data} />}
          </aside>
          <Dialog
            open={!wide && view === 'overlay' && chosen !== undefined}
            onOpenChange={(open) => !open && void setSelected(null)}
            title={messages.step.panel}
            wide
          >
            {chosen ? <ChangeDetail change={chosen} /> : null}
          </Dialog>
        </div>
      )}
    </div>
  );
}

type Groups = ReturnType<typeof groupChanges>;
const sections = ['A', 'B', 'C'] as const;

function ChangeNav({
  groups,
  selected,
  onSelect,
}: {
  groups: Groups;
  selected: string | undefined;
  onSelect(id: string): void;
}) {
  return (
    <>
      {sections.map((section) => {
        const changes = groups[section];
        if (changes.length === 0) return null;
        return (
          <details key={section} open={section !== 'C'} className="border-b border-border">
            <summary className="px-3 py-2 text-sm font-semibold">
              {messages.compare.headings[section](changes.length)}
            </summary>
            <ul className="pb-1">
              {changes.map((change) => (
                <li key={change.stepId}>
                  <button
                    type="button"
                    onClick={() => onSelect(change.stepId)}
                    aria-current={selected === change.stepId || undefined}
                    className="flex min-h-9 w-full items-center gap-2 px-3 py-1 text-left text-sm -outline-offset-2 hover:bg-hover aria-[current]:bg-hover"
                  >
                    {change.kind === 'unchanged' ? null : <DiffSign kind={change.kind} />}
                    <span className="min-w-0 flex-1 truncate">{titleOf(change)}</span>
                    <span className="text-xs text-muted">
                      {change.kind === 'unchanged' ? '' : diffWord(change.kind)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}

function ChangeList({
  data,
  groups,
  wordingOnly,
}: {
  data: Comparison;
  groups: Groups;
  wordingOnly: boolean;
}) {
  return (
    <div className="flex flex-col gap-4">
      {wordingOnly ? <Notice title={messages.compare.wordingOnly} /> : null}
      {sections.map((section) =>
        groups[section].length === 0 ? null : (
          <details
            key={section}
            open={section !== 'C'}
            className="rounded-card border border-border bg-surface"
          >
            <summary className="px-3 py-2 font-semibold">
              {messages.compare.headings[section](groups[section].length)}
            </summary>
            <ul className="divide-y divide-border border-t border-border">
              {groups[section].map((change) => (
                <li key={change.stepId} className="p-3" data-fact={`${change.kind} ${change.stepId}`}>
                  <ChangeDetail change={change} />
                </li>
              ))}
            </ul>
          </details>
        ),
      )}
      <div className="rounded-card border border-border bg-surface p-3">
        <PlanFields data={data} />
      </div>
      <p className="text-sm text-muted">{messages.compare.unchanged(groups.unchanged.length)}</p>
    </div>
  );
}

function ChangeDetail({ change }: { change: StepChange }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {change.kind === 'unchanged' ? null : <DiffTab kind={change.kind} />}
        <h2 className="font-semibold break-words">{titleOf(change)}</h2>
        {change.class === 'A' ? (
          <span className="text-sm font-semibold text-changed">{messages.compare.again}</span>
        ) : null}
      </div>
      {change.matchedBy === 'likeness' && change.likeness !== undefined ? (
        <p className="text-sm text-muted">{messages.compare.likeness(change.likeness)}</p>
      ) : null}
      {change.kind === 'unchanged' ? <p className="text-sm text-muted">{messages.compare.noChange}</p> : null}
      <FieldRows fields={change.fields} />
      {change.kind === 'added' && change.toStep ? <WholeStep step={change.toStep} /> : null}
      {change.kind === 'removed' && change.fromStep ? <WholeStep step={change.fromStep} /> : null}
    </div>
  );
}

/** A step that is new or gone: what it does, complete. */
function WholeStep({ step }: { step: Step }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      {step.intent ? (
        <p>
          <InvisibleText text={step.intent} />
        </p>
      ) : null}
      <p>
        <span className="text-muted">{messages.step.does}</span>{' '}
        <span className="font-mono">{describeWork(step.work)}</span>
      </p>
      {step.work.kind === 'tool' ? <ArgumentRows args={step.work.args} /> : null}
    </div>
  );
}

function PlanFields({ data }: { data: Comparison }) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="font-semibold">{messages.compare.planFields}</h2>
      {data.diff.plan.length === 0 ? (
        <p className="text-sm text-muted">{messages.compare.noPlanFields}</p>
      ) : (
        <FieldRows fields={data.diff.plan} />
      )}
    </div>
  );
}
