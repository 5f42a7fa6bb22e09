'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { QueryState } from '#components/query-state.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page, Panel } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import { Tabs } from '#components/ui/tabs.tsx';
import type { Row } from './card.ts';
import { InboxRows } from './inbox-rows.tsx';

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
  useShortcuts(messages.approval.keys.inbox, [
    { keys: 'j', label: messages.approval.keys.next, repeats: true, run: () => moveFocus(1) },
    { keys: 'k', label: messages.approval.keys.previous, repeats: true, run: () => moveFocus(-1) },
  ]);
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
              <InboxRows rows={rows} />
            </Panel>
          ) : (
            <Waiting rows={rows} />
          )
        }
      </QueryState>
    </Page>
  );
}

/** By how grave they are; what this person put off stands apart, at the end. */
function Waiting({ rows }: { rows: readonly Row[] }) {
  const later = rows.filter((row) => row.snoozedUntil !== null);
  return (
    <>
      {tiers.map((tier) => {
        const ofTier = rows.filter((row) => row.tier === tier && row.snoozedUntil === null);
        return ofTier.length > 0 ? (
          <Panel key={tier} title={<TierMark tier={tier} />} bodyClassName="p-0">
            <InboxRows rows={ofTier} />
          </Panel>
        ) : null;
      })}
      {later.length > 0 ? (
        <Panel title={messages.approval.snoozedHeading(later.length)} bodyClassName="p-0">
          <InboxRows rows={later} />
        </Panel>
      ) : null}
    </>
  );
}

/** J and K walk the lines as Tab does, and stop at the ends. */
function moveFocus(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-inbox-row]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by;
  links[next]?.focus();
}
