'use client';
import { CircleQuestionMark, GitCompareArrows, TriangleAlert, UserRound } from 'lucide-react';
import { TierMark } from '#components/marks/tier-mark.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { dateAndTime, roughDuration } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Countdown } from '#components/ui/time.tsx';
import { useNow } from '#components/ui/use-now.ts';
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
      <span className="grid min-w-0 flex-1 items-center gap-x-3 gap-y-1 max-md:grid-cols-[1fr_auto] md:grid-cols-[96px_minmax(0,1fr)_auto]">
        <span className="text-sm">
          <NeedMark need={need} />
        </span>
        <span className="min-w-0 max-md:col-span-2 max-md:row-start-2">
          <span className="line-clamp-3 font-medium break-words">
            <InvisibleText text={textOf(need)} />
          </span>
          <span className="block truncate text-sm text-muted">{run}</span>
        </span>
        <span className="text-right text-sm text-muted">
          {need.expiresAt ? (
            <>
              {messages.approval.expiresIn}{' '}
              <Countdown until={need.expiresAt} className="font-medium text-text" />
            </>
          ) : (
            <Waited since={need.since} />
          )}
        </span>
      </span>
    </RowLink>
  );
}

function Waited({ since }: { since: number }) {
  const now = useNow();
  return (
    <span title={dateAndTime(since)}>
      {messages.home.waiting(now === 0 ? '' : roughDuration(Math.max(0, now - since)))}
    </span>
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
