'use client';
import { createContext, useContext } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { Position, Positions } from './positions.ts';

export type AddWhere = { after: readonly string[]; before?: string; at?: Position };
export type EditorDialog =
  | { kind: 'add'; where: AddWhere }
  | { kind: 'runs-after'; stepId: string }
  | { kind: 'map-tools' }
  /** `separate`: on top of the newer version, which then is not in it. */
  | { kind: 'submit'; separate?: true };

/** What is open on the editor's screen; nothing of it is part of the draft. */
export type EditorUi = {
  dialog: EditorDialog | undefined;
  /** The plan's own form instead of a step's. */
  showsPlan: boolean;
  /** On a small screen a form covers the list. */
  sheet: boolean;
  problemsOpen: boolean;
  /** Why the last thing was not done; stays until something is done or it is dismissed. */
  refusal: string | undefined;
  /** Where the cards would go, until that is applied or not. */
  ghosts: Positions | undefined;
};
export type EditorUiStore = StoreApi<EditorUi>;

export function createEditorUi(): EditorUiStore {
  return createStore(() => ({
    dialog: undefined,
    showsPlan: false,
    sheet: false,
    problemsOpen: false,
    refusal: undefined,
    ghosts: undefined,
  }));
}

export const EditorUiContext = createContext<EditorUiStore | null>(null);
export function useEditorUiStore(): EditorUiStore {
  const store = useContext(EditorUiContext);
  if (!store) throw new Error('Bug: an editor control outside an editor');
  return store;
}
export function useEditorUi<T>(selector: (state: EditorUi) => T): T {
  return useStore(useEditorUiStore(), selector);
}
