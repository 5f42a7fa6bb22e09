import { effectWord } from '#components/marks/risk-mark.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import type { WorkName } from './editor-actions.ts';
import type { EditorEnv } from './editor-env.ts';

export type WorkChoice = { name: WorkName; title: string; hint: string; mark: string };
const words = messages.editor.palette;
const kinds = ['person', 'checkpoint', 'model', 'agent'] as const;

/** All that a step can be: tools by name, then what no tool does. */
export function workChoices({ tools }: EditorEnv): WorkChoice[] {
  const ofTools = Object.values(tools)
    .map((tool): WorkChoice => ({
      name: `tool:${tool.name}`,
      title: tool.name,
      hint: tool.description,
      mark: effectWord(tool.effect),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return [
    ...ofTools,
    ...kinds.map((kind): WorkChoice => ({
      name: `kind:${kind}`,
      title: words.kinds[kind],
      hint: words.kindHints[kind],
      mark: '',
    })),
  ];
}

export function matchesChoice(choice: WorkChoice, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return `${choice.title} ${choice.hint}`.toLowerCase().includes(wanted);
}
