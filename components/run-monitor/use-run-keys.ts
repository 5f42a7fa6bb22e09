'use client';
import { messages } from '#components/ui/messages.ts';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import type { RunTab } from './use-run-place.ts';

/** The keys of the run page; those of the log and the graph are theirs. */
export function useRunKeys({
  openTab,
  toggleFollow,
  toNewest,
}: {
  openTab(tab: RunTab): void;
  toggleFollow(): void;
  toNewest(): void;
}): void {
  const say = messages.run.keys;
  useShortcuts(messages.run.one, [
    { keys: '1', label: say.graph, run: () => openTab('graph') },
    { keys: '2', label: say.timeline, run: () => openTab('timeline') },
    { keys: '3', label: say.list, run: () => openTab('list') },
    { keys: 'f', label: say.follow, run: toggleFollow },
    { keys: '.', label: say.newest, run: toNewest },
    { keys: 'r', label: say.review, run: openReview },
    { keys: 'End', label: say.tail, run: tailLog },
  ]);
}

/** The first card or comparison that the run waits for. */
function openReview(): void {
  document.querySelector<HTMLElement>('[data-review]')?.click();
}
function tailLog(): void {
  const log = document.querySelector<HTMLElement>('[data-log]');
  if (log) log.scrollTop = log.scrollHeight;
}
