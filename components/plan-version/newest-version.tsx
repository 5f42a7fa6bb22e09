'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { QueryState } from '#components/query-state.tsx';
import { messages } from '#components/ui/messages.ts';
import { useTRPC } from '#components/trpc.tsx';

/** `/plans/[id]` leads to the plan's newest version. */
export function NewestVersion({ planId }: { planId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const plan = useQuery(trpc.plans.get.queryOptions({ planId }));
  const head = plan.data?.head;
  useEffect(() => {
    if (head !== undefined) router.replace(`/plans/${planId}/v/${head}`);
  }, [router, planId, head]);
  return (
    <QueryState query={plan} heading={messages.plan.one}>
      {() => null}
    </QueryState>
  );
}
