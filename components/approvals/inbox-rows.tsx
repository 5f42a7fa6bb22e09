import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Countdown, Time } from '#components/ui/time.tsx';
import type { Row } from './card.ts';
import { entriesOf, hrefOf, type Entry } from './entries.ts';

export function InboxRows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="divide-y divide-border">
      {entriesOf(rows).map((entry) => (
        <li key={entry.row.approvalId}>
          <InboxRow entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function InboxRow({ entry }: { entry: Entry }) {
  const { row, rows } = entry;
  const isGroup = rows.length > 1;
  return (
    <Link
      href={hrefOf(entry)}
      data-inbox-row
      className="flex min-h-12 items-center gap-x-3 gap-y-1 px-3 py-2 -outline-offset-2 hover:bg-hover max-md:flex-wrap"
    >
      <span className="min-w-0 flex-1 max-md:basis-full">
        <span className="block font-medium break-words">
          {isGroup ? messages.approval.group(rows.length, row.summary) : <InvisibleText text={row.summary} />}
        </span>
        <span className="block text-sm break-words text-muted">
          <InvisibleText text={row.planTitle} /> · <span className="font-mono text-xs">{row.tool}</span>
          {row.resource ? (
            <>
              {' · '}
              <span className="font-mono text-xs break-all">
                <InvisibleText text={row.resource} />
              </span>
            </>
          ) : null}
        </span>
      </span>
      <span className="shrink-0 text-right text-sm text-muted max-md:flex max-md:flex-wrap max-md:gap-x-2 max-md:text-left">
        {row.status === 'pending' ? (
          <>
            <span className="block">
              {row.snoozedUntil === null ? (
                <>
                  <Countdown until={row.expiresAt} className="font-medium text-text" />{' '}
                  {messages.approval.left}
                </>
              ) : (
                <>
                  {messages.approval.back} <Time at={row.snoozedUntil} />
                </>
              )}
            </span>
            {isGroup ? <span className="block">{messages.approval.review(rows.length)}</span> : null}
            {row.need > 1 ? messages.wait.granted(row.granted, row.need) : null}
          </>
        ) : (
          <>
            <span className="block font-medium text-text">{messages.approval.statuses[row.status]}</span>
            <Time at={row.decidedAt ?? row.requestedAt} />
          </>
        )}
      </span>
      <ChevronRight aria-hidden size={16} className="ml-auto shrink-0 text-faint" />
    </Link>
  );
}
