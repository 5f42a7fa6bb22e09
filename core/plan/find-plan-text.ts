/**
 * The JSON object inside a model's reply: alone, in a fence, or between sentences. Gives the text as it is when there
 * is none, and the rest of the text when the object does not end, so that the reader can say "truncated".
 */
export function findPlanText(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return objectAt(trimmed, 0) ?? trimmed;
  for (const fence of trimmed.matchAll(/```[^\n`]*\n\s*(?=\{)/g)) {
    const start = fence.index + fence[0].length;
    return objectAt(trimmed, start) ?? trimmed.slice(start);
  }
  const start = trimmed.indexOf('{');
  return start < 0 ? text : (objectAt(trimmed, start) ?? trimmed.slice(start));
}

/** The text from `{` to its closing `}`; undefined when it does not close. Brackets inside strings do not count. */
function objectAt(text: string, start: number): string | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
}
