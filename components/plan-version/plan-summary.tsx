'use client';
import Link from 'next/link';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { roughDuration } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';

type Version = RouterOutputs['plans']['version'];

/** Risk, who will be asked, cost and time: what one wants to know before anything runs. */
export function PlanSummary({ version }: { version: Version }) {
  const { summary } = version;
  const asked = version.approvalsExpected.filter(({ verdict }) => verdict === 'ask');
  const denied = version.approvalsExpected.filter(({ verdict }) => verdict === 'deny').length;
  const people = Math.max(0, ...asked.map(({ approvers }) => approvers));
  const roles = [...new Set(asked.flatMap((each) => each.roles))];
  return (
    <section className="px-3 py-2 text-sm" aria-labelledby="plan-summary">
      <h2 id="plan-summary" className="mb-1 text-xs font-semibold text-muted">
        {messages.plan.summary}
      </h2>
      <p className="font-medium">{messages.common.steps(summary.steps)}</p>
      <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
        {(['irreversible', 'write', 'read'] as const).map((effect) => {
          const count =
            effect === 'read' ? summary.reads : effect === 'write' ? summary.writes : summary.irreversible;
          return count === 0 ? null : (
            <li key={effect} className="inline-flex items-center gap-1">
              <span className="font-medium">{count}</span>
              <EffectMark effect={effect} />
            </li>
          );
        })}
      </ul>
      <dl className="mt-1 grid grid-cols-[76px_1fr] gap-x-2 gap-y-0.5">
        <dt className="text-muted">{messages.plan.riskiest}</dt>
        <dd>{messages.plan.risks[summary.riskiest]}</dd>
        <dt className="text-muted">{messages.plan.approvalsLabel}</dt>
        <dd>{messages.plan.approvalsText(asked.length, people, roles)}</dd>
        {denied > 0 ? (
          <>
            <dt className="text-muted">{messages.plan.deniedLabel}</dt>
            <dd className="font-medium text-danger">{messages.plan.deniedText(denied)}</dd>
          </>
        ) : null}
        <dt className="text-muted">{messages.plan.cost}</dt>
        <dd>{messages.plan.costText(summary.costUsd)}</dd>
        <dt className="text-muted">{messages.plan.time}</dt>
        <dd>
          {messages.plan.timeText(summary.durationMs === null ? null : roughDuration(summary.durationMs))}{' '}
          <span className="text-muted">
            {messages.plan.chainText(summary.longestChain.steps, roughDuration(summary.longestChain.ms))}
          </span>
        </dd>
      </dl>
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
    </section>
  );
}
