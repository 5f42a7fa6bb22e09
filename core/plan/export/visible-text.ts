/**
 * Text for a file somebody else opens: what cannot be seen, or turns the order of letters round, is written by its
 * code. A drawing must not say another thing than the plan.
 */
/* oxlint-disable no-misleading-character-class -- combining characters are what is looked for */
const HIDDEN =
  /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}\u2028\u2029\u115F\u1160\u3164\uFFA0\u180B-\u180F\uFE00-\uFE0F]/gu;
/* oxlint-enable no-misleading-character-class */

export function visibleText(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(HIDDEN, (character) => `[${codeOf(character)}]`);
}

/** The same characters as `\uXXXX`, for text inside the quotes of JSON or YAML: it reads back as it was. */
export function escapeHidden(quoted: string): string {
  return quoted.replaceAll(HIDDEN, (character) =>
    character === '\n' || character === '\t' ? character : unitsOf(character),
  );
}

export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) >= 0;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
function unitsOf(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Cut to a number of characters, with an ellipsis. */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
