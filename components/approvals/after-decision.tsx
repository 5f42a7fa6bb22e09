'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';
import type { Decision } from './use-decision.ts';

/** There is no undo for an approval; while the call is not sent yet it can be withdrawn. */
export function AfterDecision({ card, decision }: { card: Card; decision: Decision }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const readAgain = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() }),
  };
  const withdraw = useMutation(trpc.approvals.withdraw.mutationOptions(readAgain));
  const ask = useMutation(trpc.approvals.askAgain.mutationOptions(readAgain));
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ButtonLink href={`/runs/${card.runId}?step=${encodeURIComponent(card.address.stepId)}`}>
        {messages.approval.openRun}
      </ButtonLink>
      {card.canWithdraw ? (
        <Button
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ approvalId: card.approvalId, idempotencyKey: newKey() })}
        >
          {messages.approval.withdraw}
        </Button>
      ) : null}
      {card.canAskAgain ? (
        <Button
          disabled={ask.isPending}
          onClick={() => ask.mutate({ runId: card.runId, address: card.address, idempotencyKey: newKey() })}
        >
          {messages.approval.askAgain}
        </Button>
      ) : null}
      <Refused
        error={withdraw.error ?? ask.error ?? (decision.conflict ? undefined : decision.error)}
        className="w-full"
      />
    </div>
  );
}
