/** What a run knew when it proposed a version: judged by that, a comparison says the same for ever. */
import type { ReviewReason } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import { limitsOf } from '#core/run/limits.ts';
import { revisionFacts } from '#core/run/replan.ts';
import type { RunStore } from '#db/run-store.ts';

export type RevisionRecord = {
  finished: string[];
  gated: string[];
  reviewReasons: ReviewReason[];
  /** Which replan of how many. */
  number: number;
  limit: number;
};

const PAGE = 2_000;
/** Records this process has at hand; they never change. */
const KEPT = 500;
const held = new Map<string, RevisionRecord>();

export async function revisionRecord(
  store: Pick<RunStore, 'readEvents'>,
  workspaceId: string,
  runId: string,
  planVersion: number,
): Promise<RevisionRecord | undefined> {
  const key = JSON.stringify([workspaceId, runId, planVersion]);
  const known = held.get(key);
  if (known) return known;
  const state = initialState();
  for (;;) {
    const events = await store.readEvents(workspaceId, runId, state.version, PAGE);
    for (const event of events) {
      if (event.type === 'revision-proposed' && event.data.planVersion === planVersion) {
        const facts = revisionFacts(state);
        evolve(state, event);
        const record = {
          ...facts,
          reviewReasons: event.data.reviewReasons,
          number: state.replans,
          limit: limitsOf(state.document).replans,
        };
        held.set(key, record);
        const oldest = held.keys().next();
        if (held.size > KEPT && !oldest.done) held.delete(oldest.value);
        return record;
      }
      evolve(state, event);
    }
    if (events.length < PAGE) return undefined;
  }
}
