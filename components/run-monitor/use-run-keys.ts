'use client';
import { useEffect, useRef } from 'react';
import type { RunTab } from './use-run-place.ts';

type Actions = {
  openTab(tab: RunTab): void;
  toggleFollow(): void;
  toNewest(): void;
};
const tabOf: Record<string, RunTab> = { 1: 'graph', 2: 'timeline', 3: 'list' };

/** Single keys of the run page. They do nothing while somebody types, or in a dialog, or where a part of the page took them. */
export function useRunKeys(actions: Actions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target))
        return;
      const { openTab, toggleFollow, toNewest } = latest.current;
      const key = event.key.toLowerCase();
      const tab = tabOf[key];
      // On a card of the graph, digits are the graph's zoom.
      if (tab) {
        if (event.target instanceof HTMLElement && event.target.dataset['step'] !== undefined) return;
        openTab(tab);
      } else if (key === 'f') toggleFollow();
      else if (key === '.') toNewest();
      else if (key === 'r') document.querySelector<HTMLElement>('[data-review]')?.click();
      else if (key === 'end') tailLog();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null)
  );
}
function tailLog(): void {
  const log = document.querySelector<HTMLElement>('[data-log]');
  if (log) log.scrollTop = log.scrollHeight;
}
