'use client';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import {
  FileInput,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Rows2,
  Rows3,
  Search,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Dialog as Radix } from 'radix-ui';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfRun } from '#components/marks/state-looks.ts';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { VersionBadge } from '#components/marks/version-badge.tsx';
import { setPreference } from '#components/preferences.ts';
import { useTRPC } from '#components/trpc.tsx';
import { useFocusBack } from '#components/ui/give-focus-back.ts';
import { Keys } from '#components/ui/keys.tsx';
import { messages } from '#components/ui/messages.ts';
import { useShortcutRegistry } from '#components/ui/shortcuts.ts';
import { Time } from '#components/ui/time.tsx';
import { closeLayer, openLayer } from './layers.ts';
import { places } from './places.ts';
import { searchScore } from './search-score.ts';
import { signOut } from './sign-out.ts';

const text = messages.search;
/** Rows a group shows before anything is typed. */
const FEW = 4;
const ROWS = 200;

/** Plans, runs, approvals, pages and commands in one list (Ctrl or Cmd and K). */
export function SearchDialog() {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const groups = useShortcutRegistry((state) => state.groups);
  const found = useFound(typed);
  const { remember, giveBack } = useFocusBack();
  const after = (run: () => void) => () => {
    closeLayer();
    // The dialog gives focus back when it is gone; what runs may want it.
    requestAnimationFrame(run);
  };
  const go = (href: string) => after(() => router.push(href));
  const here = groups
    .filter(({ group }) => group !== messages.shortcuts.everywhere)
    .flatMap(({ group, shortcuts }) => shortcuts.map((shortcut) => ({ group, ...shortcut })))
    .filter(({ run }) => run !== undefined);
  return (
    <Radix.Root open onOpenChange={(open) => !open && closeLayer()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-text/40 dark:bg-canvas/70" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className="fixed inset-x-0 top-0 z-50 flex max-h-[100dvh] flex-col border border-border bg-surface text-text shadow-layer md:top-[10vh] md:left-1/2 md:w-[min(640px,92vw)] md:-translate-x-1/2 md:rounded-approval"
        >
          <Radix.Title className="sr-only">{text.title}</Radix.Title>
          <Command
            label={text.title}
            loop
            vimBindings={false}
            filter={(_, search, keywords) => searchScore(keywords?.join(' ') ?? '', search)}
            className="flex min-h-0 flex-col"
          >
            <div className="flex items-center gap-2 border-b border-border px-3">
              <Search aria-hidden size={18} className="shrink-0 text-faint" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder={text.placeholder}
                className="h-12 min-w-0 flex-1 bg-transparent text-md -outline-offset-2 outline-none placeholder:text-faint"
              />
              <Keys keys="Escape" className="max-md:hidden" />
              <Radix.Close className="min-h-11 px-2 text-sm font-medium text-muted md:hidden">
                {messages.common.close}
              </Radix.Close>
            </div>
            <Command.List
              label={text.title}
              className="max-h-[60dvh] min-h-0 overflow-y-auto p-1.5 max-md:max-h-none"
            >
              <Command.Empty className="px-3 py-6 text-muted">{text.none(typed)}</Command.Empty>
              <Group heading={text.approvals}>
                {found.approvals.map((approval) => (
                  <Item
                    key={approval.approvalId}
                    value={`approval ${approval.approvalId}`}
                    keywords={[approval.summary, approval.planTitle]}
                    onSelect={go(`/approvals/${approval.approvalId}`)}
                    aside={<TierMark tier={approval.tier} />}
                  >
                    {approval.summary}
                  </Item>
                ))}
              </Group>
              <Group heading={text.here}>
                {here.map(({ group, keys, label, run }) => (
                  <Item
                    key={`${group} ${keys}`}
                    value={`here ${group} ${keys}`}
                    keywords={[label]}
                    onSelect={after(() => run?.())}
                    aside={<Keys keys={keys} />}
                  >
                    {label}
                  </Item>
                ))}
              </Group>
              <Group heading={text.plans}>
                {found.plans.map((plan) => (
                  <Item
                    key={plan.planId}
                    value={`plan ${plan.planId}`}
                    keywords={[plan.title]}
                    onSelect={go(`/plans/${plan.planId}/v/${plan.newestVersion}`)}
                    aside={<VersionBadge state={plan.state} />}
                  >
                    {messages.plan.titleAndVersion(plan.title, plan.newestVersion)}
                  </Item>
                ))}
              </Group>
              <Group heading={text.runs}>
                {found.runs.map((run) => (
                  <Item
                    key={run.runId}
                    value={`run ${run.runId}`}
                    keywords={[run.planTitle]}
                    onSelect={go(`/runs/${run.runId}`)}
                    aside={
                      <>
                        <StateBadge state={markOfRun(run.status)} className="text-sm" />
                        <Time at={run.startedAt} className="w-24 text-right max-md:hidden" />
                      </>
                    }
                  >
                    {messages.plan.titleAndVersion(run.planTitle, run.planVersion)}
                  </Item>
                ))}
              </Group>
              <Group heading={text.pages}>
                {places.map(({ href, label, icon, key }) => (
                  <Item
                    key={href}
                    icon={icon}
                    value={`page ${href}`}
                    keywords={[label]}
                    onSelect={go(href)}
                    aside={key ? <Keys keys={`g ${key}`} /> : null}
                  >
                    {label}
                  </Item>
                ))}
              </Group>
              <Group heading={text.commands}>
                <Item
                  icon={Plus}
                  value="command new-plan"
                  keywords={[messages.home.newPlan]}
                  onSelect={go('/plans/new')}
                >
                  {messages.home.newPlan}
                </Item>
                <Item
                  icon={FileInput}
                  value="command import-plan"
                  keywords={[messages.newPlan.importPlan]}
                  onSelect={go('/plans/import')}
                >
                  {messages.newPlan.importPlan}
                </Item>
                {settings.map(({ value, label, icon, set }) => (
                  <Item key={value} icon={icon} value={value} keywords={[label]} onSelect={after(set)}>
                    {label}
                  </Item>
                ))}
                <Item
                  icon={Keyboard}
                  value="command shortcuts"
                  keywords={[messages.shortcuts.title]}
                  onSelect={after(() => openLayer('help'))}
                  aside={<Keys keys="?" />}
                >
                  {messages.shortcuts.title}
                </Item>
                <Item
                  icon={LogOut}
                  value="command sign-out"
                  keywords={[messages.nav.signOut]}
                  onSelect={after(() => void signOut())}
                >
                  {messages.nav.signOut}
                </Item>
              </Group>
            </Command.List>
            <p className="border-t border-border px-3 py-2 text-xs text-faint max-md:hidden">{text.hint}</p>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The rows to choose from: the newest few until something is typed; long lists are then searched by the server. */
function useFound(typed: string) {
  const trpc = useTRPC();
  const search = useDeferredValue(typed.trim());
  const approvals = useQuery(trpc.approvals.list.queryOptions({ tab: 'needs-you', limit: 50 }));
  const runs = useQuery(trpc.runs.list.queryOptions({ limit: ROWS }));
  const plans = useQuery(trpc.plans.list.queryOptions({ limit: ROWS }));
  const isLong = (plans.data?.plans.length ?? 0) >= ROWS;
  const more = useQuery({
    ...trpc.plans.list.queryOptions({ limit: ROWS, search }),
    enabled: isLong && search !== '',
  });
  const few = <T,>(rows: readonly T[] | undefined) =>
    search === '' ? (rows ?? []).slice(0, FEW) : (rows ?? []);
  return {
    approvals: few(approvals.data?.approvals),
    runs: few(runs.data?.runs),
    plans: few(search !== '' && more.data ? more.data.plans : plans.data?.plans),
  };
}

const settings: { value: string; label: string; icon: LucideIcon; set(): void }[] = [
  {
    icon: Sun,
    value: 'theme light',
    label: text.useTheme(messages.theme.light),
    set: () => setPreference('theme', 'light'),
  },
  {
    icon: Moon,
    value: 'theme dark',
    label: text.useTheme(messages.theme.dark),
    set: () => setPreference('theme', 'dark'),
  },
  {
    icon: Monitor,
    value: 'theme system',
    label: text.useTheme(messages.theme.system),
    set: () => setPreference('theme', 'system'),
  },
  {
    icon: Rows3,
    value: 'density compact',
    label: text.useDensity(messages.preferences.densities.compact),
    set: () => setPreference('density', 'compact'),
  },
  {
    icon: Rows2,
    value: 'density comfortable',
    label: text.useDensity(messages.preferences.densities.comfortable),
    set: () => setPreference('density', 'comfortable'),
  },
];

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  keywords,
  icon: Icon,
  onSelect,
  aside,
  children,
}: {
  value: string;
  keywords: string[];
  icon?: LucideIcon;
  onSelect(): void;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-chip px-2 py-1 max-md:min-h-11 data-[selected=true]:bg-hover data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-focus"
    >
      {Icon ? <Icon aria-hidden size={16} className="shrink-0 text-muted" /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {aside ? <span className="flex shrink-0 items-center gap-3 text-sm text-muted">{aside}</span> : null}
    </Command.Item>
  );
}
