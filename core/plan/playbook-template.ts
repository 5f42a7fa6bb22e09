/**
 * A plan document some of whose values may be given anew: what a saved playbook is. A parameter stands for whole values,
 * never for a part of a text, so nothing can be spliced into a statement or an expression.
 */
import type { Json, JsonObject } from '../json.ts';
import { bindingOf } from './bound-value.ts';
import { validateJson } from './json-schema.ts';
import { type CheckSite, checksOfPlan, checksOfStep, worksOf } from './lint-rules/context.ts';
import { pointer } from './pointer.ts';
import type { PlanDocument } from './schema.ts';

/** `at` holds JSON Pointers into the document. Type and default are those of the value that stands there. */
export type PlaybookParameter = { name: string; label: string; at: string[] };
export type PlaybookTemplate = { document: PlanDocument; parameters: readonly PlaybookParameter[] };
export type Literal = string | number | boolean;
export type LiteralPlace = {
  pointer: string;
  value: Literal;
  /** The nearest member's name: `connection`, `limit`. */
  name: string;
  /** Absent: it belongs to the plan as a whole. */
  stepId?: string;
};
export type TemplateProblem = { path: string; message: string };
/** Names of a tool's arguments whose text is code. */
export type CodeArguments = (tool: string) => readonly string[];

export const MAX_PARAMETERS = 50;
export const MAX_PLACES = 2_000;
const MAX_TEXT = 20_000;

/** Every value that may become a parameter: inputs and arguments, but no binding, no code, no approval, no limit. */
export function literalPlaces(document: PlanDocument, codeArguments: CodeArguments): LiteralPlace[] {
  const places: LiteralPlace[] = [];
  const values = (path: PropertyKey[], held: Json | undefined, name: string, stepId?: string): void => {
    if (held === undefined || held === null || bindingOf(held) !== undefined) return;
    if (Array.isArray(held)) {
      for (const [index, item] of held.entries()) values([...path, index], item, name, stepId);
    } else if (typeof held === 'object') {
      for (const [key, member] of Object.entries(held)) values([...path, key], member, key, stepId);
    } else {
      places.push({ pointer: pointer(path), value: held, name, ...(stepId !== undefined && { stepId }) });
    }
  };
  const call = (path: PropertyKey[], tool: string, args: JsonObject, stepId?: string) => {
    const code = codeArguments(tool);
    for (const [name, value] of Object.entries(args))
      if (!(code.includes(name) && typeof value === 'string'))
        values([...path, 'args', name], value, name, stepId);
  };
  const probe = ({ check, path, step }: CheckSite) => {
    if (check.probe) call([...path, 'probe'], check.probe.tool, check.probe.args, step?.id);
  };
  values(['inputs'], document.inputs, 'inputs');
  for (const [index, step] of document.steps.entries()) {
    for (const { work, path } of worksOf(step, index)) {
      if (work.kind === 'tool') call(path, work.tool, work.args, step.id);
      else if (work.kind !== 'checkpoint') values([...path, 'inputs'], work.inputs, 'inputs', step.id);
    }
    checksOfStep(step, index).forEach(probe);
  }
  checksOfPlan(document).forEach(probe);
  return places;
}

export type SuggestedParameter = PlaybookParameter & { value: Literal; stepIds: string[] };

/** One suggestion for each value under one name: the places where it stands change together. Inputs come first. */
export function suggestParameters(
  document: PlanDocument,
  codeArguments: CodeArguments,
): SuggestedParameter[] {
  const groups = new Map<string, LiteralPlace[]>();
  for (const place of literalPlaces(document, codeArguments).slice(0, MAX_PLACES)) {
    const key = JSON.stringify([place.name, place.value]);
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  const taken = new Set<string>();
  return [...groups.values()].flatMap((places) => {
    const [first] = places;
    if (!first) return [];
    const name = freeName(first.name, taken);
    const stepIds = places.flatMap(({ stepId }) => (stepId === undefined ? [] : [stepId]));
    return [
      {
        name,
        label: labelOf(first.name),
        at: places.map((place) => place.pointer),
        value: first.value,
        stepIds: [...new Set(stepIds)],
      },
    ];
  });
}

/** Why this document with these parameters is no playbook; empty when it is one. */
export function templateProblems(
  { document, parameters }: PlaybookTemplate,
  codeArguments: CodeArguments,
): TemplateProblem[] {
  const places = new Map(literalPlaces(document, codeArguments).map((place) => [place.pointer, place]));
  const names = new Set<string>();
  const used = new Set<string>();
  const undoing = document.steps.findIndex(({ undoes }) => undoes !== undefined);
  const problems: TemplateProblem[] =
    undoing < 0
      ? []
      : [
          {
            path: `/steps/${undoing}`,
            message: 'This version takes back what one run did, with the values of that run.',
          },
        ];
  for (const [index, { name, at }] of parameters.entries()) {
    const path = `/parameters/${index}`;
    if (names.has(name))
      problems.push({ path: `${path}/name`, message: `Two parameters are named "${name}".` });
    names.add(name);
    const expected = places.get(at[0] ?? '');
    for (const [nth, each] of at.entries()) {
      const place = places.get(each);
      const problem = !place
        ? 'There is no value that may become a parameter'
        : used.has(each)
          ? 'Another parameter stands for the value'
          : expected && place.value !== expected.value
            ? `"${name}" stands for several values that differ: see the one`
            : undefined;
      if (problem !== undefined)
        problems.push({ path: `${path}/at/${nth}`, message: `${problem} at ${each}.` });
      used.add(each);
    }
  }
  return problems;
}

/** JSON Schema from which the form is drawn; the default of each parameter is the value as it was saved. */
export function parametersSchema({ document, parameters }: PlaybookTemplate): JsonObject {
  const places = new Map(literalPlaces(document, () => []).map((place) => [place.pointer, place.value]));
  const properties = parameters.flatMap(({ name, label, at }): [string, JsonObject][] => {
    const value = places.get(at[0] ?? '');
    return value === undefined ? [] : [[name, { ...typeOf(value), title: label, default: value }]];
  });
  return {
    type: 'object',
    additionalProperties: false,
    required: properties.flatMap(([name, property]) => (property['default'] === '' ? [] : [name])),
    properties: Object.fromEntries(properties),
  };
}

export type FilledTemplate =
  | { ok: true; document: PlanDocument }
  | { ok: false; problems: TemplateProblem[] };

/** The document with the given values; a parameter that is not named keeps its default. Pure. */
export function fillTemplate(template: PlaybookTemplate, values: JsonObject, goal: string): FilledTemplate {
  const schema = parametersSchema(template);
  const fallbacks = Object.entries(schema['properties'] as Record<string, JsonObject>).map(
    ([name, property]) => [name, property['default'] as Json] as const,
  );
  const filled: JsonObject = Object.fromEntries([...fallbacks, ...Object.entries(values)]);
  const problems = validateJson(schema, filled);
  if (problems.length > 0)
    return { ok: false, problems: problems.map(({ path, message }) => ({ path, message })) };
  const given = new Map(
    template.parameters.flatMap(({ name, at }) => at.map((place) => [place, filled[name] as Json] as const)),
  );
  const document = withValues(template.document as unknown as Json, '', given) as unknown as PlanDocument;
  return { ok: true, document: { ...document, objective: goal } };
}

function withValues(held: Json, at: string, given: ReadonlyMap<string, Json>): Json {
  const value = given.get(at);
  if (value !== undefined) return value;
  if (Array.isArray(held))
    return held.map((item, index) => withValues(item, `${at}${pointer([index])}`, given));
  if (held === null || typeof held !== 'object') return held;
  return Object.fromEntries(
    Object.entries(held).map(([key, member]) => [key, withValues(member, `${at}${pointer([key])}`, given)]),
  );
}

function typeOf(value: Literal): JsonObject {
  if (typeof value === 'string')
    return {
      type: 'string',
      ...(value !== '' && { minLength: 1 }),
      maxLength: Math.max(value.length > 200 ? MAX_TEXT : 500, value.length),
    };
  if (typeof value === 'boolean') return { type: 'boolean' };
  return { type: Number.isInteger(value) ? 'integer' : 'number' };
}

function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 56);
  const base = plain === '' ? 'value' : plain;
  let name = base;
  for (let at = 2; taken.has(name); at += 1) name = `${base}_${at}`;
  taken.add(name);
  return name;
}

function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 100);
  return words === '' ? 'Value' : words.slice(0, 1).toUpperCase() + words.slice(1);
}
