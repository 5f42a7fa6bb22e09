'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { messages } from '#components/ui/messages.ts';
import { listenForShortcuts, useShortcuts } from '#components/ui/shortcuts.ts';
import { openLayer, useShellLayer } from './layers.ts';
import { places } from './places.ts';

const SearchDialog = dynamic(() => import('./search-dialog.tsx').then((module) => module.SearchDialog), {
  ssr: false,
});
const ShortcutHelp = dynamic(() => import('./shortcut-help.tsx').then((module) => module.ShortcutHelp), {
  ssr: false,
});

/** The keys that work on every page, and the layers they open (ux 3). */
export function ShellShortcuts() {
  const router = useRouter();
  const layer = useShellLayer((state) => state.layer);
  useEffect(listenForShortcuts, []);
  useShortcuts(messages.shortcuts.everywhere, [
    { keys: '?', label: messages.shortcuts.help, run: () => openLayer('help') },
    { keys: 'mod+k', label: messages.shortcuts.search, run: () => openLayer('search'), whileTyping: true },
    ...places.flatMap(({ key, href, label }) =>
      key ? [{ keys: `g ${key}`, label: messages.shortcuts.goTo(label), run: () => router.push(href) }] : [],
    ),
    { keys: '/', label: messages.shortcuts.filter, run: focusFilter },
    { keys: 'F6', label: messages.shortcuts.nextRegion },
    { keys: 'shift+F6', label: messages.shortcuts.lastRegion },
    { keys: 'Escape', label: messages.shortcuts.close },
  ]);
  return (
    <>
      {layer === 'search' ? <SearchDialog /> : null}
      {layer === 'help' ? <ShortcutHelp /> : null}
    </>
  );
}

/** The page's own filter field; a page without one gets the search over everything. */
function focusFilter(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('#main input[type="search"]');
  const field = [...fields].find((each) => each.offsetParent !== null && !each.disabled);
  if (!field) return openLayer('search');
  field.focus();
  field.select();
}
