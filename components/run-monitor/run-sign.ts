import type { RunState } from '#core/run/state.ts';
import { needsYou } from '#core/run/views.ts';
import { messages } from '#components/ui/messages.ts';

/** What the tab of a run says from afar. */
export type Sign = 'unknown' | 'needs-you' | 'done' | 'failed' | 'cancelled' | 'paused' | 'running';
export type Told = { sign: Sign; needs: number };

export function toldOf(state: RunState, now: number): Told {
  const needs = needsYou(state, now);
  if (state.unknown.length > 0) return { sign: 'unknown', needs };
  if (needs > 0) return { sign: 'needs-you', needs };
  switch (state.status) {
    case 'succeeded':
      return { sign: 'done', needs };
    case 'failed':
      return { sign: 'failed', needs };
    case 'cancelled':
      return { sign: 'cancelled', needs };
    case 'paused':
    case 'stopping':
      return { sign: 'paused', needs };
    case 'not-started':
    case 'running':
      return { sign: 'running', needs };
  }
}

export function tabTitle({ sign, needs }: Told, number: number): string {
  return messages.run.tab[sign](messages.run.number(number), needs);
}

/** One shape a state, in ink on paper: it is told without colour, at 16 pixels, in light and dark. */
const shapes: Record<Sign, string> = {
  unknown:
    '<path d="M10 12a6 6 0 1 1 9 5c-2 1.3-3 2.5-3 4.5" fill="none" stroke="#14181f" stroke-width="4" stroke-linecap="round"/><circle cx="16" cy="27" r="2.6" fill="#14181f"/>',
  'needs-you':
    '<rect x="2" y="8" width="28" height="16" rx="8" fill="#14181f"/><path d="M16 11v6" stroke="#ffca3d" stroke-width="4" stroke-linecap="round"/><circle cx="16" cy="21" r="1.8" fill="#ffca3d"/>',
  done: '<circle cx="16" cy="16" r="14" fill="#075c3e"/><path d="m9 17 5 5 9-11" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>',
  failed:
    '<path d="M10 2h12l8 8v12l-8 8H10l-8-8V10z" fill="#b3120c"/><path d="m11 11 10 10M21 11 11 21" stroke="#fff" stroke-width="4" stroke-linecap="round"/>',
  cancelled:
    '<circle cx="16" cy="16" r="12" fill="none" stroke="#4a5463" stroke-width="4"/><path d="M8 24 24 8" stroke="#4a5463" stroke-width="4"/>',
  paused: '<path d="M10 5v22M22 5v22" stroke="#4a5463" stroke-width="6" stroke-linecap="round"/>',
  running:
    '<path d="M8 4v24l20-12z" fill="#2f66c8" stroke="#2f66c8" stroke-width="3" stroke-linejoin="round"/>',
};
export function iconOf(sign: Sign): string {
  const paper =
    sign === 'unknown'
      ? '<rect x="1" y="1" width="30" height="30" rx="6" fill="#fff" stroke="#14181f" stroke-width="2"/>'
      : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${paper}${shapes[sign]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Shows the icon until the returned function is called. The last icon a page names is the one that is shown. */
export function showIcon(href: string): () => void {
  const link = document.createElement('link');
  link.rel = 'icon';
  link.type = 'image/svg+xml';
  link.href = href;
  link.dataset.sign = 'run';
  document.head.append(link);
  return () => link.remove();
}
