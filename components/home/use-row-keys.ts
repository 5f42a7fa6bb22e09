'use client';
import { messages } from '#components/ui/messages.ts';
import { useShortcuts } from '#components/ui/shortcuts.ts';

/** J and K move through the rows of Home from top to bottom; Enter opens the one in focus, as it does any link. */
export function useRowKeys(): void {
  useShortcuts(messages.nav.home, [
    { keys: 'j', label: messages.needs.next, run: () => move(1), repeats: true },
    { keys: 'k', label: messages.needs.previous, run: () => move(-1), repeats: true },
    { keys: 'Enter', label: messages.needs.open },
  ]);
}

function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at < 0 ? (by === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1);
  rows[next]?.focus();
}
