'use client';
import { useEffect, useState } from 'react';
import { useLive } from '#components/live.ts';

/**
 * Whether what is on the screen may be decided on: not while the connection is lost, and after it is back not before
 * the card has been read again.
 */
export function useConnection(readAt: number, readAgain: () => void): 'ok' | 'lost' | 'reading-again' {
  const lost = useLive((live) => live.link === 'reconnecting');
  const [backAt, setBackAt] = useState(0);
  useEffect(
    () =>
      useLive.subscribe((live, before) => {
        if (before.link !== 'reconnecting' || live.link === 'reconnecting') return;
        setBackAt(Date.now());
        readAgain();
      }),
    [readAgain],
  );
  if (lost) return 'lost';
  return readAt < backAt ? 'reading-again' : 'ok';
}
