'use client';
import { create } from 'zustand';

/** The page's two live regions. Progress speaks at most once in 5 s; what needs a person speaks at once (ux 9). */
const useAnnouncements = create<{ polite: string; assertive: string }>(() => ({ polite: '', assertive: '' }));
const QUIET_MS = 5_000;
let lastSpokenAt = 0;
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function speak(text: string): void {
  lastSpokenAt = Date.now();
  useAnnouncements.setState({ polite: text });
}
/** Progress: of several within 5 s only the last is said. */
export function announce(text: string): void {
  const wait = lastSpokenAt + QUIET_MS - Date.now();
  if (wait <= 0) return speak(text);
  waiting = text;
  timer ??= setTimeout(() => {
    timer = undefined;
    if (waiting !== undefined) speak(waiting);
    waiting = undefined;
  }, wait);
}
export function announceNow(text: string): void {
  speak(text);
}
/** Only for "Connection lost, decisions are off". */
export function announceAssertive(text: string): void {
  useAnnouncements.setState({ assertive: text });
}

export function Announcer() {
  const { polite, assertive } = useAnnouncements();
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
