'use client';
import { useStore } from 'zustand';
import { announcements } from './announce.ts';

export { announce, announceAssertive, announceNow } from './announce.ts';

/** The page's two live regions. */
export function Announcer() {
  const { polite, assertive } = useStore(announcements);
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only" data-testid="announcer">
        {polite}
      </p>
      <p role="alert" aria-live="assertive" className="sr-only">
        {assertive}
      </p>
    </>
  );
}
