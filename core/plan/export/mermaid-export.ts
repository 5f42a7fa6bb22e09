import type { PlanDocument, Step } from '../schema.ts';
import type { EffectClass } from '../tool-contract.ts';
import { shortened, visibleText } from './visible-text.ts';

const LABEL_LENGTH = 80;
const CONDITION_LENGTH = 60;

/**
 * A Mermaid flowchart. Names of nodes are made here, never taken from the plan: `end`, `graph` or `__proto__` mean
 * something to Mermaid. Of labels only letters, digits and a few signs stand as they are; the rest are entities, so
 * that no title can end a label, add a node or set an option.
 */
export function exportMermaid(
  title: string,
  document: PlanDocument,
  effectOf: (stepId: string) => EffectClass,
): string {
  const names = new Map(document.steps.map((step, index) => [step.id, `s${index + 1}`]));
  const used = new Set<EffectClass>();
  const lines = ['---', `title: "${plainTitle(title)}"`, '---', 'flowchart LR'];
  document.steps.forEach((step, index) => {
    const effect = effectOf(step.id);
    used.add(effect);
    const label = `${index + 1} ${escapeLabel(step.title, LABEL_LENGTH)}<br/>${escapeLabel(workOf(step), LABEL_LENGTH)}`;
    const [open, close] =
      effect === 'read' ? ['(["', '"])'] : effect === 'write' ? ['["', '"]'] : ['{{"', '"}}'];
    lines.push(`  ${names.get(step.id)}${open}${label}${close}:::${effect}`);
  });
  for (const step of document.steps) {
    const to = names.get(step.id);
    for (const need of new Set(step.needs ?? [])) {
      const from = names.get(need);
      if (from === undefined || need === step.id) continue;
      const condition = step.when ? `|"if ${escapeLabel(step.when, CONDITION_LENGTH)}"|` : '';
      lines.push(`  ${from} -->${condition} ${to}`);
    }
  }
  for (const effect of Object.keys(styles) as EffectClass[])
    if (used.has(effect)) lines.push(`  classDef ${effect} ${styles[effect]}`);
  return `${lines.join('\n')}\n`;
}

const styles: Record<EffectClass, string> = {
  read: 'fill:#ffffff,stroke:#64748b,color:#0f172a',
  write: 'fill:#ffffff,stroke:#475569,stroke-width:2px,color:#0f172a',
  irreversible: 'fill:#ffffff,stroke:#0f172a,stroke-width:4px,color:#0f172a',
};

function workOf(step: Step): string {
  return step.work.kind === 'tool' ? step.work.tool : step.work.kind;
}

/** `#58;` is Mermaid's way to write a sign by its number. */
export function escapeLabel(text: string, length: number): string {
  return Array.from(shortened(visibleText(text), length), (character) =>
    /[\p{L}\p{M}\p{N} .,_…-]/u.test(character) ? character : `#${character.codePointAt(0)};`,
  ).join('');
}

/** The title stands in YAML's front matter, where entities are not read: other signs become spaces. */
function plainTitle(title: string): string {
  return shortened(visibleText(title), LABEL_LENGTH)
    .replaceAll(/[^\p{L}\p{M}\p{N} .,_…+()-]/gu, ' ')
    .trim();
}
