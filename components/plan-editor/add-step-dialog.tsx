'use client';
import { useMemo } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { PickList } from '#components/ui/pick-list.tsx';
import { useEditorActions, type WorkName } from './editor-actions.ts';
import { useEditorEnv } from './editor-env.ts';
import { useEditor } from './editor-store.ts';
import type { AddWhere } from './editor-ui.ts';
import { stepNumbers } from './step-numbers.ts';
import { workChoices } from './work-choices.ts';

const words = messages.editor.add;

/** "Add a step after 4": what it does is the only question; everything else has a form. */
export function AddStepDialog({ where, onClose }: { where: AddWhere; onClose(): void }) {
  const document = useEditor((state) => state.document);
  const env = useEditorEnv();
  const actions = useEditorActions();
  const choices = useMemo(() => workChoices(env), [env]);
  const numbers = stepNumbers(document);
  const [after] = where.after;
  const step = document.steps.find(({ id }) => id === after);
  const number = (id: string | undefined) => (id === undefined ? 0 : (numbers.get(id) ?? 0));
  const title =
    where.before !== undefined
      ? words.titleBetween(number(after), number(where.before))
      : step
        ? words.titleAfter(number(after), step.title)
        : words.title;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <PickList
        label={words.what}
        focusFirst
        picks={choices.map((choice) => ({
          key: choice.name,
          text: choice.title,
          detail: choice.mark,
        }))}
        onTake={(name) => actions.add(name as WorkName, where)}
      />
    </Dialog>
  );
}
