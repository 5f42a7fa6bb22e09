'use client';
import { useQuery } from '@tanstack/react-query';
import { House, Inbox, Play, Plug, Settings, Workflow, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { followPreferences } from '#components/preferences.ts';
import { useTRPC } from '#components/trpc.tsx';
import { cx } from '#components/ui/cx.ts';
import { messages } from '#components/ui/messages.ts';
import { listenForShortcuts } from '#components/ui/shortcuts.ts';
import { Tooltip } from '#components/ui/tooltip.tsx';
import { TopBar } from './top-bar.tsx';
import { useRegionKeys } from './use-region-keys.ts';

type Place = { href: string; label: string; icon: LucideIcon; counts?: true; phone: boolean };
/** Navigation shows only what exists. */
export const places: readonly Place[] = [
  { href: '/', label: messages.nav.home, icon: House, phone: true },
  { href: '/plans', label: messages.nav.plans, icon: Workflow, phone: true },
  { href: '/runs', label: messages.nav.runs, icon: Play, phone: true },
  { href: '/approvals', label: messages.nav.approvals, icon: Inbox, counts: true, phone: true },
  { href: '/connections', label: messages.nav.connections, icon: Plug, phone: false },
  { href: '/settings', label: messages.nav.settings, icon: Settings, phone: false },
];

export function AppShell({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const me = useQuery(trpc.session.me.queryOptions());
  const counts = useQuery({
    ...trpc.approvals.list.queryOptions({ tab: 'needs-you', limit: 1 }),
    enabled: me.isSuccess,
  });
  return (
    <ShellFrame needsYou={counts.data?.counts.needsYou ?? 0} user={me.data?.user.name}>
      {children}
    </ShellFrame>
  );
}

/** The frame alone: rail, bars and landmarks. */
export function ShellFrame({
  needsYou,
  user,
  children,
}: {
  needsYou: number;
  user?: string | undefined;
  children: ReactNode;
}) {
  useEffect(followPreferences, []);
  useEffect(listenForShortcuts, []);
  useRegionKeys();
  return (
    <div className="md:pl-14">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control border border-border-strong bg-surface px-3 py-2 font-medium focus:translate-y-0"
      >
        {messages.nav.skip}
      </a>
      <TopBar user={user} />
      <nav
        aria-label={messages.nav.label}
        data-region
        tabIndex={-1}
        className="fixed z-30 flex border-border bg-surface max-md:inset-x-0 max-md:bottom-0 max-md:h-14 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:inset-y-0 md:left-0 md:w-14 md:flex-col md:items-center md:gap-1 md:border-r md:py-2"
      >
        <Mark />
        {places.map((place) => (
          <Entry key={place.href} place={place} needsYou={needsYou} />
        ))}
        <More />
      </nav>
      <main
        id="main"
        tabIndex={-1}
        data-region
        className="min-h-[calc(100dvh-48px)] outline-none max-md:pb-20"
      >
        {children}
      </main>
    </div>
  );
}

function Mark() {
  return (
    <span aria-hidden className="mb-2 hidden size-8 items-center justify-center rounded-card bg-text md:flex">
      <svg width="20" height="20" viewBox="0 0 32 32" fill="none">
        <path
          d="M6 8h12M6 14h7"
          stroke="var(--surface)"
          strokeWidth="3"
          strokeLinecap="round"
          opacity="0.7"
        />
        <path
          d="m10 22 5 5L26 15"
          stroke="var(--surface)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  );
}

function useIsCurrent(href: string): boolean {
  const pathname = usePathname();
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}

function Entry({ place, needsYou }: { place: Place; needsYou: number }) {
  const current = useIsCurrent(place.href);
  const Icon = place.icon;
  const count = place.counts && needsYou > 0 ? needsYou : 0;
  const name = count ? messages.nav.withCount(place.label, count) : place.label;
  return (
    <Tooltip text={name}>
      <Link
        href={place.href}
        aria-label={name}
        aria-current={current ? 'page' : undefined}
        className={cx(
          'relative flex items-center justify-center text-muted -outline-offset-2 hover:bg-hover hover:text-text max-md:flex-1 max-md:flex-col max-md:gap-0.5 md:size-10 md:rounded-card',
          current && 'bg-hover text-text max-md:bg-transparent max-md:shadow-[inset_0_2px_0_var(--accent)]',
          !place.phone && 'max-md:hidden',
        )}
      >
        <Icon aria-hidden size={20} strokeWidth={current ? 2.25 : 1.75} />
        <span aria-hidden className="text-2xs font-medium md:hidden">
          {place.label}
        </span>
        {count ? (
          <span
            aria-hidden
            data-count={count > 99 ? '99+' : count}
            className="absolute min-w-4 before:content-[attr(data-count)] rounded-full bg-text px-1 text-center text-2xs leading-4 font-bold text-surface max-md:top-1 max-md:left-[calc(50%+6px)] md:top-0.5 md:right-0"
          />
        ) : null}
      </Link>
    </Tooltip>
  );
}

/** On phones: what the bar has no room for. */
function More() {
  return (
    <details className="group relative flex-1 md:hidden">
      <summary className="flex h-full list-none flex-col items-center justify-center gap-0.5 text-muted -outline-offset-2 [&::-webkit-details-marker]:hidden">
        <Settings aria-hidden size={20} strokeWidth={1.75} />
        <span className="text-2xs font-medium">{messages.nav.more}</span>
      </summary>
      <div className="absolute right-2 bottom-16 flex w-52 flex-col rounded-card border border-border bg-surface p-1 shadow-layer">
        {places
          .filter((place) => !place.phone)
          .map((place) => (
            <Link
              key={place.href}
              href={place.href}
              className="flex min-h-11 items-center gap-3 rounded-chip px-3 hover:bg-hover"
            >
              <place.icon aria-hidden size={18} />
              {place.label}
            </Link>
          ))}
      </div>
    </details>
  );
}
