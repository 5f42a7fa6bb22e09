'use client';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '#components/query-state.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { People } from './members.tsx';
import { PreferenceSettings } from './preference-settings.tsx';
import { ModeSetting } from './workspace-mode.tsx';

const text = messages.settings;
const sections = [
  ['display', messages.preferences.display],
  ['shortcuts', messages.shortcuts.title],
  ['workspace', text.workspaceSection],
  ['members', text.membersSection],
] as const;

export function SettingsPage() {
  const trpc = useTRPC();
  const members = useQuery(trpc.workspace.members.queryOptions());
  const me = useQuery(trpc.session.me.queryOptions());
  const isAdmin = me.data?.roles.includes('admin') ?? false;
  useTrail([{ label: messages.nav.settings }]);
  return (
    <Page title={messages.nav.settings}>
      <nav aria-label={text.sections}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {sections.map(([id, label]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-6 items-center rounded-chip text-muted underline-offset-4 hover:text-text hover:underline max-md:min-h-11"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <PreferenceSettings />
      <QueryState query={members}>
        {(data) => (
          <>
            <ModeSetting data={data} isAdmin={isAdmin} />
            <People data={data} isAdmin={isAdmin} />
          </>
        )}
      </QueryState>
    </Page>
  );
}
