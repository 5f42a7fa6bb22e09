'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect } from 'react';
import { progress } from '#core/run/views.ts';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Time } from '#components/ui/time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { timeLeft } from './estimate.ts';
import type { NameStep } from './event-text.ts';
import { RunControls } from './run-controls.tsx';
import { useRunState } from './run-context.ts';
import { iconOf, showIcon, tabTitle, toldOf } from './run-sign.ts';

type Detail = RouterOutputs['runs']['get'];

export function RunHeader({
  detail,
  name,
  newerVersion,
}: {
  detail: Detail;
  name: NameStep;
  newerVersion: number | null;
}) {
  const state = useRunState();
  const { run, first } = detail;
  const { done, total } = progress(state);
  const text = messages.run.progress(done, total);
  const grown = messages.run.grown(total - first.steps);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3">
          <h1 className="text-lg font-semibold wrap-anywhere">
            {messages.run.heading(run.number, run.planTitle)}
          </h1>
          <StateBadge state={markOfRun(state.status)} />
        </div>
        <p className="mt-0.5 text-sm text-muted">
          <Link href={`/plans/${run.planId}/v/${state.planVersion}`} className="text-link">
            {messages.run.ofPlan(state.planVersion)}
          </Link>
          {state.planVersion === first.planVersion
            ? ''
            : ` ${messages.run.was(first.planVersion, state.replans)}`}{' '}
          · {messages.run.startedBy(run.startedBy?.name ?? messages.common.unknownPerson)}{' '}
          <Time at={state.startedAt} />
          {newerVersion === null ? null : (
            <>
              {' · '}
              <Link
                href={`/plans/${run.planId}/compare/${state.planVersion}...${newerVersion}`}
                className="rounded-chip underline decoration-border-strong underline-offset-2"
              >
                {messages.plan.newer(newerVersion)} {messages.run.staysOn(state.planVersion)}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="min-w-36 text-sm max-md:flex-1">
        <span className="font-medium">{text}</span>
        {grown ? <span> {grown}</span> : null}
        <ProgressBar done={done} total={total} label={text} />
        <TimeLeft runId={run.runId} />
      </div>
      <RunControls runId={run.runId} name={name} canOperate={detail.can.operate} />
    </div>
  );
}

/** From how long the same tools took before, once there are enough of them. */
function TimeLeft({ runId }: { runId: string }) {
  const trpc = useTRPC();
  const state = useRunState();
  const now = useNow();
  const goes = state.endedAt === undefined;
  const durations = useQuery({
    ...trpc.runs.durations.queryOptions({ runId }),
    enabled: goes,
    staleTime: 60_000,
  });
  if (!goes || !durations.data) return null;
  const left = timeLeft(state, durations.data.tools, now);
  return (
    <span className="block text-xs text-muted" data-testid="time-left">
      {left ? messages.run.timeLeft(left) : messages.run.noEstimate}
    </span>
  );
}

/** A tab among many says what it wants: by its title, its icon and, where the app is installed, its badge. */
export function RunSign({ detail }: { detail: Detail }) {
  const state = useRunState();
  const now = useNow();
  const told = toldOf(state, now);
  const { number, planTitle } = detail.run;
  useTrail(
    [{ label: messages.nav.runs, href: '/runs' }, { label: messages.run.heading(number, planTitle) }],
    tabTitle(told, number),
  );
  const icon = iconOf(told.sign);
  useEffect(() => showIcon(icon), [icon]);
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const shown = told.needs > 0 ? navigator.setAppBadge(told.needs) : navigator.clearAppBadge();
    void shown.catch(() => undefined);
  }, [told.needs]);
  return null;
}
