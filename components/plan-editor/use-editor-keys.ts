'use client';
import { useEffect } from 'react';
import { messages } from '#components/ui/messages-editor.ts';
import { useShortcuts, type Shortcut } from '#components/ui/shortcuts.ts';
import { clipboardIsForText } from './clipboard.ts';
import type { EditorActions } from './editor-actions.ts';
import type { EditorStore } from './editor-store.ts';

const words = messages.editor.keys;
const arrows = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const NEAR = 16;
const FAR = 64;

/** The card or row that has the focus. */
function focusedStep(): string | undefined {
  const at = document.activeElement?.closest<HTMLElement>('[data-step], [data-row]');
  return at?.dataset.step ?? at?.dataset.row;
}

/**
 * The keyboard table of the editor. Every key does what the pointer does, through the same actions; none works while
 * typing, except undo of the browser's own in the text.
 */
export function useEditorKeys(
  store: EditorStore,
  actions: EditorActions,
  on: { find(): void; tidy(): void; save(): void; leaveForm(): void },
): void {
  /** What a key is about: the selection if the focus is in it or nowhere, else the focused step. */
  const subject = (): readonly string[] => {
    const { selection } = store.getState();
    const focused = focusedStep();
    return focused === undefined || selection.includes(focused) ? selection : [focused];
  };
  const moves: Shortcut[] = Object.entries(arrows).flatMap(([key, { x, y }]) => [
    {
      keys: `alt+${key}`,
      label: words.move,
      repeats: true,
      run: () => actions.nudge(subject(), { x: x * NEAR, y: y * NEAR }),
    },
    {
      keys: `alt+shift+${key}`,
      label: words.moveFar,
      repeats: true,
      run: () => actions.nudge(subject(), { x: x * FAR, y: y * FAR }),
    },
  ]);
  const toggle = () => {
    const id = focusedStep();
    if (id !== undefined) actions.toggle(id);
  };
  const needs = () => {
    const [only, ...others] = subject();
    if (only === undefined || others.length > 0) actions.tell(messages.intents.noSteps);
    else actions.askRunsAfter(only);
  };
  useShortcuts(messages.editor.shortcuts, [
    { keys: 'a', label: words.add, run: () => actions.askWhatToAdd({ after: subject() }) },
    { keys: 'd', label: words.needs, run: needs },
    ...moves,
    { keys: 'Delete', label: words.delete, run: () => actions.remove(subject()) },
    { keys: 'Backspace', label: words.delete, run: () => actions.remove(subject()) },
    { keys: 'mod+z', label: words.undo, run: actions.undo, repeats: true },
    { keys: 'mod+shift+z', label: words.redo, run: actions.redo, repeats: true },
    { keys: 'mod+y', label: words.redo, run: actions.redo, repeats: true },
    // The browser's own events for copying and pasting do these.
    { keys: 'mod+c', label: words.copy },
    { keys: 'mod+v', label: words.paste },
    { keys: 'mod+a', label: words.all, run: actions.selectAll },
    { keys: '/', label: words.find, run: on.find },
    { keys: 't', label: words.tidy, run: on.tidy },
    { keys: 'Escape', label: words.leave, run: on.leaveForm, whileTyping: true },
    { keys: 'mod+s', label: words.save, run: on.save, whileTyping: true },
  ]);

  useEffect(() => {
    // Space would press the card, which selects it alone; here it adds to the selection or takes away.
    const onSpace = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(event.target instanceof Element) || !event.target.matches('[data-step]')) return;
      event.preventDefault();
      if (event.type === 'keydown' && !event.repeat) toggle();
    };
    const onCopy = (event: ClipboardEvent) => {
      if (clipboardIsForText(event.target)) return;
      const text = actions.copy(subject());
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (clipboardIsForText(event.target)) return;
      if (actions.pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('keydown', onSpace);
    document.addEventListener('keyup', onSpace);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onSpace);
      document.removeEventListener('keyup', onSpace);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  });
}
