'use client';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { Refused } from '#components/refused.tsx';
import { CopyButton } from '#components/ui/code-block.tsx';
import { cx } from '#components/ui/cx.ts';
import { untilText } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { absoluteUrl } from '#components/url.ts';
import { AfterDecision } from './after-decision.tsx';
import type { Bar } from './approve-button.tsx';
import { ArmingFields } from './arming-fields.tsx';
import { missingForApproval } from './arming.ts';
import { BatchTable } from './batch-table.tsx';
import { CardArguments } from './card-arguments.tsx';
import { CardChecks } from './card-checks.tsx';
import { CardDryRun } from './card-dry-run.tsx';
import { CardHead } from './card-head.tsx';
import { CardIfWrong } from './card-if-wrong.tsx';
import { CardPolicy } from './card-policy.tsx';
import { CardRationale } from './card-rationale.tsx';
import { CardReach } from './card-reach.tsx';
import { CardSection } from './card-section.tsx';
import { CardStatus } from './card-status.tsx';
import { CardWho } from './card-who.tsx';
import type { Card } from './card.ts';
import { DecisionBar } from './decision-bar.tsx';
import { groupCalls } from './group-calls.ts';
import { useLater } from './later-button.tsx';
import { useCardKeys } from './use-card-keys.ts';
import { useDecision } from './use-decision.ts';
import { useReading } from './use-arming.ts';

/** The order of the content is fixed (ux 8): facts by code first, the planner's reason last and labelled. */
export function ApprovalCard({
  card,
  connection = 'ok',
  next,
  previous,
  onLater = () => {},
}: {
  card: Card;
  connection?: 'ok' | 'lost' | 'reading-again';
  next?: string | undefined;
  previous?: string | undefined;
  onLater?: () => void;
}) {
  const [group, setGroup] = useQueryState(
    'group',
    parseAsStringLiteral(['one', 'all'] as const).withDefault('one'),
  );
  const calls = groupCalls(card);
  const isGroup = calls.length > 1 && group === 'all';
  const heading = useRef<HTMLHeadingElement>(null);
  const decision = useDecision(card, isGroup ? calls : [], heading);
  const later = useLater(card, onLater);
  const { block, end, ...reading } = useReading(`${card.seal} ${isGroup}`, card.arming.kind !== 'none');
  const phone = useMedia('(max-width: 767px)') ?? false;
  const isOpen = card.status === 'pending';

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const missing = missingForApproval(card.arming, {
    ...reading,
    typed: decision.typed,
    reason: decision.reason,
  });
  const bar: Bar = {
    why: isOpen ? whyNot(card, connection, isGroup && decision.checked.size === 0) : undefined,
    missing,
    isGroup,
    total: calls.length,
    decision,
  };
  const ofCall = isGroup ? nameOfCall(card) : undefined;
  useCardKeys({ bar, isOpen, canChange: card.canEdit, later: later.toggle, next, previous });
  return (
    <article
      data-region
      tabIndex={-1}
      aria-labelledby={`summary-${card.approvalId}`}
      className={cx(
        'flex scroll-mt-16 flex-col gap-4 rounded-approval border-2 bg-surface p-4 outline-none md:p-5',
        // Focus is never under the bar that sticks to the bottom on phones.
        'max-md:**:scroll-mb-44',
        isOpen ? 'border-approval' : 'border-border',
      )}
      data-testid="approval-card"
      data-tier={card.tier}
    >
      <CardHead
        card={card}
        heading={heading}
        approvalIds={isGroup ? calls.map(({ approvalId }) => approvalId) : [card.approvalId]}
      />
      <CardStatus card={card} decision={decision} />
      <CardWho card={card} />
      {calls.length > 1 ? (
        <Tabs
          label={messages.approval.scope}
          look="switch"
          value={group}
          onChange={(value) => void setGroup(value === 'one' ? null : value)}
          items={[
            { value: 'one', label: messages.approval.thisCall },
            { value: 'all', label: messages.approval.allCalls(calls.length) },
          ]}
        />
      ) : null}
      <CardSection title={isGroup ? messages.approval.calls : messages.approval.arguments}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Ctrl+Enter goes here while it is unread */}
        <div ref={block} tabIndex={-1} data-testid="arguments" className="outline-offset-4">
          {isGroup ? (
            <BatchTable
              calls={calls}
              checked={decision.checked}
              onChange={decision.setChecked}
              disabled={!isOpen || !card.canDecide}
            />
          ) : (
            <CardArguments card={card} />
          )}
          <div ref={end} aria-hidden className="h-px" />
        </div>
      </CardSection>
      <CardChecks card={card} of={ofCall} />
      <CardDryRun card={card} of={ofCall} />
      <CardReach card={card} />
      <CardIfWrong card={card} />
      <CardPolicy card={card} />
      {card.rationale ? <CardRationale text={card.rationale} /> : null}
      {isOpen && card.canDecide && !phone ? <ArmingFields card={card} decision={decision} /> : null}
      {isOpen ? (
        <DecisionBar card={card} bar={bar} phone={phone} onLater={onLater} />
      ) : (
        <AfterDecision card={card} decision={decision} />
      )}
      {isOpen && decision.error && !decision.conflict && decision.open !== 'reject' ? (
        <Refused error={decision.error} />
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 border-t border-border pt-3 text-xs text-muted">
        <span>
          {isGroup
            ? messages.approval.coversChecked(untilText(card.expiresAt))
            : messages.approval.covers(untilText(card.expiresAt))}
        </span>
        <span>
          {messages.approval.fingerprint} <span className="font-mono">{card.fingerprint}</span>
        </span>
        <CopyButton
          text={() => absoluteUrl(`/approvals/${card.approvalId}`)}
          label={messages.common.copyLink}
        />
      </p>
    </article>
  );
}

/** Of a group, checks and dry run are those of the call whose card this is. */
function nameOfCall({ address }: Card): string {
  return address.item === undefined
    ? messages.approval.callNumber(1)
    : messages.step.partNumber(address.item);
}

/** What stands in the way whoever reads it, said before anything that reading or typing could mend. */
function whyNot(
  card: Card,
  connection: 'ok' | 'lost' | 'reading-again',
  isEmptyGroup: boolean,
): string | undefined {
  if (connection === 'lost') return messages.live.decisionsOff;
  if (connection === 'reading-again') return messages.approval.readingAgain;
  if (!card.canDecide) return card.whyNot?.message ?? messages.approval.mayNot;
  return isEmptyGroup ? messages.approval.checkSome : undefined;
}
