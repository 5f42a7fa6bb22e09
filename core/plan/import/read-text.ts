/**
 * The JSON value inside a text that somebody pasted: JSON or YAML alone, or inside the reply of a model, in a fence or
 * between sentences. What looks like the plan and is cut or wrong is reported; nothing smaller inside it is taken instead.
 */
import { canonicalJson, type Json } from '../../json.ts';
import { parseJsonText } from '../json-text.ts';
import { utf8Length } from '../parse.ts';
import type { Problem } from '../problem.ts';
import { PLAN_LIMITS } from '../schema.ts';
import { looksLikePlan, PLAN_MEMBERS, PLAN_NAMES, STEP_MEMBERS } from './shapes.ts';
import { parseYamlText } from './yaml-text.ts';

export type TextFormat = 'json' | 'yaml';
export type ReadText = { ok: true; value: Json; format: TextFormat } | { ok: false; problems: Problem[] };

/** Beginnings of a value that are looked at in one text. */
const MAX_CANDIDATES = 50;

export function readPlanText(given: string, format: TextFormat | 'auto' = 'auto'): ReadText {
  if (utf8Length(given, PLAN_LIMITS.documentBytes) > PLAN_LIMITS.documentBytes)
    return failed(
      'document-too-large',
      `Larger than ${PLAN_LIMITS.documentBytes / 1024 / 1024} MiB, the limit of a plan`,
    );
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  if (text.trim() === '') return failed('no-plan-found', 'The text is empty');
  if (format === 'yaml' || (format === 'auto' && beginsAsYaml(text))) return readYaml(text);
  return (
    readFirstPlan(text, format) ??
    (format === 'json' ? readJson(text.trim(), leadingSpace(text)) : notFound())
  );
}

/** `before` stands before it in the given text, where the places of problems are. */
function readJson(text: string, before = ''): ReadText {
  const read = parseJsonText(text, before);
  return read.ok ? { ok: true, value: read.value, format: 'json' } : failed(read.code, read.message, read);
}

function leadingSpace(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function readYaml(text: string, before = ''): ReadText {
  const read = parseYamlText(text, before);
  return read.ok ? { ok: true, value: read.value, format: 'yaml' } : failed(read.code, read.message, read);
}

/**
 * The one value that looks like a plan, or the first that cannot be read; else the first value at all. A reply with two
 * plans is refused: a model that thinks aloud writes the one it gave up first.
 */
function readFirstPlan(text: string, format: TextFormat | 'auto'): ReadText | undefined {
  let plan: Extract<ReadText, { ok: true }> | undefined;
  let other: ReadText | undefined;
  for (const candidate of candidates(text, format)) {
    const before = text.slice(0, candidate.start);
    const read =
      candidate.format === 'yaml' ? readYaml(candidate.text, before) : readJson(candidate.text, before);
    if (!read.ok) {
      if (!plan) return read;
    } else if (!looksLikePlan(read.value)) other ??= read;
    else if (!plan) plan = read;
    else if (canonicalJson(read.value) !== canonicalJson(plan.value))
      return failed('several-plans', 'There is more than one plan in this text: keep the one to import');
  }
  return plan ?? other;
}

type Candidate = { text: string; start: number; end: number; format: TextFormat };

/** Fences and brackets that may begin a plan, in their order, each looked at once. */
function* candidates(text: string, format: TextFormat | 'auto'): Generator<Candidate> {
  let looked = 0;
  for (let at = 0; at < text.length && looked < MAX_CANDIDATES; at += 1) {
    const char = text[at];
    let candidate: Candidate | undefined;
    if (char === '`' && format === 'auto' && text.startsWith('```', at) && isLineStart(text, at)) {
      looked += 1;
      candidate = yamlFenceAt(text, at);
      if (!candidate) at += 2; // what it holds is looked at as any other text
    } else if ((char === '{' || char === '[') && (isFirst(text, at) ? isWhole(text, at) : isJson(text, at))) {
      looked += 1;
      const end = endOf(text, at);
      candidate = { text: text.slice(at, end), start: at, end, format: 'json' };
    }
    if (!candidate) continue;
    yield candidate;
    at = candidate.end - 1;
  }
}

/** The YAML inside a fence; undefined when it holds another language. */
function yamlFenceAt(text: string, at: number): Candidate | undefined {
  const lineEnd = text.indexOf('\n', at);
  if (lineEnd < 0) return undefined;
  const language = text
    .slice(at + 3, Math.min(lineEnd, at + 50))
    .trim()
    .toLowerCase();
  const isYaml =
    language === 'yaml' || language === 'yml' || (language === '' && beginsAsYaml(text.slice(lineEnd + 1)));
  if (!isYaml) return undefined;
  const close = /^[ \t]*```[ \t]*\r?$/m.exec(text.slice(lineEnd + 1));
  const end = close ? lineEnd + 1 + close.index : text.length;
  return {
    text: text.slice(lineEnd + 1, end),
    start: lineEnd + 1,
    end: end + (close?.[0].length ?? 0),
    format: 'yaml',
  };
}

const JSON_BEGINS = /^(?:\{\s*["}]|\[\s*[[\]{"\d-])/;

function isJson(text: string, at: number): boolean {
  return JSON_BEGINS.test(text.slice(at, at + 200));
}

/** The whole text is one value unless it begins with a word in brackets, as `[Plan] Here it is: {…}` does. */
function isWhole(text: string, at: number): boolean {
  return isJson(text, at) || !/^[[{][^[\]{}"\n]{0,200}[\]}]/.test(text.slice(at, at + 210));
}

function isFirst(text: string, at: number): boolean {
  return at < 1_000 && text.slice(0, at).trim() === '';
}

function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));
}

/** Behind the bracket that closes the one at `start`; the end of the text when none does. Strings do not count. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

const FIRST_LINE = /^(?:[ \t]*(?:#.*|%.*)?\r?\n)*/;
const FIRST_MEMBER = new RegExp(
  [
    String.raw`^---\s`,
    String.raw`^-\s+["']?(?:${STEP_MEMBERS.join('|')})["']?\s*:\s`,
    String.raw`^["']?(?:${PLAN_MEMBERS.join('|')})["']?\s*:\s`,
    String.raw`^\{\s*(?:${PLAN_MEMBERS.join('|')})\s*:\s`,
  ].join('|'),
);

const ANY_MEMBER = /^["']?[\w.-]+["']?\s*:\s/;
const PLAN_LINE = new RegExp(String.raw`^(?:artifact|${PLAN_NAMES.steps.join('|')})\s*:`, 'm');

/**
 * A document mark, a list of objects, or members of which one is what only plans have. A sentence that ends in a colon
 * is none.
 */
function beginsAsYaml(text: string): boolean {
  const start = FIRST_LINE.exec(text.slice(0, 10_000))?.[0].length ?? 0;
  const first = text.slice(start, start + 200);
  if (FIRST_MEMBER.test(first)) return true;
  const line = ANY_MEMBER.test(first) ? text.search(PLAN_LINE) : -1;
  return line >= 0 && !/^[ \t]*```/m.test(text.slice(0, line));
}

function notFound(): ReadText {
  return failed(
    'no-plan-found',
    'There is no plan in this text; allowed: plan/v1 as JSON or YAML, {"goal", "steps": [...]}, or a list of steps',
  );
}

function failed(code: string, message: string, place?: { line: number; column: number }): ReadText {
  const at = place && { line: place.line, column: place.column };
  return { ok: false, problems: [{ code, severity: 'error', path: '', message, ...(at && { at }) }] };
}
