'use client';
import { useState } from 'react';
import { hasErrors } from '#core/plan/lint.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { Refused } from '#components/refused.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { Loading } from '#components/ui/skeleton.tsx';
import { DraftDiff, isEmptyDiff, useDraftDiff } from './draft-diff.tsx';
import { useEditorEnv } from './editor-env.ts';
import { useEditor, type EditorState } from './editor-store.ts';
import { useEditorUiStore } from './editor-ui.ts';
import { useKeptInputs } from './problems-strip.tsx';

const words = messages.editor.submit;

export type Submission = { note: string; title: string; keepEditing: boolean };
export type Against = { version: number; document: PlanDocument | undefined };

/** Why the draft cannot be saved as a version now, in one sentence. */
export function useSaveBlock(canEdit: boolean, against: Against | undefined): string | undefined {
  const problems = useEditor((state) => state.problems);
  const checking = useEditor((state) => state.checking);
  const saving = useEditor((state) => state.saving);
  const newerHead = useEditor((state) => state.newerHead);
  const base = useEditor((state) => state.baseDocument);
  const document = useEditor((state) => state.document);
  const isNew = useEditor((state) => state.draft.base === null);
  const [, typed] = useKeptInputs();
  const diff = useDraftDiff(base, document, useEditorEnv());
  if (!canEdit) return words.off.role;
  if (saving === 'elsewhere' || (newerHead && !against)) return words.off.conflict;
  if (typed.length > 0) return words.off.typed(typed.length);
  if (hasErrors(problems))
    return words.off.errors(problems.filter((each) => each.severity === 'error').length);
  if (!isNew && isEmptyDiff(diff)) return words.off.unchanged;
  return offWhile(saving, checking);
}

function offWhile(saving: EditorState['saving'], checking: boolean): string | undefined {
  if (saving === 'failed') return words.off.failed;
  return checking ? words.off.checking : undefined;
}

/** "Save as v5": what changed in one sentence, with my own diff beside it. */
export function SubmitDialog({
  version,
  title: draftTitle,
  canEdit,
  against,
  onSubmit,
  onClose,
  isPending,
  error,
}: {
  version: number;
  title: string;
  canEdit: boolean;
  /** The newer version that this one is to stand beside. */
  against: Against | undefined;
  onSubmit(submission: Submission): void;
  onClose(): void;
  isPending: boolean;
  error: unknown;
}) {
  const base = useEditor((state) => state.baseDocument);
  const document = useEditor((state) => state.document);
  const draft = useEditor((state) => state.draft);
  const ui = useEditorUiStore();
  const [note, setNote] = useState('');
  const [title, setTitle] = useState(draftTitle);
  const isNew = draft.planId === null;
  const block = useSaveBlock(canEdit, against);
  const off =
    block ??
    (isNew && title.trim() === '' ? words.off.planTitle : note.trim() === '' ? words.off.note : undefined);
  const button = {
    'aria-disabled': off !== undefined || isPending || undefined,
    ...(off === undefined ? {} : { 'aria-describedby': 'save-off' }),
  };
  const save = (keepEditing: boolean) => {
    if (off === undefined && !isPending) onSubmit({ note: note.trim(), title: title.trim(), keepEditing });
  };
  const showProblems = () => {
    ui.setState({ dialog: undefined, problemsOpen: true });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.title(version)}
      wide
      full
      footer={
        <>
          {off === undefined ? null : (
            <p id="save-off" role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
              {off}{' '}
              {block !== undefined && block !== words.off.checking ? (
                <button type="button" className="min-h-6 underline max-md:min-h-11" onClick={showProblems}>
                  {words.openProblems}
                </button>
              ) : null}
            </p>
          )}
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          {isNew ? null : (
            <Button {...button} onClick={() => save(true)}>
              {words.keepEditing}
            </Button>
          )}
          <Button look="primary" {...button} onClick={() => save(false)}>
            {words.button(version)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isNew ? (
          <Field label={words.planTitle}>
            {(ids) => (
              <TextInput
                {...ids}
                maxLength={200}
                value={title}
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        <Field label={words.note} hint={words.noteHint}>
          {(ids) => (
            <TextArea
              {...ids}
              data-dialog-focus
              rows={2}
              maxLength={500}
              className="min-h-14"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <Refused error={error} />
        <section>
          <h2 className="mb-1 text-sm font-semibold">
            {draft.base === null ? words.firstDiff : words.yourDiff(against?.version ?? draft.base.version)}
          </h2>
          {against ? (
            <p className="mb-1 text-sm">{messages.editor.conflict.separateText(against.version)}</p>
          ) : null}
          {against && !against.document ? (
            <Loading rows={2} />
          ) : (
            <DraftDiff base={against?.document ?? base} document={document} />
          )}
        </section>
      </div>
    </Dialog>
  );
}
