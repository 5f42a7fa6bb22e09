/** Every typed word is in the text: 1 when the text begins so, less when a word of it does, else the least. */
export function searchScore(text: string, typed: string): number {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const hay = text.toLowerCase();
  if (!words.every((word) => hay.includes(word))) return 0;
  if (hay.startsWith(words.join(' '))) return 1;
  return words.every((word) => ` ${hay}`.includes(` ${word}`)) ? 0.8 : 0.4;
}
