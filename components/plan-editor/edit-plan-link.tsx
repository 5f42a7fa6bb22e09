'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTRPC } from '#components/trpc.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useShortcuts } from '#components/ui/shortcuts.ts';

const words = messages.editor.open;

/** "Edit" on a plan's page, and its key E. Who may not edit is not led there. */
export function EditPlanLink({ planId }: { planId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const me = useQuery(trpc.session.me.queryOptions());
  const may = me.data?.roles.includes('author') ?? false;
  const href = `/plans/${planId}/edit`;
  useShortcuts(
    messages.editor.shortcuts,
    [{ keys: 'e', label: words.edit, run: () => router.push(href) }],
    may,
  );
  return may ? <ButtonLink href={href}>{words.edit}</ButtonLink> : null;
}

/** "You have an unsaved draft of v5. Open it". */
export function DraftStrip({ planId }: { planId: string }) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plans.get.queryOptions({ planId }));
  const drafts = useQuery(trpc.drafts.list.queryOptions({ planId }));
  const draft = drafts.data?.drafts.find(({ edits, setAside }) => edits + setAside > 0);
  if (!draft || !plan.data) return null;
  const next = Math.max(...plan.data.versions.map(({ version }) => version)) + 1;
  return (
    <Notice
      title={words.draft(next)}
      action={
        <ButtonLink size="sm" href={`/plans/${planId}/edit`}>
          {words.openIt}
        </ButtonLink>
      }
    />
  );
}
