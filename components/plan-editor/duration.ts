const units: readonly { name: string; ms: number; words: RegExp }[] = [
  { name: 'd', ms: 86_400_000, words: /^d(?:ays?)?$/ },
  { name: 'h', ms: 3_600_000, words: /^h(?:ours?)?$/ },
  { name: 'min', ms: 60_000, words: /^m(?:in(?:ute)?s?)?$/ },
  { name: 's', ms: 1_000, words: /^s(?:ec(?:ond)?s?)?$/ },
  { name: 'ms', ms: 1, words: /^ms$/ },
];

/** Exact, in the largest unit that needs no fraction: 90000 is "90 s", 300000 is "5 min". */
export function durationText(ms: number): string {
  const unit = units.find((each) => ms !== 0 && ms % each.ms === 0);
  return unit ? `${ms / unit.ms} ${unit.name}` : `${ms} ms`;
}

/** Whole milliseconds of "90 s", "1.5 h", "2 h 30 min" or a bare number of seconds. */
export function durationFrom(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+(?:\.\d+)?$/.test(trimmed)) return whole(Number(trimmed) * 1_000);
  if (!/^(?:\d+(?:\.\d+)?\s*[a-z]+\s*)+$/.test(trimmed)) return undefined;
  let sum = 0;
  for (const [, count = '', word = ''] of trimmed.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = units.find(({ words }) => words.test(word));
    if (!unit) return undefined;
    sum += Number(count) * unit.ms;
  }
  return whole(sum);
}

function whole(ms: number): number | undefined {
  const rounded = Math.round(ms);
  return Number.isSafeInteger(rounded) ? rounded : undefined;
}
