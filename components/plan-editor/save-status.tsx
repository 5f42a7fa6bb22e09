'use client';
import { useEffect, useState } from 'react';
import { reasonOf } from '#components/trpc.tsx';
import { timeOfDay } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditor, useEditorStore } from './editor-store.ts';

const words = messages.editor.saving;
const UNREACHABLE = reasonOf(undefined).message;

/** Whether the server has what is on the screen, in words. */
export function SaveStatus({ savedAt: before, onRetry }: { savedAt: number; onRetry(): void }) {
  const store = useEditorStore();
  const saving = useEditor((state) => state.saving);
  const saveError = useEditor((state) => state.saveError);
  const [savedAt, setSavedAt] = useState(before);
  // The time of the last answer is known to nobody else.
  useEffect(
    () =>
      store.subscribe((state, last) => {
        if (state.draft.rev !== last.draft.rev) setSavedAt(Date.now());
      }),
    [store],
  );
  const text = {
    saved: words.saved(timeOfDay(savedAt)),
    unsaved: words.unsaved,
    saving: words.saving,
    failed: saveError === null || saveError === UNREACHABLE ? words.failed : words.refused(saveError),
    elsewhere: words.elsewhere,
    // The draft itself is saved; what the newer version means is said above.
    'base-moved': words.saved(timeOfDay(savedAt)),
  }[saving];
  const failed = saving === 'failed' || saving === 'elsewhere';
  return (
    <span
      data-saving={saving}
      role={failed ? 'alert' : undefined}
      className={failed ? 'text-sm font-medium text-danger' : 'text-sm text-muted'}
    >
      {text}{' '}
      {saving === 'failed' ? (
        <button type="button" onClick={onRetry} className="min-h-6 underline max-md:min-h-11">
          {words.retry}
        </button>
      ) : null}
    </span>
  );
}
