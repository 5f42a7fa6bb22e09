'use client';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { timeOfDay } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { callDifference } from './call-difference.ts';
import type { Card } from './card.ts';
import type { Decision } from './use-decision.ts';

/** What a person should know before reading on: somebody decided, it expired, it changed. */
export function CardStatus({ card, decision }: { card: Card; decision: Decision }) {
  const last = card.decisions.at(-1);
  const lines: ReactNode[] = [];
  if (card.voided?.next) {
    lines.push(<Replaced key="replaced" card={card} voided={card.voided} next={card.voided.next} />);
  } else if (decision.conflict) {
    const { code, message, fields } = decision.conflict;
    const isLate = code === 'approval-already-decided' || code === 'approval-expired';
    lines.push(
      <Notice
        key="conflict"
        look="problem"
        title={isLate ? messages.approval.tooLate : messages.approval.conflict}
      >
        {message} {Array.isArray(fields.members) ? messages.approval.differs(fields.members.map(String)) : ''}
      </Notice>,
    );
  }
  if (card.status === 'granted' || card.status === 'consumed' || card.status === 'rejected') {
    lines.push(
      <Notice
        key="decided"
        title={
          last
            ? messages.approval.decidedBy(last.verdict, last.by.name, timeOfDay(last.at))
            : messages.approval.statuses[card.status]
        }
      >
        {last?.reason ? <InvisibleText text={last.reason} /> : null}
      </Notice>,
    );
  }
  if (card.status === 'expired')
    lines.push(
      <Notice key="expired" look="attention" title={messages.approval.expired}>
        {messages.approval.expiredText}
      </Notice>,
    );
  if ((card.status === 'voided' && !card.voided?.next) || card.status === 'withdrawn')
    lines.push(
      <Notice key="void" title={messages.approval.statuses[card.status]}>
        {card.voided ? messages.approval.voidCause(card.voided.cause, card.voided.by) : null}{' '}
        {messages.approval.voidText}
      </Notice>,
    );
  if (card.status === 'pending' && card.solo)
    lines.push(
      <p key="solo" className="text-sm text-muted">
        {messages.approval.solo}
      </p>,
    );
  return lines.length > 0 ? (
    <div role="status" className="flex flex-col gap-2">
      {lines}
    </div>
  ) : null;
}

/** The call became another one while this card was open: what differs, and where the new card is. */
function Replaced({
  card,
  voided,
  next,
}: {
  card: Card;
  voided: NonNullable<Card['voided']>;
  next: { approvalId: string; callText: string };
}) {
  return (
    <Notice
      look="problem"
      title={messages.approval.conflict}
      action={
        <ButtonLink size="sm" href={`/approvals/${next.approvalId}`}>
          {messages.approval.readNew}
        </ButtonLink>
      }
    >
      <p>{messages.approval.voidCause(voided.cause, voided.by)}</p>
      <ul className="mt-1 flex flex-col gap-1" data-testid="call-difference">
        {callDifference(card.callText, next.callText).map((difference) => (
          <li key={difference.label} className="font-mono text-sm break-all">
            <span className="font-sans text-muted">{difference.label}</span>{' '}
            <del>
              <InvisibleText text={difference.from} />
            </del>{' '}
            →{' '}
            <strong>
              <InvisibleText text={difference.to} />
            </strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
