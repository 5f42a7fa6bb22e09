import { Fragment, type ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';

/** Row 4: which tool, as whom, where. */
export function CardWho({ card }: { card: Card }) {
  const rows: [string, ReactNode][] = [
    [
      messages.call.tool,
      <>
        <span className="font-mono">{card.tool}</span>{' '}
        <span className="text-muted">{messages.approval.toolVersion(card.toolVersion)}</span>
      </>,
    ],
    [
      messages.start.actsAs,
      <>
        {card.identity.name}
        {card.connection ? (
          <>
            {' '}
            {messages.approval.on} <span className="font-mono">{card.connection}</span>
          </>
        ) : null}
        {card.environment ? <Badge className="ml-2">{card.environment}</Badge> : null}
      </>,
    ],
  ];
  if (card.resource)
    rows.push([
      messages.call.resource,
      <span key="resource" className="font-mono break-all">
        <InvisibleText text={card.resource} />
      </span>,
    ]);
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-1 text-sm">
      {rows.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
