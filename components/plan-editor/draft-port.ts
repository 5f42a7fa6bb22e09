import { type ApiClient, reasonOf } from '#components/trpc.tsx';
import type { DraftPort, SaveFailure } from './autosave.ts';
import { startOf } from './start-of-draft.ts';

/** Autosave's way to the server. */
export function draftPort(client: ApiClient): DraftPort {
  return {
    async save(input) {
      try {
        return { ok: true, ...(await client.drafts.save.mutate(input)) };
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
    },
    async moveSteps(planId, positions) {
      try {
        await client.plans.moveSteps.mutate({ planId, positions });
        return { ok: true };
      } catch (error) {
        return { ok: false, failure: failureOf(error) };
      }
    },
    get: async (draftId) => startOf(await client.drafts.get.query({ draftId })),
  };
}

/** Asking again helps against a server that is away or failed, and once the person has signed in again. */
const PASSING = new Set(['unreachable', 'server-error', 'not-signed-in', 'too-many-requests', 'timeout']);

export function failureOf(error: unknown): SaveFailure {
  const { code, message } = reasonOf(error);
  if (code === 'draft-moved') return { kind: 'moved', message };
  if (code === 'not-found') return { kind: 'gone', message };
  return { kind: PASSING.has(code) ? 'away' : 'refused', message };
}
