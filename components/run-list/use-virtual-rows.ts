'use client';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** Up to here all rows are in the page, and Ctrl+F finds them. */
const MANY = 100;

/**
 * Which rows of a long list are in the page. `before` and `after` are the heights of what is left out; `box` is the
 * element whose top is the list's.
 */
export function useVirtualRows<Element extends HTMLElement>(count: number, rowPx: number) {
  const box = useRef<Element>(null);
  const [top, setTop] = useState(0);
  const isLong = count > MANY;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isLong) return;
    const observer = new ResizeObserver(() => setTop(element.getBoundingClientRect().top + window.scrollY));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLong]);
  // oxlint-disable-next-line react/incompatible-library -- its functions are passed to no memoized part
  const virtual = useWindowVirtualizer({
    count: isLong ? count : 0,
    estimateSize: () => rowPx,
    overscan: 20,
    scrollMargin: top,
  });
  if (!isLong)
    return { box, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    box,
    indexes: items.map(({ index }) => index),
    before: first ? first.start - top : 0,
    after: last ? virtual.getTotalSize() - (last.end - top) : 0,
  };
}
