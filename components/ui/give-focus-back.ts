'use client';
import { useRef } from 'react';

/**
 * A dialog that no Radix trigger opens gives the focus back to where it was: to the control that opened it, of a menu
 * to the menu's button, and when that is gone to the page's content, so that nobody starts again at the top.
 */
export function useFocusBack(): { remember(): void; giveBack(event: Event): void } {
  const opener = useRef<HTMLElement>(null);
  return {
    remember: () => {
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      const menu = focused?.closest('[role="menu"]');
      opener.current = menu
        ? document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`)
        : focused;
    },
    giveBack: (event) => {
      event.preventDefault();
      // Whoever closed the dialog may have put the focus somewhere on purpose.
      if (document.activeElement !== document.body) return;
      opener.current?.focus();
      if (document.activeElement === document.body) document.getElementById('main')?.focus();
    },
  };
}
