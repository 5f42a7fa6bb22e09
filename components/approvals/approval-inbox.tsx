'use client';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { QueryState } from '#components/query-state.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page, Panel } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Countdown, Time } from '#components/ui/time.tsx';

type Row = RouterOutputs['approvals']['list']['approvals'][number];
const tabs = ['needs-you', 'others', 'done'] as const;
const tiers = ['critical', 'high', 'low'] as const;

export function ApprovalInbox() {
  const trpc = useTRPC();
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('needs-you'));
  const approvals = useQuery(
    trpc.approvals.list.queryOptions({ tab, limit: 200 }, { placeholderData: (before) => before }),
  );
  const counts = approvals.data?.counts;
  useTrail(
    [{ label: messages.nav.approvals }],
    counts && counts.needsYou > 0 ? messages.home.tabTitle(counts.needsYou) : messages.nav.approvals,
  );
  return (
    <Page title={messages.nav.approvals}>
      <Tabs
        label={messages.approval.tabs}
        look="switch"
        value={tab}
        onChange={(next) => void setTab(next)}
        items={tabs.map((value) => ({
          value,
          label: messages.approval.tab[value](
            value === 'needs-you' ? counts?.needsYou : value === 'others' ? counts?.others : undefined,
          ),
        }))}
      />
      <QueryState query={approvals}>
        {({ approvals: rows }) =>
          rows.length === 0 ? (
            <Empty title={messages.approval.empty[tab]} />
          ) : tab === 'done' ? (
            <Panel title={messages.approval.decided} bodyClassName="p-0">
              <Rows rows={rows} />
            </Panel>
          ) : (
            tiers.map((tier) => {
              const ofTier = rows.filter((row) => row.tier === tier);
              return ofTier.length > 0 ? (
                <Panel key={tier} title={<TierMark tier={tier} />} bodyClassName="p-0">
                  <Rows rows={ofTier} />
                </Panel>
              ) : null;
            })
          )
        }
      </QueryState>
    </Page>
  );
}

type Entry = { row: Row; size: number };
/** The calls of one forEach are one row that leads to all of them. */
function entriesOf(rows: readonly Row[]): Entry[] {
  const batches = new Map<string, Entry>();
  const entries: Entry[] = [];
  for (const row of rows) {
    const batch = row.status === 'pending' && row.groupable ? row.batchOf : null;
    const known = batch === null ? undefined : batches.get(batch);
    if (known) {
      known.size += 1;
      continue;
    }
    const entry = { row, size: 1 };
    entries.push(entry);
    if (batch !== null) batches.set(batch, entry);
  }
  return entries;
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="divide-y divide-border">
      {entriesOf(rows).map(({ row, size }) => (
        <li key={row.approvalId}>
          <Link
            href={`/approvals/${row.approvalId}${size > 1 ? '?group=all' : ''}`}
            className="flex min-h-12 items-center gap-x-3 gap-y-1 px-3 py-2 max-md:flex-wrap -outline-offset-2 hover:bg-hover"
          >
            <span className="min-w-0 flex-1 max-md:basis-full">
              <span className="block font-medium break-words">
                {size > 1 ? messages.approval.group(size, row.summary) : row.summary}
              </span>
              <span className="block text-sm break-words text-muted">
                {row.planTitle} · <span className="font-mono text-xs">{row.tool}</span>
                {row.resource ? (
                  <>
                    {' · '}
                    <span className="font-mono text-xs break-all">{row.resource}</span>
                  </>
                ) : null}
              </span>
            </span>
            <span className="shrink-0 text-right text-sm text-muted max-md:flex max-md:gap-2 max-md:text-left">
              {row.status === 'pending' ? (
                <>
                  <span className="block">
                    <Countdown until={row.expiresAt} className="font-medium text-text" />{' '}
                    {messages.approval.left}
                  </span>
                  {row.need > 1 ? messages.wait.granted(row.granted, row.need) : null}
                </>
              ) : (
                <>
                  <span className="block font-medium text-text">
                    {messages.approval.statuses[row.status]}
                  </span>
                  <Time at={row.decidedAt ?? row.requestedAt} />
                </>
              )}
            </span>
            <ChevronRight aria-hidden size={16} className="ml-auto shrink-0 text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
