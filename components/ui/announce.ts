import { createStore } from 'zustand/vanilla';
import { messages } from './messages.ts';

/**
 * What the page's two live regions say (ux 9). Progress speaks at most once in 5 s, and only its newest sentence; what
 * needs a person speaks at once, unless somebody was called in the last 5 s: then the rest comes as one sentence.
 */
export const announcements = createStore<{ polite: string; assertive: string }>(() => ({
  polite: '',
  assertive: '',
}));
export const QUIET_MS = 5_000;

let lastSpokenAt = -Infinity;
let lastUrgentAt = -Infinity;
let waiting: string | undefined;
let urgent: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function speak(text: string): void {
  lastSpokenAt = Date.now();
  announcements.setState({ polite: text });
}
function later(wait: number): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (urgent.length > 0) {
      const [first = ''] = urgent;
      const text = urgent.length === 1 ? first : messages.say.several(urgent.length, urgent.at(-1) ?? first);
      urgent = [];
      waiting = undefined;
      lastUrgentAt = Date.now();
      speak(text);
    } else if (waiting !== undefined) {
      speak(waiting);
      waiting = undefined;
    }
  }, wait);
}

/** Progress: of several within 5 s only the last is said. */
export function announce(text: string): void {
  const wait = lastSpokenAt + QUIET_MS - Date.now();
  if (wait <= 0) return speak(text);
  waiting = text;
  later(wait);
}
/** A person is needed, or did something: said at once; a flood of it is one sentence every 5 s. */
export function announceNow(text: string): void {
  const wait = lastUrgentAt + QUIET_MS - Date.now();
  if (wait > 0) {
    urgent.push(text);
    later(wait);
    return;
  }
  lastUrgentAt = Date.now();
  waiting = undefined;
  speak(text);
}
/** Only for "Connection lost, decisions are off". */
export function announceAssertive(text: string): void {
  announcements.setState({ assertive: text });
}
