import Link from 'next/link';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';
import { CardSection } from './card-section.tsx';

/** Row 9: the way back, what has happened already, what waits behind. */
export function CardIfWrong({ card }: { card: Card }) {
  const { compensation, committedEffects, waitingBehind } = card.ifWrong;
  return (
    <CardSection title={messages.approval.ifWrong}>
      <p>{compensation ? messages.approval.undo(compensation) : messages.approval.noUndo}</p>
      {committedEffects.length > 0 ? (
        <details className="text-sm">
          <summary>{messages.run.remain(committedEffects.length)}</summary>
          <ul className="list-disc pl-5">
            {committedEffects.map((effect) => (
              <li key={effect.operationKey}>
                <InvisibleText text={effect.summary} />
              </li>
            ))}
          </ul>
        </details>
      ) : (
        <p className="text-sm text-muted">{messages.approval.nothingYet}</p>
      )}
      {waitingBehind.length > 0 ? (
        <details className="text-sm">
          <summary>{messages.approval.waitingBehind(waitingBehind.length)}</summary>
          <ul className="list-disc pl-5">
            {waitingBehind.map((step) => (
              <li key={step.stepId}>
                <Link
                  href={`/runs/${card.runId}?step=${encodeURIComponent(step.stepId)}`}
                  className="text-link"
                >
                  <InvisibleText text={step.title} />
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </CardSection>
  );
}
