'use client';
import { useMutation } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { useEffect, type RefObject } from 'react';
import { effectWord } from '#components/marks/risk-mark.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { Button } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Countdown } from '#components/ui/time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { Card } from './card.ts';

/** A warning comes this long before the expiry, while there is still time to put it off. */
const WARNING_MS = 2 * 60 * 1000;

/** Rows 1 to 3: how grave, until when, what happens to what. */
export function CardHead({
  card,
  heading,
  approvalIds,
}: {
  card: Card;
  heading: RefObject<HTMLHeadingElement | null>;
  approvalIds: string[];
}) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <TierMark
          tier={card.tier}
          detail={card.effect === 'irreversible' ? effectWord(card.effect).toLowerCase() : undefined}
        />
        {card.status === 'pending' ? (
          <Expiry card={card} approvalIds={approvalIds} />
        ) : (
          <span className="font-medium">{messages.approval.statuses[card.status]}</span>
        )}
      </div>
      <div>
        <h1
          id={`summary-${card.approvalId}`}
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold wrap-anywhere outline-offset-4"
        >
          <InvisibleText text={card.summary} />
        </h1>
        <p className="mt-1">
          <InvisibleText text={card.effectSentence} />
        </p>
      </div>
    </>
  );
}

function Expiry({ card, approvalIds }: { card: Card; approvalIds: string[] }) {
  const trpc = useTRPC();
  const extend = useMutation(
    trpc.approvals.extend.mutationOptions({ onSuccess: () => announceNow(messages.approval.extended) }),
  );
  const now = useNow();
  const isLate = now > 0 && card.expiresAt - now < WARNING_MS && card.expiresAt > now;
  useEffect(() => {
    if (isLate) announceNow(messages.approval.expiresSoon);
  }, [isLate]);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      <Timer aria-hidden size={14} />
      <span className={isLate ? 'font-semibold text-text' : undefined}>
        {messages.approval.expiresIn} <Countdown until={card.expiresAt} className="font-medium text-text" />
      </span>
      {card.canExtend ? (
        <Button
          size="sm"
          look="quiet"
          disabled={extend.isPending}
          onClick={() => extend.mutate({ approvalIds, idempotencyKey: newKey() })}
        >
          {messages.approval.extend}
        </Button>
      ) : null}
      <Refused error={extend.error} className="w-full" />
    </span>
  );
}
