'use client';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { reasonOf, useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { CompareScreen } from './compare-screen.tsx';
import { MissingVersions } from './missing-versions.tsx';

/** What changed, what must be approved again, what is kept. The list says everything; the graphs show where. */
export function PlanCompare({ planId, from, to }: { planId: string; from: number; to: number }) {
  const trpc = useTRPC();
  const comparison = useQuery(trpc.comparisons.get.queryOptions({ planId, from, to }));
  const title = comparison.data?.title;
  useTrail([
    { label: messages.nav.plans, href: '/plans' },
    ...(title
      ? [{ label: title, href: `/plans/${planId}/v/${to}` }, { label: messages.compare.range(from, to) }]
      : []),
  ]);
  const reason = comparison.isError ? reasonOf(comparison.error) : undefined;
  if (reason?.code === 'not-found' && typeof reason.fields['version'] === 'number')
    return <MissingVersions planId={planId} missing={[reason.fields['version']]} />;
  return (
    <QueryState query={comparison} heading={messages.compare.range(from, to)}>
      {(data) => <CompareScreen key={`${from} ${to}`} data={data} />}
    </QueryState>
  );
}
