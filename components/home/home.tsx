'use client';
import { useQuery } from '@tanstack/react-query';
import { begunDrafts, DraftRows } from '#components/drafts/draft-rows.tsx';
import { QueryState } from '#components/query-state.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page, Panel } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { Time } from '#components/ui/time.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { NeedRow } from './need-row.tsx';
import { RowLink } from './row-link.tsx';
import { useRowKeys } from './use-row-keys.ts';

type Summary = RouterOutputs['home']['summary'];
type Run = Summary['running'][number];

/** Answers "what needs me?" in five seconds. */
export function Home() {
  const trpc = useTRPC();
  const summary = useQuery(trpc.home.summary.queryOptions());
  const needs = summary.data?.needsYou.length ?? 0;
  useRowKeys();
  useTrail([{ label: messages.nav.home }], needs > 0 ? messages.home.tabTitle(needs) : messages.nav.home);
  return (
    <Page
      title={messages.nav.home}
      actions={
        <ButtonLink href="/plans/new" look="primary">
          {messages.home.newPlan}
        </ButtonLink>
      }
    >
      <QueryState query={summary}>
        {(data) => (data.isNew ? <FirstRun /> : <Overview data={data} />)}
      </QueryState>
    </Page>
  );
}

function Overview({ data }: { data: Summary }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title={messages.home.needsYou(data.needsYou.length)} bodyClassName="p-0">
          {data.needsYou.length === 0 ? (
            <p className="p-3 text-muted">{messages.home.nothing(data.running.length)}</p>
          ) : (
            <ul className="divide-y divide-border">
              {data.needsYou.map((need) => (
                <li
                  key={`${need.kind} ${need.approvalId ?? ''} ${need.runId} ${need.address?.stepId ?? ''} ${need.address?.item ?? ''}`}
                >
                  <NeedRow need={need} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {data.stopped.length > 0 ? (
          <Panel title={messages.home.stopped(data.stopped.length)} bodyClassName="p-0">
            <RunRows runs={data.stopped} />
          </Panel>
        ) : null}
        {data.plansToReview.length > 0 ? (
          <Panel title={messages.home.plansToReview(data.plansToReview.length)} bodyClassName="p-0">
            <ul className="divide-y divide-border">
              {data.plansToReview.map((plan) => (
                <li key={`${plan.planId} ${plan.version}`}>
                  <RowLink href={`/plans/${plan.planId}/v/${plan.version}`}>
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">
                        {messages.plan.titleAndVersion(plan.title, plan.version)}
                      </span>
                      <span className="block truncate text-sm text-muted">{plan.note}</span>
                    </span>
                    <span className="shrink-0 text-sm text-muted">
                      {plan.by}, <Time at={plan.at} />
                    </span>
                  </RowLink>
                </li>
              ))}
            </ul>
          </Panel>
        ) : null}
        <Drafts />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title={messages.home.running(data.running.length)} bodyClassName="p-0">
          {data.running.length === 0 ? (
            <p className="p-3 text-muted">{messages.home.noRuns}</p>
          ) : (
            <RunRows runs={data.running} withProgress />
          )}
        </Panel>
        <Panel title={messages.home.finishedToday(data.finishedToday.total)}>
          <p className="text-muted">{messages.home.finishedCounts(data.finishedToday)}</p>
        </Panel>
      </div>
    </div>
  );
}

/** What I have begun to edit and not saved as a version: in the order I last touched it. */
function Drafts() {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.drafts.list.queryOptions({}));
  const begun = begunDrafts(data?.drafts ?? []);
  if (begun.length === 0) return null;
  return (
    <Panel title={messages.home.drafts(begun.length)} bodyClassName="p-0">
      <DraftRows drafts={begun} />
    </Panel>
  );
}

function RunRows({ runs, withProgress }: { runs: readonly Run[]; withProgress?: boolean }) {
  return (
    <ul className="divide-y divide-border">
      {runs.map((run) => (
        <li key={run.runId}>
          <RowLink href={`/runs/${run.runId}`}>
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">
                  {messages.run.heading(run.number, run.planTitle)}
                </span>
                <StateBadge state={markOfRun(run.status)} className="text-sm" />
              </span>
              {withProgress ? (
                <ProgressBar
                  done={run.done}
                  total={run.total}
                  label={messages.run.progress(run.done, run.total)}
                />
              ) : null}
              <span className="line-clamp-2 text-sm break-words text-muted">
                {run.end?.reason ?? run.waiting ?? messages.run.progress(run.done, run.total)} ·{' '}
                <Time at={run.endedAt ?? run.startedAt} />
              </span>
            </span>
          </RowLink>
        </li>
      ))}
    </ul>
  );
}

/** Where the samples are on: goals that a playbook turns into a plan at once. */
function Samples() {
  const trpc = useTRPC();
  const connections = useQuery(trpc.connections.list.queryOptions());
  if (!connections.data?.connections.some(({ environment }) => environment === 'sample')) return null;
  return (
    <div className="md:col-span-2">
      <Panel title={messages.home.sampleTitle} bodyClassName="p-0">
        <p className="px-3 pt-3 text-muted">{messages.home.sampleText}</p>
        <ul className="divide-y divide-border">
          {messages.home.sampleGoals.map((goal) => (
            <li key={goal}>
              <RowLink href={`/plans/new?goal=${encodeURIComponent(goal)}`}>
                <span className="min-w-0 flex-1 font-medium">{goal}</span>
              </RowLink>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function FirstRun() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="empty:hidden md:col-span-2">
        <Drafts />
      </div>
      <Samples />
      <Empty
        title={messages.home.firstGoalTitle}
        action={
          <ButtonLink look="primary" href="/plans/new">
            {messages.home.firstGoal}
          </ButtonLink>
        }
      >
        {messages.home.firstGoalText}
      </Empty>
      <Empty
        title={messages.home.firstConnectionTitle}
        action={<ButtonLink href="/connections">{messages.home.firstConnection}</ButtonLink>}
      >
        {messages.home.firstConnectionText}
      </Empty>
    </div>
  );
}
