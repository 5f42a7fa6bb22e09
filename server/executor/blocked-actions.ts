import { addressKey } from '#core/run/address.ts';
import type { Action } from '#core/run/state.ts';

/** Identifies an action while it is performed. */
export function actionKey(action: Action): string {
  switch (action.type) {
    case 'adopt-revision':
    case 'fire-timers':
    case 'check-success':
    case 'revise':
      return action.type;
    case 'attend':
      return `attend ${addressKey(action.address)} ${action.attempt}`;
    default:
      return `${action.type} ${addressKey(action.address)}`;
  }
}

const PREPARE = 'prepare ';
const SHORTEST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * Actions that changed nothing when they were tried. They wait until the run has moved on, or for a pause that doubles:
 * without it a refusal that stays true would be asked for as fast as the machine can.
 */
export function createBlocked() {
  const entries = new Map<string, { version: number | undefined; until: number; pauseMs: number }>();
  return {
    /** `version` undefined: it broke, so news of the run do not help. */
    add(key: string, version: number | undefined, now: number): void {
      const before = entries.get(key);
      const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_MS) : SHORTEST_MS;
      entries.set(key, { version, pauseMs, until: now + pauseMs });
    },
    /** When it may be tried again; undefined = now. */
    until(key: string, version: number, now: number): number | undefined {
      const entry = entries.get(key);
      if (!entry || now >= entry.until) return undefined;
      return entry.version === undefined || entry.version === version ? entry.until : undefined;
    },
    /** Addresses whose preparation was refused: `nextActions` gives their turn to others. */
    refused(version: number, now: number): Set<string> {
      const addresses = new Set<string>();
      for (const key of entries.keys()) {
        if (key.startsWith(PREPARE) && this.until(key, version, now) !== undefined)
          addresses.add(key.slice(PREPARE.length));
      }
      return addresses;
    },
    /** The earliest time at which one of them may be tried again. */
    next(version: number, now: number): number {
      return Math.min(...[...entries.keys()].map((key) => this.until(key, version, now) ?? Infinity));
    },
    clear(key: string): void {
      entries.delete(key);
    },
  };
}
