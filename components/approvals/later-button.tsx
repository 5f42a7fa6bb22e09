'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { Button } from '#components/ui/button.tsx';
import { timeOfDay } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';

const LATER_MS = 15 * 60 * 1000;

export function useLater(card: Card, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const later = useMutation(
    trpc.approvals.later.mutationOptions({
      onSuccess: ({ until }) => {
        void queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() });
        announceNow(
          until === null
            ? messages.approval.backNow
            : messages.approval.snoozed(timeOfDay(until).slice(0, 5)),
        );
        if (until !== null) onDone();
      },
    }),
  );
  const isOff = card.snoozedUntil !== null;
  return {
    isOff,
    busy: later.isPending,
    error: later.error,
    toggle: () =>
      later.mutate({
        approvalId: card.approvalId,
        until: isOff ? null : Date.now() + LATER_MS,
        idempotencyKey: newKey(),
      }),
  };
}

/** Off my own list for a while. Nobody else's, and nothing of the run. */
export function LaterButton({ card, onDone }: { card: Card; onDone(): void }) {
  const later = useLater(card, onDone);
  if (!card.canEdit) return null;
  return (
    <>
      <Button look="quiet" disabled={later.busy} title={messages.approval.laterHint} onClick={later.toggle}>
        {later.isOff ? messages.approval.backOnList : messages.approval.later}
      </Button>
      <Refused error={later.error} className="w-full" />
    </>
  );
}
