import { readFileSync } from 'node:fs';
import type { Json } from '#core/json.ts';

/** Whole numbers, from and to. */
const settings: Record<string, [number, number]> = {
  requests_per_minute: [1, 600],
  max_key_age_days: [1, 3_650],
};

/** Lines `name = number`; `#` begins a comment. Read afresh each time: `{ok, problems, values}`. */
export function checkConfig(file: string): Json {
  const problems: string[] = [];
  const values: Record<string, number> = {};
  let text = '';
  try {
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    problems.push('The file cannot be read.');
  }
  text.split(/\r?\n/).forEach((line, index) => {
    if (/^\s*(#|$)/.test(line)) return;
    const [, name = '', number = ''] = /^\s*(\w+)\s*=\s*(\d+)\s*$/.exec(line) ?? [];
    const range = settings[name];
    if (!range) problems.push(`Line ${index + 1} is no setting: ${line.trim()}`);
    else if (Number(number) < range[0] || Number(number) > range[1])
      problems.push(`${name} must be from ${range[0]} to ${range[1]}, and is ${number}.`);
    else values[name] = Number(number);
  });
  for (const name of Object.keys(settings))
    if (values[name] === undefined && problems.length === 0) problems.push(`${name} is missing.`);
  return { ok: problems.length === 0, problems, values };
}
