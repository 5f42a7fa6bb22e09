'use client';
import { Copy, CopyPlus, ListTree, Plus, Trash2, type LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditorActions } from './editor-actions.ts';
import { writeClipboard } from './clipboard.ts';

const words = messages.editor.actions;

/**
 * What can be done to the selected steps. It follows the selection on the graph, where its buttons are for the pointer
 * (by keyboard each has a key), and stands at the head of the step's form and of the list.
 */
export function StepActions({ ids, onGraph }: { ids: readonly string[]; onGraph?: boolean }) {
  const actions = useEditorActions();
  const [only, ...others] = ids;
  const one = only !== undefined && others.length === 0;
  const copy = () => {
    const text = actions.copy(ids);
    if (text !== undefined) writeClipboard(text);
  };
  const items: { label: string; icon: LucideIcon; run(): void }[] = [
    ...(only === undefined
      ? []
      : [{ label: words.addAfter, icon: Plus, run: () => actions.askWhatToAdd({ after: ids }) }]),
    ...(one ? [{ label: words.runsAfter, icon: ListTree, run: () => actions.askRunsAfter(only) }] : []),
    { label: words.copy, icon: Copy, run: copy },
    { label: words.duplicate, icon: CopyPlus, run: () => actions.duplicate(ids) },
    { label: words.delete, icon: Trash2, run: () => actions.remove(ids) },
  ];
  return (
    <div
      role="group"
      aria-label={messages.editor.toolbar}
      className="flex flex-wrap gap-0.5 self-start rounded-control border border-border-strong bg-surface p-0.5"
    >
      {items.map(({ label, icon: Icon, run }) => (
        <Button
          key={label}
          look="quiet"
          size={onGraph ? 'iconSm' : 'sm'}
          className="gap-1 text-text"
          {...(onGraph ? { tabIndex: -1, 'aria-label': label, title: label } : {})}
          onClick={run}
        >
          <Icon aria-hidden size={onGraph ? 16 : 14} />
          {onGraph ? null : label}
        </Button>
      ))}
    </div>
  );
}
