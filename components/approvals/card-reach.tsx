'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';
import { CardSection } from './card-section.tsx';

/** Row 8: whom and what else the resource concerns, as far as its tool can tell. */
export function CardReach({ card }: { card: Card }) {
  const trpc = useTRPC();
  const mayAsk = card.look.reach && card.status === 'pending' && card.canEdit;
  const reach = useQuery({
    ...trpc.calls.reach.queryOptions({ approvalId: card.approvalId }),
    enabled: mayAsk,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { data } = reach;
  return (
    <CardSection title={messages.approval.reach}>
      {data ? (
        <>
          <p>{messages.approval.reachOf(data)}</p>
          <p className="text-sm text-muted">{messages.approval.reachLimits}</p>
        </>
      ) : (
        <p>{mayAsk && reach.isPending ? messages.approval.reachAsking : messages.approval.noReach}</p>
      )}
    </CardSection>
  );
}
