'use client';
import Link from 'next/link';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { cx } from '#components/ui/cx.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Countdown } from '#components/ui/time.tsx';
import { hrefOf, type Entry } from './entries.ts';

const tiers = ['critical', 'high', 'low'] as const;

/** On wide screens what else needs me stands beside the card, so that the next one is a click away. */
export function ApprovalRail({ entries, current }: { entries: readonly Entry[]; current: string }) {
  return (
    <nav
      aria-label={messages.approval.rail}
      data-region
      tabIndex={-1}
      className="hidden flex-col gap-3 text-sm outline-none min-[87.5rem]:flex"
    >
      <Link href="/approvals" className="row-link font-semibold">
        {messages.approval.tab['needs-you'](entries.reduce((sum, { rows }) => sum + rows.length, 0))}
      </Link>
      {tiers.map((tier) => {
        const ofTier = entries.filter(({ row }) => row.tier === tier);
        return ofTier.length === 0 ? null : (
          <section key={tier} className="flex flex-col gap-1">
            <h2 className="text-xs">
              <TierMark tier={tier} />
            </h2>
            <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
              {ofTier.map((entry) => {
                const isCurrent = entry.rows.some(({ approvalId }) => approvalId === current);
                return (
                  <li key={entry.row.approvalId}>
                    <Link
                      href={hrefOf(entry)}
                      aria-current={isCurrent ? 'page' : undefined}
                      className={cx(
                        'block border-l-4 px-2.5 py-1.5 -outline-offset-2 hover:bg-hover',
                        isCurrent ? 'border-l-accent bg-sunken font-medium' : 'border-l-transparent',
                      )}
                    >
                      <span className="line-clamp-2 break-words">
                        {entry.rows.length > 1 ? (
                          messages.approval.group(entry.rows.length, entry.row.summary)
                        ) : (
                          <InvisibleText text={entry.row.summary} />
                        )}
                      </span>
                      <span className="text-xs font-normal text-muted">
                        <Countdown until={entry.row.expiresAt} /> {messages.approval.left}
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      {entries.length === 0 ? <p className="text-muted">{messages.approval.empty['needs-you']}</p> : null}
    </nav>
  );
}
