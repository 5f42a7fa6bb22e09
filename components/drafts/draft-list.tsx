'use client';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { Empty } from '#components/ui/notice.tsx';
import { begunDrafts, DraftRows } from './draft-rows.tsx';

/** `/drafts`: what I have begun to edit and not saved as a version. */
export function DraftList() {
  const trpc = useTRPC();
  const drafts = useQuery(trpc.drafts.list.queryOptions({}));
  useTrail([{ label: messages.nav.plans, href: '/plans' }, { label: messages.home.draftList }]);
  return (
    <Page
      title={messages.home.draftList}
      actions={<ButtonLink href="/plans/import">{messages.newPlan.importPlan}</ButtonLink>}
    >
      <QueryState query={drafts}>
        {(data) => {
          const begun = begunDrafts(data.drafts);
          return begun.length === 0 ? (
            <Empty title={messages.home.noDrafts}>{messages.home.noDraftsText}</Empty>
          ) : (
            <div className="rounded-card border border-border bg-surface">
              <DraftRows drafts={begun} />
            </div>
          );
        }}
      </QueryState>
    </Page>
  );
}
