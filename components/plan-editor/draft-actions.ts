import { newKey } from '#components/new-key.ts';
import { type ApiClient, type Reason, reasonOf, type RouterOutputs } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import type { NewerHead } from './editor-store.ts';
import { startOf } from './start-of-draft.ts';
import type { OpenDraft } from './use-draft.ts';

type Result<T> = ({ ok: true } & T) | { ok: false; reason: Reason };
export type Submission = {
  /** One sentence: what changed. */
  note: string;
  /** Of a plan that does not exist yet. */
  title?: string;
  /** Save mine on top of this newer version, which the person has read, without what it changed. */
  onto?: NonNullable<NewerHead>;
};
export type Submitted = Pick<RouterOutputs['drafts']['submit'], 'planId' | 'version' | 'hash'>;

/** Saves what is on the screen, then seals it into a version (V1). When that is refused the draft is as it was. */
export async function submitDraft(
  client: ApiClient,
  { store, autosave }: OpenDraft,
  submission: Submission,
): Promise<Result<Submitted>> {
  if (!(await autosave.flush())) return { ok: false, reason: notSaved(store.getState().saveError) };
  const { draftId, rev } = store.getState().draft;
  try {
    const made = await client.drafts.submit.mutate({ draftId, rev, idempotencyKey: newKey(), ...submission });
    autosave.end();
    return { ok: true, planId: made.planId, version: made.version, hash: made.hash };
  } catch (error) {
    const reason = reasonOf(error);
    const { headVersion, headHash } = reason.fields;
    if (reason.code === 'base-moved' && typeof headVersion === 'number' && typeof headHash === 'string')
      store.setState({ saving: 'base-moved', newerHead: { version: headVersion, hash: headHash } });
    if (reason.code === 'draft-moved') store.setState({ saving: 'elsewhere', saveError: reason.message });
    return { ok: false, reason };
  }
}

/** Puts the draft on the newer version (V2). How many edits could not be done there; they are in `setAside`. */
export async function rebaseDraft(
  client: ApiClient,
  { store, autosave }: OpenDraft,
): Promise<Result<{ setAside: number }>> {
  if (!(await autosave.flush())) return { ok: false, reason: notSaved(store.getState().saveError) };
  const { draftId, rev } = store.getState().draft;
  const before = store.getState().setAside.length;
  try {
    const detail = await client.drafts.rebase.mutate({ draftId, rev, idempotencyKey: newKey() });
    autosave.adopt(startOf(detail));
    return { ok: true, setAside: detail.setAside.length - before };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

export async function discardDraft(
  client: ApiClient,
  { store, autosave }: OpenDraft,
): Promise<Result<object>> {
  const { draftId } = store.getState().draft;
  try {
    await client.drafts.discard.mutate({ draftId, idempotencyKey: newKey() });
    autosave.end();
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

function notSaved(why: string | null): Reason {
  return { code: 'not-saved', fields: {}, message: why ?? messages.intents.notSaved };
}
