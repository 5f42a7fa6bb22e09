'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalContext } from './approval-context.tsx';
import { ApprovalRail } from './approval-rail.tsx';
import type { Card } from './card.ts';
import { entriesOf, hrefOf } from './entries.ts';
import { useConnection } from './use-connection.ts';

/** The only surface on which a call can be approved. */
export function ApprovalPage({ approvalId }: { approvalId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const card = useQuery({ ...trpc.approvals.get.queryOptions({ approvalId }), staleTime: 0 });
  const pending = useQuery(trpc.approvals.list.queryOptions({ tab: 'needs-you', limit: 200 }));
  const { refetch } = card;
  const connection = useConnection(
    card.dataUpdatedAt,
    useCallback(() => void refetch(), [refetch]),
  );
  useTrail([
    { label: messages.nav.approvals, href: '/approvals' },
    ...(card.data ? [{ label: card.data.summary }] : []),
  ]);
  const entries = entriesOf((pending.data?.approvals ?? []).filter((row) => row.snoozedUntil === null));
  const at = entries.findIndex(({ rows }) => rows.some((row) => row.approvalId === approvalId));
  const [next, previous] = [entries[at + 1] ?? entries.find((_, index) => index !== at), entries[at - 1]];
  return (
    <div className="mx-auto grid max-w-[1340px] grid-cols-[minmax(0,1fr)] items-start gap-4 px-4 py-4 md:px-6 lg:grid-cols-[minmax(0,680px)_minmax(0,320px)] lg:justify-center min-[87.5rem]:grid-cols-[minmax(0,280px)_minmax(0,680px)_minmax(0,320px)]">
      <ApprovalRail entries={entries} current={approvalId} />
      <QueryState query={card} heading={messages.approval.one}>
        {(data: Card) => (
          <>
            <ApprovalCard
              key={approvalId}
              card={data}
              connection={connection}
              next={next?.row.approvalId}
              previous={previous?.row.approvalId}
              onLater={() => router.push(next ? hrefOf(next) : '/approvals')}
            />
            <div className="flex min-w-0 flex-col gap-4">
              {next ? (
                <ButtonLink href={hrefOf(next)} className="min-[87.5rem]:hidden">
                  {messages.approval.next}
                </ButtonLink>
              ) : null}
              <ApprovalContext card={data} />
            </div>
          </>
        )}
      </QueryState>
    </div>
  );
}
