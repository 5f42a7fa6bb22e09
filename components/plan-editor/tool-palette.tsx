'use client';
import { GripVertical } from 'lucide-react';
import { useMemo, useState, type RefObject } from 'react';
import { DRAGGED_WORK } from '#components/plan-canvas/canvas-edit.ts';
import { TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditorActions, type WorkName } from './editor-actions.ts';
import { useEditorEnv } from './editor-env.ts';
import { useEditor } from './editor-store.ts';
import { matchesChoice, workChoices } from './work-choices.ts';

const words = messages.editor.palette;

/** What can be added: a press puts it after the selected steps, dragging puts it where it is dropped. */
export function ToolPalette({ searchRef }: { searchRef?: RefObject<HTMLInputElement | null> }) {
  const env = useEditorEnv();
  const actions = useEditorActions();
  const selection = useEditor((state) => state.selection);
  const [text, setText] = useState('');
  const choices = useMemo(() => workChoices(env), [env]);
  const shown = choices.filter((choice) => matchesChoice(choice, text));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-1 border-b border-border p-2">
        <TextInput
          ref={searchRef}
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-7 text-sm max-md:h-11"
        />
        <p className="text-xs text-faint">{words.hint}</p>
      </div>
      {shown.length === 0 ? <p className="p-3 text-sm text-muted">{words.noMatch(text)}</p> : null}
      <ul className="relative min-h-0 flex-1 overflow-y-auto py-1" aria-label={words.title}>
        {shown.map((choice) => (
          <li key={choice.name}>
            <button
              type="button"
              draggable
              title={choice.hint}
              onDragStart={(event) => {
                event.dataTransfer.setData(DRAGGED_WORK, choice.name);
                event.dataTransfer.effectAllowed = 'copy';
              }}
              onClick={() => actions.add(choice.name satisfies WorkName, { after: selection })}
              className="flex min-h-7 w-full cursor-grab items-center gap-1 px-2 py-0.5 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-11"
            >
              <GripVertical aria-hidden size={14} className="shrink-0 text-faint max-md:hidden" />
              <span className={`min-w-0 flex-1 truncate ${choice.mark ? 'font-mono' : ''}`}>
                {choice.title}
              </span>
              <span className="shrink-0 text-xs text-muted">{choice.mark}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
