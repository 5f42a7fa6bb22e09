'use client';
import { CircleQuestionMark, GitCompareArrows, TriangleAlert, UserRound } from 'lucide-react';
import { TierMark } from '#components/marks/tier-mark.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Countdown, Time } from '#components/ui/time.tsx';
import { RowLink } from './row-link.tsx';

type Need = RouterOutputs['home']['summary']['needsYou'][number];

/** The place where it is decided. */
export function needLink({ approvalId, calls, runId, address }: Need): string {
  if (approvalId) return `/approvals/${approvalId}${calls > 1 ? '?group=all' : ''}`;
  if (!address) return `/runs/${runId}`;
  const item = address.item === undefined ? '' : `&item=${address.item}`;
  return `/runs/${runId}?step=${encodeURIComponent(address.stepId)}${item}`;
}

function textOf({ kind, calls, title }: Need): string {
  if (kind === 'unknown') return messages.needs.wasItDone(title);
  return calls > 1 ? messages.needs.batch(calls, title) : title;
}

export function NeedRow({ need }: { need: Need }) {
  const run =
    need.runNumber > 0
      ? messages.needs.runOf(messages.run.number(need.runNumber), need.planTitle)
      : need.planTitle;
  return (
    <RowLink href={needLink(need)}>
      <span className="w-24 shrink-0 text-sm max-md:w-20">
        <NeedMark need={need} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 font-medium break-words">
          <InvisibleText text={textOf(need)} />
        </span>
        <span className="block truncate text-sm text-muted">{run}</span>
      </span>
      <span className="shrink-0 text-right text-sm text-muted">
        {need.expiresAt ? (
          <>
            {messages.approval.expiresIn}{' '}
            <Countdown until={need.expiresAt} className="font-medium text-text" />
          </>
        ) : (
          <>
            {messages.home.waiting} <Time at={need.since} />
          </>
        )}
      </span>
    </RowLink>
  );
}

function NeedMark({ need }: { need: Need }) {
  if (need.kind === 'approval' && need.tier) return <TierMark tier={need.tier} />;
  if (need.kind === 'unknown') {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <CircleQuestionMark aria-hidden size={16} strokeWidth={2.25} />
        {messages.needs.unknown}
      </span>
    );
  }
  const Icon =
    need.kind === 'person' ? UserRound : need.kind === 'revision' ? GitCompareArrows : TriangleAlert;
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-approval">
      <Icon aria-hidden size={16} strokeWidth={2.25} />
      {messages.needs[need.kind]}
    </span>
  );
}
