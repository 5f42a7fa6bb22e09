import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';
import type { Card } from './card.ts';
import { CardSection } from './card-section.tsx';

/** Row 10: which rule asks, who may decide, who has. */
export function CardPolicy({ card }: { card: Card }) {
  const granted = card.decisions.filter((decision) => decision.verdict === 'approve').length;
  return (
    <CardSection title={messages.approval.policy}>
      <p>{card.policy.reason}</p>
      <p className="text-sm text-muted">
        {messages.approval.rules(card.policy.rules)} {messages.wait.granted(granted, card.need)}{' '}
        {messages.approval.mayDecide(card.mayDecide.map((person) => person.name))}
        {card.notRequester ? ` ${messages.approval.notRequester}` : ''}
        {card.notEditor ? ` ${messages.approval.notEditor}` : ''}
      </p>
      {card.decisions.length > 0 ? (
        <ul className="text-sm wrap-anywhere">
          {card.decisions.map((decision) => (
            <li key={`${decision.by.id} ${decision.at}`}>
              {messages.approval.decision(decision.verdict, decision.by.name)}{' '}
              <Time at={decision.at} className="text-muted" />
              {decision.reason ? (
                <span className="text-muted">
                  : <InvisibleText text={decision.reason} />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </CardSection>
  );
}
