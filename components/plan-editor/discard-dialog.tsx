'use client';
import { useState } from 'react';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPCClient } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import type { Autosave } from './autosave.ts';
import { useEditor, useEditorStore } from './editor-store.ts';

const words = messages.editor.conflict;

/** The one thing here that cannot be undone, so it is asked for twice. */
export function DiscardDialog({
  open,
  onOpenChange,
  autosave,
  onDiscarded,
}: {
  open: boolean;
  onOpenChange(open: boolean): void;
  autosave: Autosave;
  onDiscarded(): void;
}) {
  const client = useTRPCClient();
  const store = useEditorStore();
  const edits = useEditor((state) => state.edits.length);
  const [error, setError] = useState<unknown>();
  const discard = async () => {
    setError(undefined);
    try {
      await client.drafts.discard.mutate({
        draftId: store.getState().draft.draftId,
        idempotencyKey: newKey(),
      });
      autosave.end();
      onDiscarded();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.discardTitle(edits)}
      description={words.discardText}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{messages.common.cancel}</Button>
          <Button look="primary" onClick={() => void discard()}>
            {words.discardSubmit}
          </Button>
        </>
      }
    >
      <Refused error={error} />
    </Dialog>
  );
}
