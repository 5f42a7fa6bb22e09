'use client';
import { useMemo, useState } from 'react';
import { type ToolUse, toolUses } from '#core/plan/import/map-tools.ts';
import { ToolMapping } from '#components/plan-import/tool-mapping.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { mapping } from '#components/ui/messages-import.ts';
import { Notice } from '#components/ui/notice.tsx';
import { toolOf, useAct, useEditorEnv } from './editor-env.ts';
import { useEditor, useEditorStore } from './editor-store.ts';
import { useEditorUi, useEditorUiStore } from './editor-ui.ts';
import { mapToolsOf } from './intents/map-tools.ts';
import { stepNumbers } from './step-numbers.ts';

const words = messages.editor.mapTools;

function useUnknownTools(): ToolUse[] {
  const { tools } = useEditorEnv();
  const document = useEditor((state) => state.document);
  return useMemo(
    () => toolUses(document).filter(({ tool }) => tool !== '' && !toolOf(tools, tool)),
    [document, tools],
  );
}

/** Why the draft cannot become a version, as long as a tool is missing, and the way to name another for all its steps. */
export function UnknownToolsNotice() {
  const unknown = useUnknownTools();
  const ui = useEditorUiStore();
  const isOpen = useEditorUi((state) => state.dialog?.kind === 'map-tools');
  if (unknown.length === 0) return null;
  return (
    <div className="border-b border-border p-2">
      <Notice
        look="attention"
        title={words.title(unknown.map(({ tool }) => tool))}
        action={
          <Button
            size="sm"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => ui.setState({ dialog: { kind: 'map-tools' }, refusal: undefined })}
          >
            {words.open}
          </Button>
        }
      >
        {words.text}
      </Notice>
    </div>
  );
}

/** One choice a tool, done as one undo entry. */
export function MapToolsDialog({ onClose }: { onClose(): void }) {
  const unknown = useUnknownTools();
  const { tools } = useEditorEnv();
  const store = useEditorStore();
  const act = useAct();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const document = useEditor((state) => state.document);
  const numbers = useMemo(() => stepNumbers(document), [document]);
  const titles = useMemo(() => new Map(document.steps.map(({ id, title }) => [id, title])), [document]);
  const known = useMemo(
    () => Object.values(tools).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    [tools],
  );
  const count = Object.keys(chosen).length;
  const apply = () => {
    if (count === 0) return;
    const why = act(mapToolsOf(store.getState().document, chosen));
    setRefusal(why);
    if (why === undefined) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.dialog}
      description={words.dialogText}
      wide
      full
      footer={
        <>
          {count === 0 ? (
            <p id="map-off" className="min-w-0 flex-1 text-sm text-muted">
              {words.off}
            </p>
          ) : null}
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            look="primary"
            aria-disabled={count === 0 || undefined}
            {...(count === 0 ? { 'aria-describedby': 'map-off' } : {})}
            onClick={apply}
          >
            {words.apply(count)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {refusal === undefined ? null : (
          <div role="alert">
            <Notice look="problem" title={messages.editor.refusedTitle}>
              {refusal}
            </Notice>
          </div>
        )}
        <ToolMapping
          uses={unknown}
          tools={known}
          chosen={chosen}
          onChoose={(tool, to) => {
            const { [tool]: _, ...rest } = chosen;
            setChosen(to === undefined ? rest : { ...rest, [tool]: to });
          }}
          leave={mapping.keep}
          stepName={(id) => mapping.step(numbers.get(id) ?? 0, titles.get(id) ?? id)}
        />
      </div>
    </Dialog>
  );
}
