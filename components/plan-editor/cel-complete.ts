import type { JsonObject } from '#core/json.ts';
import { messages } from '#components/ui/messages-editor.ts';
import { isObject, schemaAt, type CelScope } from './cel-scope.ts';

export type Completion = {
  label: string;
  /** What takes the place of the text from `from` to `to`. */
  insert: string;
  detail: string;
};
export type Completions = { from: number; to: number; options: Completion[] };

const MAX_OPTIONS = 50;
const NAME = String.raw`[A-Za-z_]\w*`;
const PATH = String.raw`${NAME}(?:\.${NAME}|\["[^"]*"\]|\['[^']*'\]|\[\d+\])*`;
const stepId = /\bsteps\[\s*(["']?)([\w-]*)$/;
const member = new RegExp(String.raw`(${PATH})\.(\w*)$`);
const word = new RegExp(String.raw`(?:^|[^\w."'\]])(${NAME})?$`);

/** `name(` with the cursor inside; the language's own functions that plans use. */
const functions = ['has', 'size', 'string', 'int', 'double', 'bool', 'timestamp', 'duration', 'type'];
const ofText = ['contains', 'startsWith', 'endsWith', 'size', 'lowerAscii', 'upperAscii', 'trim', 'split'];
const ofList = ['size', 'all', 'exists', 'exists_one', 'filter', 'map', 'join'];
const comprehensions = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

/** What can be written at the cursor. Only what may be read there is offered: steps are ancestors, never others. */
export function complete(text: string, cursor: number, scope: CelScope): Completions | undefined {
  const before = text.slice(0, cursor);
  const id = stepId.exec(before);
  if (id) return completeStep(text, cursor, id[2] ?? '', scope);
  if (insideText(before)) return undefined;
  const of = member.exec(before);
  if (of) return completeMember(cursor, of[1] ?? '', of[2] ?? '', scope);
  const start = word.exec(before);
  if (!start) return undefined;
  return completeName(cursor, start[1] ?? '', scope);
}

function completeStep(text: string, cursor: number, typed: string, scope: CelScope): Completions {
  const open = text.lastIndexOf('[', cursor - 1) + 1;
  // What an earlier completion or the typist has already closed is written over.
  const closed = /^["']?\]?(?:\.output)?/.exec(text.slice(cursor))?.[0].length ?? 0;
  return {
    from: open,
    to: cursor + closed,
    options: scope.steps
      .filter(({ id, title }) => holds(id, typed) || holds(title, typed))
      .slice(0, MAX_OPTIONS)
      .map(({ id, title }) => ({
        label: `steps["${id}"]`,
        insert: `"${id}"].output`,
        detail: title,
      })),
  };
}

function completeMember(cursor: number, path: string, typed: string, scope: CelScope): Completions {
  const from = cursor - typed.length;
  const done = (options: Completion[]): Completions => ({ from, to: cursor, options });
  if (path === 'steps') {
    // `steps.a-b` would be a subtraction: the form with brackets is always right.
    const start = from - 1;
    return {
      from: start,
      to: cursor,
      options: scope.steps
        .filter(({ id, title }) => holds(id, typed) || holds(title, typed))
        .slice(0, MAX_OPTIONS)
        .map(({ id, title }) => ({ label: `steps["${id}"]`, insert: `["${id}"].output`, detail: title })),
    };
  }
  if (/^steps(?:\["[^"]*"\]|\['[^']*'\]|\.\w+)$/.test(path))
    return done(fits('output', typed) ? [{ label: 'output', insert: 'output', detail: '' }] : []);
  const schema = schemaAt(path, scope);
  const type = schema?.['type'];
  const members = membersOf(schema)
    .filter(({ name }) => fits(name, typed))
    .map(({ name, detail }) => ({ label: name, insert: name, detail }));
  const calls =
    type === 'string'
      ? ofText
      : type === 'array'
        ? ofList
        : schema === undefined
          ? [...ofText, ...ofList]
          : [];
  return done([
    ...members,
    ...[...new Set(calls)].filter((name) => fits(name, typed)).map((name) => call(name)),
  ]);
}

function completeName(cursor: number, typed: string, scope: CelScope): Completions {
  const names = scope.names
    .filter((name) => fits(name, typed))
    .map((name) => ({
      label: name,
      insert: name === 'steps' ? 'steps[' : name,
      detail: messages.editor.cel.names[name],
    }));
  const calls = typed === '' ? [] : functions.filter((name) => fits(name, typed)).map((name) => call(name));
  return { from: cursor - typed.length, to: cursor, options: [...names, ...calls] };
}

function call(name: string): Completion {
  const insert = comprehensions.has(name) ? `${name}(x, ` : `${name}(`;
  return {
    label: `${name}()`,
    insert,
    detail: comprehensions.has(name) ? messages.editor.cel.each : messages.editor.cel.function,
  };
}

function membersOf(schema: JsonObject | undefined): { name: string; detail: string }[] {
  const properties = schema?.['properties'];
  if (!isObject(properties)) return [];
  return Object.entries(properties)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, each]) => ({
      name,
      detail: isObject(each) && typeof each['type'] === 'string' ? each['type'] : '',
    }));
}

function fits(name: string, typed: string): boolean {
  return name.toLowerCase().startsWith(typed.toLowerCase());
}

function holds(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.toLowerCase());
}

/** The cursor stands inside a text literal: nothing is completed there. */
function insideText(before: string): boolean {
  let quote: string | undefined;
  for (let at = 0; at < before.length; at += 1) {
    const char = before[at];
    if (quote !== undefined) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = undefined;
    } else if (char === '"' || char === "'") quote = char;
  }
  return quote !== undefined;
}
