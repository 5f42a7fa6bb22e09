'use client';
import { useEffect, useRef, useState, type RefObject } from 'react';

/** After the whole argument block has been seen, this long passes before a High call can be approved. */
export const READING_MS = 1_500;

/**
 * Whether everything inside `block` has been read: its end was on the screen, every box in it that scrolls was
 * scrolled to its end once, and 1.5 s have passed since. Restarts when `key` changes: another call is another reading.
 */
export function useReading(
  key: string,
  enabled: boolean,
): {
  block: RefObject<HTMLDivElement | null>;
  end: RefObject<HTMLDivElement | null>;
  isRead: boolean;
  isSeen: boolean;
} {
  const block = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [seenKey, setSeenKey] = useState<string>();
  const [readKey, setReadKey] = useState<string>();
  useEffect(() => {
    const container = block.current;
    const last = end.current;
    if (!enabled || !container || !last) return;
    const unread = new Set(
      [...container.querySelectorAll<HTMLElement>('*')].filter((element) => isScrollable(element)),
    );
    let endSeen = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const judge = () => {
      if (!endSeen || unread.size > 0 || timer) return;
      setSeenKey(key);
      timer = setTimeout(() => setReadKey(key), READING_MS);
    };
    const onScroll = (event: Event) => {
      const element = event.target;
      if (
        element instanceof HTMLElement &&
        unread.has(element) &&
        element.scrollTop + element.clientHeight >= element.scrollHeight - 8
      ) {
        unread.delete(element);
        judge();
      }
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        endSeen = true;
        judge();
      }
    });
    container.addEventListener('scroll', onScroll, true);
    observer.observe(last);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      container.removeEventListener('scroll', onScroll, true);
    };
  }, [key, enabled]);
  return { block, end, isRead: readKey === key, isSeen: seenKey === key };
}

function isScrollable(element: HTMLElement): boolean {
  if (element.scrollHeight <= element.clientHeight + 8) return false;
  const { overflowY } = getComputedStyle(element);
  return overflowY === 'auto' || overflowY === 'scroll';
}
