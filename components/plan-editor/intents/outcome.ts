import type { Intent } from '../history.ts';

/** What somebody wants to do, ready for the store's `do`; or one sentence why it cannot be done. */
export type IntentOutcome = { ok: true; intent: Intent } | { ok: false; message: string };

export function intent(label: string, edits: Intent['edits'], more: Partial<Intent> = {}): IntentOutcome {
  return { ok: true, intent: { label, edits, ...more } };
}

export function refused(message: string): IntentOutcome {
  return { ok: false, message };
}
