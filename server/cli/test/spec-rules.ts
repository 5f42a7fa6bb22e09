import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestResult } from './result.ts';

/** A line `- **R8** text`, or `- **R8** (part 4) text` for a rule that a later part of the product brings. */
export type Rule = { id: string; part: number | undefined; file: string };

const RULE_LINE = /^- \*\*([A-Z]{1,2}\d+)\*\*(?: \(part (\d+)\))?/gm;
const CITATION = /\[((?:[A-Z]{1,2}\d+)(?:,\s*[A-Z]{1,2}\d+)*)\]/g;

/** Ids of these families are rules of docs/spec; others (FM3, UA1 ...) come from elsewhere. */
const SPEC_FAMILIES = /^[PVRAEFNBGTSILXK]\d+$/;

export function readRules(root: string): Rule[] {
  const folder = path.join(root, 'docs', 'spec');
  if (!existsSync(folder)) return [];
  return globSync('*.md', { cwd: folder })
    .toSorted()
    .flatMap((file) => parseRules(readFileSync(path.join(folder, file), 'utf8'), file));
}

export function parseRules(text: string, file: string): Rule[] {
  return [...text.matchAll(RULE_LINE)].map(([, id = '', part]) => ({
    id,
    part: part ? Number(part) : undefined,
    file,
  }));
}

/** The ids in square brackets: `[R8]`, `[R8][A1]` or `[R8, A1]`. */
export function citedIds(text: string): string[] {
  return [...text.matchAll(CITATION)].flatMap(([, ids = '']) => ids.split(/,\s*/));
}

/** Rules of this part that no text cites. */
export function uncitedRules(rules: readonly Rule[], texts: Iterable<string>): string[] {
  const cited = new Set([...texts].flatMap(citedIds));
  return rules.filter(({ id, part }) => part === undefined && !cited.has(id)).map(({ id }) => id);
}

/** Cited ids of the spec's own families that no rule has. */
export function unknownIds(rules: readonly Rule[], texts: Iterable<string>): string[] {
  if (rules.length === 0) return [];
  const known = new Set(rules.map(({ id }) => id));
  const cited = new Set([...texts].flatMap(citedIds));
  return [...cited].filter((id) => SPEC_FAMILIES.test(id) && !known.has(id));
}

/** One failed result for each rule of the spec that no passed test cites. */
export function checkRulesPassed(rules: readonly Rule[], results: readonly TestResult[]): TestResult[] {
  const passed = results.filter(({ status }) => status === 'passed').map(({ title }) => title);
  return uncitedRules(rules, passed).map((id) => ({
    title: `[${id}] is proved by a test`,
    kind: 'spec',
    status: 'failed',
    durationMs: 0,
    reason: `no test that cites [${id}] has passed`,
  }));
}
