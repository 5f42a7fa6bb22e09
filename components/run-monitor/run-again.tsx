'use client';
import { useQuery } from '@tanstack/react-query';
import { StartRun } from '#components/plan-version/start-run.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';

/** The same version once more: the dialog says what earlier runs of the plan have already done. */
export function RunAgain({
  planId,
  planVersion,
  canOperate,
}: {
  planId: string;
  planVersion: number;
  canOperate: boolean;
}) {
  const trpc = useTRPC();
  const version = useQuery({
    ...trpc.plans.version.queryOptions({ planId, version: planVersion }),
    enabled: canOperate,
  });
  // A version that was made inside a run binds that run alone: there is nothing to start again.
  if (!version.data?.canStart.allowed) return null;
  return <StartRun version={version.data} label={messages.start.again} size="sm" />;
}
