/**
 * The edge where a document from outside becomes a PlanDocument. All problems are reported together, each with its
 * path and what is allowed there; nothing is dropped or repaired in silence.
 */
import type { z } from 'zod';
import type { Json } from '../json.ts';
import { parseJsonText } from './json-text.ts';
import { pointer } from './pointer.ts';
import type { Problem } from './problem.ts';
import { PLAN_LIMITS, PlanDocument } from './schema.ts';

export type ParsePlanResult = { ok: true; document: PlanDocument } | { ok: false; problems: Problem[] };

/** More problems than these help nobody; the last one says how many were left out. */
const MAX_PROBLEMS = 200;

export function parsePlanText(text: string): ParsePlanResult {
  const bytes = utf8Length(text, PLAN_LIMITS.documentBytes);
  if (bytes > PLAN_LIMITS.documentBytes) return { ok: false, problems: [tooLarge()] };
  const read = parseJsonText(text);
  if (!read.ok) return { ok: false, problems: [problem(read.code, '', read.message)] };
  return parsePlan(read.value);
}

export function parsePlan(input: unknown): ParsePlanResult {
  const scanned = jsonProblems(input);
  if (scanned.length > 0) return { ok: false, problems: scanned };
  const beyond = countProblems(input);
  if (beyond.length > 0) return { ok: false, problems: beyond };
  const parsed = PlanDocument.safeParse(input, { reportInput: true });
  if (!parsed.success)
    return {
      ok: false,
      problems: cappedProblems(parsed.error.issues.flatMap((issue) => toProblems(issue, [], input))),
    };
  const large = argumentProblems(parsed.data);
  return large.length > 0
    ? { ok: false, problems: cappedProblems(large) }
    : { ok: true, document: parsed.data };
}

/** What JSON, or our limits, cannot hold. Iterative, so that no input can overflow the stack. */
export function jsonProblems(input: unknown): Problem[] {
  const problems: Problem[] = [];
  const stack: { value: unknown; path: PropertyKey[]; depth: number }[] = [
    { value: input, path: [], depth: 0 },
  ];
  let bytes = 0;
  while (stack.length > 0 && problems.length < MAX_PROBLEMS) {
    const { value, path, depth } = stack.pop() as (typeof stack)[number];
    const at = () => pointer(path);
    bytes += 1;
    if (value === null || typeof value === 'boolean') bytes += 4;
    else if (typeof value === 'number') {
      bytes += 8;
      if (!Number.isFinite(value)) problems.push(problem('not-json', at(), `${value} is not a JSON number`));
      else if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        problems.push(
          problem(
            'integer-too-large',
            at(),
            `${value} is beyond 2^53 and would be rounded: pass it as a string`,
          ),
        );
      }
    } else if (typeof value === 'string') {
      bytes += utf8Length(value, PLAN_LIMITS.documentBytes) + 2;
      if (!value.isWellFormed())
        problems.push(problem('not-json', at(), 'Holds half of a surrogate pair, which is no text'));
    } else if (typeof value === 'object' && (Array.isArray(value) || isPlain(value))) {
      if (depth >= PLAN_LIMITS.jsonDepth) {
        problems.push(problem('too-deep', at(), `Nested deeper than ${PLAN_LIMITS.jsonDepth} levels`));
        continue;
      }
      if (Array.isArray(value)) {
        for (let index = value.length - 1; index >= 0; index -= 1)
          stack.push({ value: value[index], path: [...path, index], depth: depth + 1 });
      } else {
        for (const [key, member] of Object.entries(value).reverse()) {
          if (key === '__proto__')
            problems.push(
              problem(
                'forbidden-key',
                pointer([...path, key]),
                'The member name "__proto__" cannot be kept: choose another',
              ),
            );
          else if (member !== undefined) {
            bytes += key.length + 3;
            stack.push({ value: member, path: [...path, key], depth: depth + 1 });
          }
        }
      }
    } else problems.push(problem('not-json', at(), `${describe(value)} is not JSON`));
    if (bytes > PLAN_LIMITS.documentBytes) return [tooLarge()];
  }
  return problems;
}

/** The two limits that are counted before anything else is looked at, so that a huge plan gets one clear answer. */
function countProblems(input: unknown): Problem[] {
  if (!isPlain(input) || !Array.isArray(input.steps)) return [];
  const problems: Problem[] = [];
  if (input.steps.length > PLAN_LIMITS.steps) {
    problems.push(
      problem(
        'too-many-steps-for-a-plan',
        '/steps',
        `${input.steps.length} steps: a plan holds ${PLAN_LIMITS.steps} at most`,
      ),
    );
  }
  let dependencies = 0;
  for (const step of input.steps as unknown[])
    if (isPlain(step) && Array.isArray(step.needs)) dependencies += step.needs.length;
  if (dependencies > PLAN_LIMITS.dependencies) {
    problems.push(
      problem(
        'too-many-dependencies',
        '/steps',
        `${dependencies} dependencies: a plan holds ${PLAN_LIMITS.dependencies} at most`,
      ),
    );
  }
  return problems;
}

function argumentProblems(document: PlanDocument): Problem[] {
  const problems: Problem[] = [];
  const judge = (args: Record<string, Json> | undefined, path: PropertyKey[], stepId?: string) => {
    for (const [name, value] of Object.entries(args ?? {})) {
      const bytes = utf8Length(JSON.stringify(value), PLAN_LIMITS.argumentBytes);
      if (bytes > PLAN_LIMITS.argumentBytes) {
        problems.push({
          ...problem(
            'argument-too-large',
            pointer([...path, name]),
            `Larger than ${PLAN_LIMITS.argumentBytes / 1024} KiB, the limit of one argument`,
          ),
          ...(stepId !== undefined && { stepId }),
        });
      }
    }
  };
  judge(document.inputs, ['inputs']);
  document.steps.forEach((step, index) => {
    const at: PropertyKey[] = ['steps', index];
    const works: [typeof step.work, PropertyKey[]][] = [[step.work, [...at, 'work']]];
    step.fallbacks?.forEach((work, i) => works.push([work, [...at, 'fallbacks', i]]));
    if (step.compensation) works.push([step.compensation, [...at, 'compensation']]);
    for (const [work, path] of works) {
      if (work.kind === 'tool') judge(work.args, [...path, 'args'], step.id);
      else if (work.kind !== 'checkpoint') judge(work.inputs, [...path, 'inputs'], step.id);
    }
  });
  return problems;
}

function toProblems(issue: z.core.$ZodIssue, outer: PropertyKey[], input: unknown): Problem[] {
  const path = [...outer, ...issue.path];
  const stepId = stepIdAt(path, input);
  const make = (at: PropertyKey[], code: string, message: string): Problem => ({
    ...problem(code, pointer(at), message),
    ...(stepId !== undefined && { stepId }),
  });
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        make([...path, key], 'unknown-member', `plan/v1 has no member "${key}" here`),
      );
    case 'invalid_value':
      return [
        make(
          path,
          'invalid-value',
          `${got(valueAt(path, input))}; allowed: ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`,
        ),
      ];
    case 'invalid_type':
      return valueAt(path, input) === undefined
        ? [make(path, 'missing-member', `Missing; expected ${typeName(issue.expected)}`)]
        : [make(path, 'invalid-value', `${got(valueAt(path, input))}; expected ${typeName(issue.expected)}`)];
    case 'too_big':
      return [
        make(
          path,
          'invalid-value',
          `${got(valueAt(path, input))}; allowed: at most ${issue.maximum} ${unit(issue.origin)}`.trimEnd(),
        ),
      ];
    case 'too_small':
      return [
        make(
          path,
          'invalid-value',
          `${got(valueAt(path, input))}; allowed: at least ${issue.minimum} ${unit(issue.origin)}`.trimEnd(),
        ),
      ];
    case 'invalid_union': {
      if ('discriminator' in issue && issue.discriminator) {
        const at = [...path, ...(path.at(-1) === issue.discriminator ? [] : [issue.discriminator])];
        return [
          make(
            at,
            'invalid-value',
            `${got(valueAt(at, input))}; allowed: "tool", "model", "agent", "person", "checkpoint"`,
          ),
        ];
      }
      if (path.at(-1) === 'join')
        return [
          make(
            path,
            'invalid-value',
            `${got(valueAt(path, input))}; allowed: "all", "any", {"atLeast": n} with n ≥ 1`,
          ),
        ];
      return [make(path, 'invalid-value', `${got(valueAt(path, input))}; ${issue.message}`)];
    }
    case 'invalid_key':
      return issue.issues.flatMap((inner) => toProblems(inner, path, input));
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of':
      return [make(path, 'invalid-value', `${got(valueAt(path, input))}; ${issue.message}`)];
  }
}

function stepIdAt(path: readonly PropertyKey[], input: unknown): string | undefined {
  if (path[0] !== 'steps' || path[1] === undefined) return undefined;
  const id = valueAt(['steps', path[1], 'id'], input);
  return typeof id === 'string' ? id : undefined;
}

function valueAt(path: readonly PropertyKey[], input: unknown): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

function got(value: unknown): string {
  if (value === undefined) return 'Missing';
  const text = typeof value === 'object' && value !== null ? describe(value) : JSON.stringify(value);
  return `Got ${text.length > 80 ? `${text.slice(0, 77)}…` : text}`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return isPlain(value) ? 'an object' : 'a value of a class';
  return `a value of type ${typeof value}`;
}

function typeName(expected: string): string {
  return (
    { array: 'a list', object: 'an object', record: 'an object', int: 'a whole number' }[expected] ??
    `a ${expected}`
  );
}

function unit(origin: string): string {
  return { string: 'characters', array: 'items' }[origin] ?? '';
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function tooLarge(): Problem {
  return problem(
    'document-too-large',
    '',
    `Larger than ${PLAN_LIMITS.documentBytes / 1024 / 1024} MiB, the limit of a plan`,
  );
}

function problem(code: string, path: string, message: string): Problem {
  return { code, severity: 'error', path, message };
}

export function cappedProblems(problems: Problem[]): Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [
    ...problems.slice(0, MAX_PROBLEMS),
    problem('more-problems', '', `And ${problems.length - MAX_PROBLEMS} more problems`),
  ];
}

/** Bytes of the text in UTF-8; stops counting beyond `enough`. */
export function utf8Length(text: string, enough: number): number {
  let bytes = 0;
  for (let index = 0; index < text.length && bytes <= enough; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code <= 0xdbff) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}
