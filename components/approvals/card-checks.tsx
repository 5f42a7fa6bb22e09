'use client';
import { useMutation } from '@tanstack/react-query';
import { Refused } from '#components/refused.tsx';
import { CheckResults } from '#components/run-monitor/check-results.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { roughDuration } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { Card } from './card.ts';
import { CardSection } from './card-section.tsx';

/** Older than this, what a check found may no longer be so. */
const FRESH_MS = 60_000;

/** Row 6: facts by trusted code, with their time. */
export function CardChecks({ card, of }: { card: Card; of: string | undefined }) {
  const trpc = useTRPC();
  const again = useMutation(trpc.calls.checkAgain.mutationOptions());
  const now = useNow();
  const { data } = again;
  const checks = data && data.checks.length > 0 ? data.checks : card.checks;
  const checkedAt = data?.at ?? Math.max(card.requestedAt, ...card.checks.map(({ at }) => at));
  const isOld = now > 0 && now - checkedAt > FRESH_MS;
  return (
    <CardSection
      title={
        of === undefined ? messages.approval.checks : messages.approval.ofCall(messages.approval.checks, of)
      }
      action={
        card.status === 'pending' && card.canEdit && (isOld || again.isPending) ? (
          <span className="flex items-center gap-2 text-xs text-muted">
            {messages.approval.checkedAgo(roughDuration(now - checkedAt))}
            <Button
              size="sm"
              disabled={again.isPending}
              onClick={() => again.mutate({ approvalId: card.approvalId })}
            >
              {again.isPending ? messages.approval.checking : messages.approval.checkAgain}
            </Button>
          </span>
        ) : null
      }
    >
      <div role="status" className="empty:hidden">
        {data?.problem ? (
          <Notice look="problem" title={messages.approval.wouldNotRun}>
            {data.problem}
          </Notice>
        ) : data && data.changed.length > 0 ? (
          <Notice look="problem" title={messages.approval.wouldDiffer}>
            {messages.approval.differs(data.changed)}
          </Notice>
        ) : data ? (
          <p className="text-sm font-medium">{messages.approval.checkedNow}</p>
        ) : null}
      </div>
      <CheckResults checks={checks} />
      <Refused error={again.error} />
    </CardSection>
  );
}
