'use client';
import { createContext, useContext } from 'react';
import type { ConnectionInfo, ToolContract } from '#core/plan/tool-contract.ts';
import type { EditorStore } from './editor-store.ts';
import { useEditorStore } from './editor-store.ts';
import type { IntentOutcome } from './intents/outcome.ts';

/** What the forms may know besides the draft. */
export type EditorEnv = {
  tools: Readonly<Record<string, ToolContract>>;
  connections: readonly ConnectionInfo[];
};
export const EditorEnvContext = createContext<EditorEnv>({ tools: {}, connections: [] });
export const useEditorEnv = () => useContext(EditorEnvContext);

export function toolOf(tools: EditorEnv['tools'], name: string): ToolContract | undefined {
  return Object.hasOwn(tools, name) ? tools[name] : undefined;
}

/** Does what is meant, or says in one sentence why it cannot be done. */
export function act(store: EditorStore, outcome: IntentOutcome): string | undefined {
  if (!outcome.ok) return outcome.message;
  const result = store.getState().do(outcome.intent);
  return result.ok ? undefined : result.message;
}

export function useAct(): (outcome: IntentOutcome) => string | undefined {
  const store = useEditorStore();
  return (outcome) => act(store, outcome);
}
