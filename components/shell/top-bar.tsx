'use client';
import { Keyboard, LogOut, Monitor, Moon, Search, Sun } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLive } from '#components/live.ts';
import { setPreference, usePreferences, type Preferences } from '#components/preferences.ts';
import { announceAssertive, announceNow } from '#components/ui/announcer.tsx';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '#components/ui/menu.tsx';
import { Keys } from '#components/ui/keys.tsx';
import { messages } from '#components/ui/messages.ts';
import { ariaKeys } from '#components/ui/shortcut-keys.ts';
import { useIsMac } from '#components/ui/shortcuts.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { openLayer } from './layers.ts';
import { LinkWord } from './link-word.tsx';
import { signOut } from './sign-out.ts';

export function TopBar({ user }: { user?: string | undefined }) {
  return (
    <header
      data-region
      tabIndex={-1}
      className="sticky top-0 z-20 flex h-12 items-center gap-3 border-b border-border bg-surface px-4 outline-none"
    >
      <Breadcrumb />
      <SearchButton />
      <LinkState />
      <ThemeMenu />
      {user ? <UserMenu name={user} /> : null}
    </header>
  );
}

/** A field to look at, a button to press: the search itself is a layer. */
function SearchButton() {
  const isMac = useIsMac();
  return (
    <button
      type="button"
      aria-keyshortcuts={ariaKeys('mod+k', isMac)}
      onClick={() => openLayer('search')}
      className="flex shrink-0 items-center gap-2 rounded-control border border-border-strong bg-surface text-faint hover:bg-hover max-md:size-11 max-md:justify-center max-md:border-transparent max-md:text-muted md:h-8 md:w-72 md:px-2 lg:w-84"
    >
      <Search aria-hidden size={16} className="max-md:size-4.5" />
      <span className="min-w-0 flex-1 truncate text-left text-sm max-md:sr-only">
        {messages.search.button}
      </span>
      <Keys keys="mod+k" className="max-md:hidden" />
    </button>
  );
}

/** Says the state of the stream, and speaks when it is lost and when it is back. */
function LinkState() {
  const { link, lastAt } = useLive();
  const lost = useRef(false);
  useEffect(() => {
    if (link === 'reconnecting' && !lost.current) {
      lost.current = true;
      announceAssertive(messages.live.lost);
    }
    if (link === 'live' && lost.current) {
      lost.current = false;
      announceAssertive('');
      announceNow(messages.live.back);
    }
  }, [link]);
  return <LinkWord link={link} lastAt={lastAt} />;
}

const themes: { value: Preferences['theme']; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: messages.theme.light, icon: Sun },
  { value: 'dark', label: messages.theme.dark, icon: Moon },
  { value: 'system', label: messages.theme.system, icon: Monitor },
];
function ThemeMenu() {
  const theme = usePreferences((state) => state.theme);
  const Icon = themes.find((each) => each.value === theme)?.icon ?? Monitor;
  return (
    <Menu
      trigger={
        <Button look="quiet" size="iconSm" className="max-md:hidden" aria-label={messages.theme.button}>
          <Icon aria-hidden size={18} />
        </Button>
      }
    >
      <MenuLabel>{messages.theme.button}</MenuLabel>
      {themes.map(({ value, label, icon: Each }) => (
        <MenuItem key={value} onSelect={() => setPreference('theme', value)}>
          <Each aria-hidden size={16} />
          <span className="flex-1">{label}</span>
          {value === theme ? <span className="text-xs text-faint">{messages.theme.current}</span> : null}
        </MenuItem>
      ))}
    </Menu>
  );
}

function UserMenu({ name }: { name: string }) {
  return (
    <Menu
      trigger={
        <Button
          look="quiet"
          size="sm"
          className="max-w-40 max-md:min-w-11 max-md:px-2"
          aria-label={messages.nav.account(name)}
        >
          <span
            aria-hidden
            data-letter={name.trim().slice(0, 1).toUpperCase()}
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-xs font-semibold text-text before:content-[attr(data-letter)]"
          />
          <span className="truncate max-md:hidden">{name}</span>
        </Button>
      }
    >
      <MenuLabel>{name}</MenuLabel>
      <MenuItem onSelect={() => openLayer('help')}>
        <Keyboard aria-hidden size={16} />
        <span className="flex-1">{messages.shortcuts.title}</span>
        <Keys keys="?" className="max-md:hidden" />
      </MenuItem>
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden size={16} />
        {messages.nav.signOut}
      </MenuItem>
    </Menu>
  );
}
