import Link from 'next/link';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';
import type { Card } from './card.ts';
import { MiniGraph } from './mini-graph.tsx';

const link = 'text-link';

/** Beside the card: where the call stands in its run and plan, and what was decided about this tool before. */
export function ApprovalContext({ card }: { card: Card }) {
  const step = encodeURIComponent(card.address.stepId);
  const since = card.earlier.flatMap((earlier) =>
    'version' in earlier.since ? [earlier.since.version] : [],
  )[0];
  return (
    <aside
      data-region
      tabIndex={-1}
      aria-label={messages.approval.context}
      className="flex min-w-0 flex-col gap-4 text-sm wrap-anywhere outline-none"
    >
      <section className="rounded-card border border-border bg-surface p-3">
        <h2 className="mb-1 font-semibold">{messages.approval.context}</h2>
        <ul className="flex flex-col gap-1">
          <li>
            <Link href={`/runs/${card.runId}?step=${step}`} className={link}>
              {card.runNumber === null
                ? messages.approval.run
                : messages.approval.openRunNumber(card.runNumber)}
            </Link>
          </li>
          <li>
            <Link href={`/plans/${card.planId}/v/${card.planVersion}?step=${step}`} className={link}>
              {messages.plan.titleAndVersion(card.planTitle, card.planVersion)}
            </Link>
          </li>
          {since === undefined ? null : (
            <li>
              <Link
                href={`/plans/${card.planId}/compare/${since}...${card.planVersion}?step=${step}`}
                className={link}
              >
                {messages.approval.compareStep(since, card.planVersion)}
              </Link>
            </li>
          )}
        </ul>
        <p className="mt-2 font-medium">
          <InvisibleText text={card.stepTitle} />
        </p>
        {card.stepIntent ? (
          <p className="text-muted">
            <InvisibleText text={card.stepIntent} />
          </p>
        ) : null}
      </section>
      <MiniGraph graph={card.neighbourhood} stepId={card.address.stepId} runId={card.runId} />
      <section className="rounded-card border border-border bg-surface p-3">
        <h2 className="mb-1 font-semibold">{messages.approval.earlier}</h2>
        {card.earlierDecisions.length === 0 ? (
          <p className="text-muted">{messages.approval.noEarlier}</p>
        ) : null}
        <ul className="divide-y divide-border">
          {card.earlierDecisions.map((earlier) => (
            <li key={earlier.approvalId} className="py-1">
              <Link href={`/approvals/${earlier.approvalId}`} className="row-link">
                <InvisibleText text={earlier.summary} />
              </Link>
              <span className="block text-xs text-muted">
                {messages.approval.statuses[earlier.status]}
                {earlier.by ? ` ${messages.common.by(earlier.by)}` : ''}, <Time at={earlier.at} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
