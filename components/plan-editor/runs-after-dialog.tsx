'use client';
import { Trash2 } from 'lucide-react';
import { ancestorsFirst } from '#components/plan-canvas/run-order.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { PickList } from '#components/ui/pick-list.tsx';
import { useEditorActions } from './editor-actions.ts';
import { useEditor } from './editor-store.ts';
import { useEditorUi } from './editor-ui.ts';
import { whyNotAfter } from './intents/connect-steps.ts';
import { stepNumbers } from './step-numbers.ts';

const words = messages.editor.runsAfter;

/** "Step 4 runs after...": adds and removes dependencies without drawing lines. What cannot be says why. */
export function RunsAfterDialog({ stepId, onClose }: { stepId: string; onClose(): void }) {
  const document = useEditor((state) => state.document);
  const refusal = useEditorUi((state) => state.refusal);
  const actions = useEditorActions();
  const numbers = stepNumbers(document);
  const step = document.steps.find(({ id }) => id === stepId);
  if (!step) return null;
  const number = (id: string) => numbers.get(id) ?? 0;
  const needs = document.steps.filter(({ id }) => step.needs?.includes(id));
  const picks = ancestorsFirst(document.steps)
    .filter(({ id }) => id !== stepId && !step.needs?.includes(id))
    .map((other) => {
      const off = whyNotAfter(document, stepId, other.id);
      return {
        key: other.id,
        text: `${number(other.id)} ${other.title}`,
        ...(off === undefined ? {} : { off }),
      };
    });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title(number(stepId), step.title)}>
      <div className="flex flex-col gap-4">
        <section>
          <h2 className="text-sm font-medium">{words.current}</h2>
          {needs.length === 0 ? <p className="text-sm text-muted">{words.none}</p> : null}
          <ul className="divide-y divide-border">
            {needs.map((need) => (
              <li key={need.id} className="flex items-center justify-between gap-2 text-sm">
                <span className="min-w-0 break-words">
                  {number(need.id)} {need.title}
                </span>
                <Button
                  look="quiet"
                  size="iconSm"
                  aria-label={words.remove(number(need.id), need.title)}
                  onClick={() => actions.disconnect(need.id, stepId)}
                >
                  <Trash2 aria-hidden size={14} />
                </Button>
              </li>
            ))}
          </ul>
        </section>
        {picks.length === 0 ? (
          <p className="text-sm text-muted">{words.noneLeft}</p>
        ) : (
          <PickList
            label={words.find}
            focusFirst
            picks={picks}
            onTake={(id) => actions.connect(id, stepId)}
          />
        )}
        {refusal ? (
          <p role="alert" className="text-sm font-medium text-danger">
            {refusal}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
