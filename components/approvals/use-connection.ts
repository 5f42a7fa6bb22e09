'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from '#components/live.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Whether what is on the screen may be decided on: not while the connection is lost, and after it is back not before
 * the card has been read again.
 */
export function useConnection(readAt: number, readAgain: () => void): 'ok' | 'lost' | 'reading-again' {
  const streamLost = useLive((live) => live.link === 'reconnecting');
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const [backAt, setBackAt] = useState(0);
  useEffect(() => {
    const onBack = () => {
      setBackAt(Date.now());
      readAgain();
    };
    window.addEventListener('online', onBack);
    const stop = useLive.subscribe((live, before) => {
      if (before.link === 'reconnecting' && live.link !== 'reconnecting') onBack();
    });
    return () => {
      window.removeEventListener('online', onBack);
      stop();
    };
  }, [readAgain]);
  if (streamLost || !online) return 'lost';
  return readAt < backAt ? 'reading-again' : 'ok';
}
