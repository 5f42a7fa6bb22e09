'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunEvent } from '#core/run/events.ts';
import { useTRPC } from '#components/trpc.tsx';

const AROUND = 250;

/** The lines around an observation that is older than what is kept; nothing when it is there anyway. */
export function useObservationRange(
  runId: string,
  obs: number | null,
  kept: readonly RunEvent[],
  hasHistory: boolean,
): { events: readonly RunEvent[] | undefined; leave(): void } {
  const trpc = useTRPC();
  const [left, setLeft] = useState<number>();
  const first = kept[0]?.version;
  const isOlder = hasHistory && obs !== null && first !== undefined && obs < first && left !== obs;
  const query = useQuery({
    ...trpc.runs.events.queryOptions({
      runId,
      after: Math.max(0, (obs ?? 0) - 1 - AROUND),
      limit: 2 * AROUND,
    }),
    enabled: isOlder,
    staleTime: Infinity,
  });
  return { events: isOlder ? query.data?.events : undefined, leave: () => setLeft(obs ?? undefined) };
}
