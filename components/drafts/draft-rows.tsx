import { RowLink } from '#components/home/row-link.tsx';
import type { RouterOutputs } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';

type Draft = RouterOutputs['drafts']['list']['drafts'][number];

/** Those in which something was begun: a plan that was only opened for editing has none. */
export function begunDrafts(drafts: readonly Draft[]): Draft[] {
  return drafts.filter(({ planId, edits, setAside }) => planId === null || edits + setAside > 0);
}

/** Each with why it cannot be saved as a version yet. */
export function DraftRows({ drafts }: { drafts: readonly Draft[] }) {
  return (
    <ul className="divide-y divide-border">
      {drafts.map((draft) => (
        <li key={draft.draftId}>
          <RowLink href={draft.planId === null ? `/drafts/${draft.draftId}` : `/plans/${draft.planId}/edit`}>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{draft.title}</span>
              <span className="block truncate text-sm text-muted">
                {messages.home.draftOf(draft.baseVersion, draft.edits)}
                {draft.newerHead ? ` · ${messages.home.draftBehind(draft.newerHead.version)}` : null}
              </span>
              {draft.errors > 0 ? (
                <span className="block text-sm wrap-anywhere text-muted">
                  {messages.home.draftBlocked(draft.errors, draft.unknownTools)}
                </span>
              ) : null}
            </span>
            <span className="shrink-0 text-sm text-muted">
              <Time at={draft.updatedAt} />
            </span>
          </RowLink>
        </li>
      ))}
    </ul>
  );
}
