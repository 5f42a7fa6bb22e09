'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';
import { ApprovalCard } from './approval-card.tsx';

export type Card = RouterOutputs['approvals']['get'];

/** The only surface on which a call can be approved. */
export function ApprovalPage({ approvalId }: { approvalId: string }) {
  const trpc = useTRPC();
  const card = useQuery({ ...trpc.approvals.get.queryOptions({ approvalId }), staleTime: 0 });
  useTrail([
    { label: messages.nav.approvals, href: '/approvals' },
    ...(card.data ? [{ label: card.data.summary }] : []),
  ]);
  return (
    <div className="mx-auto grid max-w-[1060px] grid-cols-[minmax(0,1fr)] items-start gap-4 px-4 py-4 md:px-6 lg:grid-cols-[minmax(0,680px)_minmax(0,320px)]">
      <QueryState query={card} heading={messages.approval.one}>
        {(data) => (
          <>
            <ApprovalCard key={approvalId} card={data} />
            <Context card={data} />
          </>
        )}
      </QueryState>
    </div>
  );
}

function Context({ card }: { card: Card }) {
  const trpc = useTRPC();
  const pending = useQuery(trpc.approvals.list.queryOptions({ tab: 'needs-you', limit: 200 }));
  const next = pending.data?.approvals.find(
    (row) => row.approvalId !== card.approvalId && (card.batchOf === null || row.batchOf !== card.batchOf),
  );
  return (
    <aside
      data-region
      tabIndex={-1}
      aria-label={messages.approval.context}
      className="flex flex-col gap-4 text-sm outline-none"
    >
      <section className="rounded-card border border-border bg-surface p-3">
        <h2 className="mb-1 font-semibold">{messages.approval.context}</h2>
        <ul className="flex flex-col gap-1">
          <li>
            <Link
              href={`/runs/${card.runId}?step=${encodeURIComponent(card.address.stepId)}`}
              className="text-link"
            >
              {messages.approval.run}
            </Link>
          </li>
          <li>
            <Link
              href={`/plans/${card.planId}/v/${card.planVersion}?step=${encodeURIComponent(card.address.stepId)}`}
              className="text-link"
            >
              {messages.plan.titleAndVersion(card.planTitle, card.planVersion)}
            </Link>
          </li>
        </ul>
        <p className="mt-2 font-medium">{card.stepTitle}</p>
        {card.stepIntent ? <p className="text-muted">{card.stepIntent}</p> : null}
      </section>
      <section className="rounded-card border border-border bg-surface p-3">
        <h2 className="mb-1 font-semibold">{messages.approval.earlier}</h2>
        {card.earlierDecisions.length === 0 ? (
          <p className="text-muted">{messages.approval.noEarlier}</p>
        ) : null}
        <ul className="divide-y divide-border">
          {card.earlierDecisions.map((earlier) => (
            <li key={earlier.approvalId} className="py-1">
              <Link href={`/approvals/${earlier.approvalId}`} className="row-link">
                {earlier.summary}
              </Link>
              <span className="block text-xs text-muted">
                {messages.approval.statuses[earlier.status]}
                {earlier.by ? ` ${messages.common.by(earlier.by)}` : ''}, <Time at={earlier.at} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      {next ? <ButtonLink href={`/approvals/${next.approvalId}`}>{messages.approval.next}</ButtonLink> : null}
    </aside>
  );
}
