/** The exact arguments of a call: the template's, with each parameter's value put in its place and nothing else. */
import type { Json, JsonObject } from '#core/json.ts';
import { validateJson } from '#core/plan/json-schema.ts';
import { commandInfoOf, type CommandTemplate, piecesOf } from '#server/connections/command-template.ts';

export type FilledArgv = { ok: true; argv: string[] } | { ok: false; message: string };

export function fillArgv(template: CommandTemplate, params: JsonObject): FilledArgv {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const text = textOf(value);
    const problem = text === undefined ? undefined : valueProblem(template, name, text);
    if (problem !== undefined) return { ok: false, message: `The parameter ${name} ${problem}` };
    if (text !== undefined) values[name] = text;
  }
  const [finding] = validateJson(commandInfoOf(template).argsSchema, { params });
  if (finding)
    return {
      ok: false,
      message: `The command ${template.name} does not take these parameters: ${finding.path.replace('/params/', '')} ${finding.message}`,
    };
  const argv = template.argv.map((argument) =>
    piecesOf(argument)
      .map((piece) => ('text' in piece ? piece.text : (values[piece.param] ?? '')))
      .join(''),
  );
  return { ok: true, argv };
}

/** As a person would read it in a terminal; never given to a shell. */
export function shownArgv(argv: readonly string[]): string {
  return argv.map((one) => (/^[\w%+,./:=@-]+$/.test(one) ? one : JSON.stringify(one))).join(' ');
}

function textOf(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

function valueProblem({ params }: CommandTemplate, name: string, text: string): string | undefined {
  if (text.includes('\0')) return 'has a NUL character.';
  if (text !== text.toWellFormed()) return 'is not well-formed Unicode.';
  const param = Object.hasOwn(params, name) ? params[name] : undefined;
  return param && text.startsWith('-') && !param.mayStartWithDash
    ? 'starts with -, and could be taken for an option.'
    : undefined;
}
