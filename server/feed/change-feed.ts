/** What changed, in ids only; pages read the rows themselves. */
export type Change = { workspaceId: string; kind: string; runId?: string; planId?: string; version?: number };

/** The part of db/changes.ts that the web needs. `undefined` = something may have been missed. */
export type ChangeFeed = {
  subscribe(listener: (change: Change | undefined) => void): () => void;
  notify(change: Change): Promise<void> | void;
};

const HELD_CHANGES = 1_000;
export type FeedItem = { kind: 'resync' } | { kind: 'change'; change: Change };

/**
 * Changes of one workspace as they come. Starts listening before it yields the first `resync`: whoever reads the rows
 * on it misses nothing. Changes of one run that were not read yet are one; a reader who is far behind gets a resync.
 */
export async function* workspaceChanges(
  feed: ChangeFeed,
  workspaceId: string,
  signal: AbortSignal,
): AsyncGenerator<FeedItem> {
  let held = new Map<string, Change>();
  let mustResync = true;
  let wake = () => {};
  const unsubscribe = feed.subscribe((change) => {
    if (change && change.workspaceId !== workspaceId) return;
    if (!change || held.size >= HELD_CHANGES) {
      mustResync = true;
      held = new Map();
    } else held.set(`${change.kind} ${change.runId ?? ''} ${change.planId ?? ''}`, change);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!signal.aborted) {
      if (mustResync) {
        mustResync = false;
        yield { kind: 'resync' };
      } else if (held.size > 0) {
        const now = [...held.values()];
        held = new Map();
        for (const change of now) yield { kind: 'change', change };
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          // Between the checks above and here nothing else ran, so no change can have slipped through.
          if (signal.aborted) resolve();
        });
        wake = () => {};
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}
