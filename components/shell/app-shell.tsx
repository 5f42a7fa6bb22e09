'use client';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { followPreferences, setPreference, usePreferences } from '#components/preferences.ts';
import { useTRPC } from '#components/trpc.tsx';
import { cx } from '#components/ui/cx.ts';
import { messages } from '#components/ui/messages.ts';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
import { places, type Place } from './places.ts';
import { ShellShortcuts } from './shell-shortcuts.tsx';
import { TopBar } from './top-bar.tsx';
import { useRegionKeys } from './use-region-keys.ts';

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
  useRegionKeys();
  return (
    <div className="md:pl-14 md:rail-pinned:pl-50">
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
        className="fixed z-30 flex border-border bg-surface max-md:inset-x-0 max-md:bottom-0 max-md:h-14 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:inset-y-0 md:left-0 md:w-14 md:flex-col md:items-stretch md:gap-1 md:border-r md:p-2 md:rail-pinned:w-50"
      >
        <Mark />
        {places.map((place) => (
          <Entry key={place.href} place={place} needsYou={needsYou} />
        ))}
        <More />
        <PinButton />
      </nav>
      <main
        id="main"
        tabIndex={-1}
        data-region
        className="min-h-[calc(100dvh-48px)] outline-none max-md:pb-20"
      >
        {children}
      </main>
      <ShellShortcuts />
    </div>
  );
}

function Mark() {
  return (
    <span
      aria-hidden
      className="mx-1 mb-2 hidden size-8 items-center justify-center rounded-card bg-text md:flex"
    >
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
    <Tooltip text={name} disabled={usePreferences((state) => state.rail) === 'pinned'}>
      <Link
        href={place.href}
        aria-label={name}
        aria-current={current ? 'page' : undefined}
        className={cx(
          'relative flex items-center justify-center text-muted -outline-offset-2 hover:bg-hover hover:text-text max-md:flex-1 max-md:flex-col max-md:gap-0.5 md:h-10 md:rounded-card md:rail-pinned:justify-start md:rail-pinned:gap-3 md:rail-pinned:px-2.5',
          current && 'bg-hover text-text max-md:bg-transparent max-md:shadow-[inset_0_2px_0_var(--accent)]',
          !place.phone && 'max-md:hidden',
        )}
      >
        <Icon aria-hidden size={20} strokeWidth={current ? 2.25 : 1.75} />
        <span
          aria-hidden
          className="text-2xs font-medium md:hidden md:rail-pinned:block md:rail-pinned:text-base"
        >
          {place.label}
        </span>
        {count ? (
          <span
            aria-hidden
            data-count={count > 99 ? '99+' : count}
            className="absolute min-w-4 before:content-[attr(data-count)] rounded-full bg-text px-1 text-center text-2xs leading-4 font-bold text-surface max-md:top-1 max-md:left-[calc(50%+6px)] md:top-0.5 md:right-0 md:rail-pinned:top-3 md:rail-pinned:right-2.5"
          />
        ) : null}
      </Link>
    </Tooltip>
  );
}

/** On phones: what the bar has no room for. */
function More() {
  return (
    <div className="flex flex-1 md:hidden">
      <Menu
        trigger={
          <button
            type="button"
            className="flex h-full flex-1 flex-col items-center justify-center gap-0.5 text-muted -outline-offset-2"
          >
            <Ellipsis aria-hidden size={20} strokeWidth={1.75} />
            <span className="text-2xs font-medium">{messages.nav.more}</span>
          </button>
        }
      >
        {places
          .filter((place) => !place.phone)
          .map((place) => (
            <MenuItem key={place.href} asChild>
              <Link href={place.href}>
                <place.icon aria-hidden size={18} />
                {place.label}
              </Link>
            </MenuItem>
          ))}
      </Menu>
    </div>
  );
}

/** Keeps the rail open with its words. */
function PinButton() {
  const isPinned = usePreferences((state) => state.rail) === 'pinned';
  const Icon = isPinned ? PanelLeftClose : PanelLeftOpen;
  const name = isPinned ? messages.nav.unpin : messages.nav.pin;
  return (
    <Tooltip text={name} disabled={isPinned}>
      <button
        type="button"
        aria-label={name}
        onClick={() => setPreference('rail', isPinned ? 'narrow' : 'pinned')}
        className="mt-auto flex h-10 items-center justify-center rounded-card text-muted -outline-offset-2 hover:bg-hover hover:text-text max-md:hidden rail-pinned:justify-start rail-pinned:gap-3 rail-pinned:px-2.5"
      >
        <Icon aria-hidden size={20} strokeWidth={1.75} />
        <span aria-hidden className="hidden rail-pinned:block">
          {name}
        </span>
      </button>
    </Tooltip>
  );
}
