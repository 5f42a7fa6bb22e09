'use client';
import { useEffect } from 'react';

/** F6 and Shift+F6 move between the page's regions, also out of the graph (ux 3). */
export function useRegionKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
        (region) => region.offsetParent !== null || getComputedStyle(region).position === 'fixed',
      );
      if (regions.length === 0) return;
      event.preventDefault();
      const inside = regions.findLastIndex((region) => region.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      regions[(inside + step + regions.length) % regions.length]?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
