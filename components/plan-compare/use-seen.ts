'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { newKey } from '#components/new-key.ts';
import { useTRPC } from '#components/trpc.tsx';
import type { Change, Comparison } from './changes.ts';

export type Seen = {
  isSeen(change: Change): boolean;
  count: number;
  set(change: Change, seen: boolean): void;
  error: unknown;
};

/** What the signed-in person has seen, kept on the server by the change's hash. Shown at once, taken back if it fails. */
export function useSeen(data: Comparison, changes: readonly Change[]): Seen {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { planId, from, to } = data;
  const { queryKey } = trpc.comparisons.get.queryOptions({ planId, from: from.version, to: to.version });
  const show = (hashes: readonly string[], seen: boolean) =>
    queryClient.setQueryData<Comparison>(queryKey, (old) => {
      if (!old) return old;
      const others = old.seen.filter((hash) => !hashes.includes(hash));
      return { ...old, seen: seen ? [...others, ...hashes] : others };
    });
  const { mutate, error } = useMutation(
    trpc.comparisons.markSeen.mutationOptions({
      onMutate: async ({ hashes, seen }) => {
        await queryClient.cancelQueries({ queryKey });
        show(hashes, seen);
      },
      onError: (_, { hashes, seen }) => show(hashes, !seen),
    }),
  );
  const known = useMemo(() => new Set<string>(data.seen), [data.seen]);
  const isSeen = useCallback((change: Change) => known.has(change.hash), [known]);
  const set = useCallback(
    (change: Change, seen: boolean) =>
      mutate({ planId, hashes: [change.hash], seen, idempotencyKey: newKey() }),
    [mutate, planId],
  );
  return { isSeen, set, error, count: changes.filter(isSeen).length };
}
