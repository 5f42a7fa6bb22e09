'use client';
import { useMemo } from 'react';
import { ancestorsFirst } from '#components/plan-canvas/run-order.ts';
import { announceNow } from '#components/ui/announcer.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { toast } from '#components/ui/toast.tsx';
import { act, useEditorEnv, type EditorEnv } from './editor-env.ts';
import { useEditorStore, type EditorStore } from './editor-store.ts';
import { useEditorUiStore, type AddWhere, type EditorUiStore } from './editor-ui.ts';
import { focusPlace, focusStep } from './focus.ts';
import { addStep } from './intents/add-step.ts';
import { connectSteps, disconnectSteps } from './intents/connect-steps.ts';
import { clipText, copySteps, parseClip, type Clip } from './intents/copy-steps.ts';
import { defaultStep, type NewWork } from './intents/default-step.ts';
import { deleteSteps } from './intents/delete-steps.ts';
import { nudgeCards, placeCards } from './intents/move-cards.ts';
import type { IntentOutcome } from './intents/outcome.ts';
import { duplicateSteps, pasteSteps } from './intents/paste-steps.ts';
import type { Position } from './positions.ts';
import { stepIdOf } from './problem-place.ts';

/** What a press of the palette stands for: `tool:postgres.query` or `kind:person`. */
export type WorkName = `tool:${string}` | `kind:${'person' | 'checkpoint' | 'model' | 'agent'}`;

export type EditorActions = ReturnType<typeof makeActions>;

/** Everything that can be done to a draft, for pointer, keyboard and menus alike. A refusal is said on the screen. */
export function useEditorActions(): EditorActions {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const env = useEditorEnv();
  return useMemo(() => makeActions(store, ui, env), [store, ui, env]);
}

/** The latest copy, for pasting where the browser keeps the clipboard to itself. */
let lastClip: Clip | undefined;

function makeActions(store: EditorStore, ui: EditorUiStore, env: EditorEnv) {
  const perform = (outcome: IntentOutcome): boolean => {
    const refusal = act(store, outcome);
    ui.setState({ refusal });
    return refusal === undefined;
  };
  const tell = (refusal: string) => ui.setState({ refusal });
  const selection = () => store.getState().selection;

  return {
    perform,
    tell,
    select(ids: readonly string[]) {
      store.getState().select(ids);
      if (ids.length > 0) ui.setState({ showsPlan: false });
    },
    toggle(id: string) {
      const now = selection();
      const next = now.includes(id) ? now.filter((each) => each !== id) : [...now, id];
      store.getState().select(next);
      announceNow(next.length > 0 ? messages.editor.selected(next.length) : messages.editor.cleared);
    },
    selectAll() {
      const all = store.getState().document.steps.map(({ id }) => id);
      store.getState().select(all);
      announceNow(messages.editor.selected(all.length));
    },
    add(name: WorkName, where: AddWhere) {
      const { document, positions } = store.getState();
      const work = workNamed(name, env);
      if (!work) return tell(messages.intents.noTool(name.slice(name.indexOf(':') + 1)));
      const step = defaultStep(work, new Set(document.steps.map(({ id }) => id)));
      if (!perform(addStep({ document, positions }, step, where))) return;
      ui.setState({ dialog: undefined, showsPlan: false });
      focusStep(step.id);
    },
    askWhatToAdd: (where: AddWhere) => ui.setState({ dialog: { kind: 'add', where }, refusal: undefined }),
    askRunsAfter: (stepId: string) =>
      ui.setState({ dialog: { kind: 'runs-after', stepId }, refusal: undefined }),
    connect(from: string, to: string) {
      return perform(connectSteps(store.getState().document, to, from));
    },
    disconnect(from: string, to: string) {
      return perform(disconnectSteps(store.getState().document, to, from));
    },
    move: (places: Record<string, Position>) => perform(placeCards(places)),
    nudge(ids: readonly string[], by: Position) {
      perform(nudgeCards(store.getState().positions, ids, by));
    },
    remove(ids: readonly string[]) {
      const { document } = store.getState();
      const order = ancestorsFirst(document.steps).map(({ id }) => id);
      const at = order.findIndex((id) => ids.includes(id));
      const rest = order.filter((id) => !ids.includes(id));
      if (!perform(deleteSteps(document, ids))) return;
      const label = store.getState().undoable.at(-1);
      if (label !== undefined)
        toast(messages.editor.deleted(label), {
          label: messages.editor.undo,
          run: () => {
            if (store.getState().undoable.at(-1) === label) store.getState().undo();
          },
        });
      const next = rest[Math.min(at, rest.length - 1)];
      if (next !== undefined) focusStep(next);
    },
    copy(ids: readonly string[]): string | undefined {
      const { document, positions } = store.getState();
      lastClip = copySteps(document, positions, ids);
      if (!lastClip) return undefined;
      announceNow(messages.editor.copied(lastClip.steps.length));
      return clipText(lastClip);
    },
    pasteText(text: string): boolean {
      const clip = parseClip(text);
      if (!clip) return false;
      pasteClip(clip);
      return true;
    },
    paste() {
      if (lastClip) pasteClip(lastClip);
      else tell(messages.intents.notSteps);
    },
    duplicate(ids: readonly string[]) {
      const { document, positions } = store.getState();
      if (perform(duplicateSteps({ document, positions }, ids))) focusFirstSelected();
    },
    undo() {
      const label = store.getState().undoable.at(-1);
      store.getState().undo();
      ui.setState({ refusal: undefined });
      announceNow(label === undefined ? messages.editor.nothingToUndo : messages.editor.undone(label));
    },
    redo() {
      const label = store.getState().redoable.at(-1);
      store.getState().redo();
      ui.setState({ refusal: undefined });
      if (label !== undefined) announceNow(messages.editor.redone(label));
    },
    /** Opens what a problem is about and puts the cursor there. */
    goTo(place: string) {
      const stepId = stepIdOf(place);
      if (stepId !== undefined) store.getState().select([stepId]);
      ui.setState({ showsPlan: stepId === undefined, sheet: true, dialog: undefined });
      requestAnimationFrame(() => focusPlace(place));
    },
  };

  function pasteClip(clip: Clip) {
    const { document, positions } = store.getState();
    if (perform(pasteSteps({ document, positions }, clip))) focusFirstSelected();
  }
  function focusFirstSelected() {
    const [first] = selection();
    if (first !== undefined) focusStep(first);
  }
}

function workNamed(name: WorkName, env: EditorEnv): NewWork | undefined {
  const rest = name.slice(name.indexOf(':') + 1);
  if (name.startsWith('kind:')) return { kind: rest as 'person' };
  const tool = Object.hasOwn(env.tools, rest) ? env.tools[rest] : undefined;
  return tool && { tool, connections: env.connections };
}
