import type { PlaybookParameter, SuggestedParameter } from '#core/plan/playbook-template.ts';

/** What a person wrote about the suggestion at this index; absent: its value stays as it is. */
export type Choices = Readonly<Record<number, { name: string; label: string }>>;

/** Equal values under one name are one parameter that stands in all of their places. */
export function chosenParameters(
  suggestions: readonly SuggestedParameter[],
  choices: Choices,
): PlaybookParameter[] {
  const parameters: (PlaybookParameter & { value: unknown })[] = [];
  for (const [index, { at, value }] of suggestions.entries()) {
    const choice = choices[index];
    if (!choice) continue;
    const same = parameters.find((each) => each.name === choice.name.trim() && each.value === value);
    if (same) same.at.push(...at);
    else parameters.push({ name: choice.name.trim(), label: choice.label.trim(), at: [...at], value });
  }
  return parameters.map(({ name, label, at }) => ({ name, label, at }));
}

/** "Rename a column, safely" becomes `rename-a-column-safely`. */
export function playbookName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 48)
    .replace(/-+$/, '');
}
