/**
 * What an admin lets plans run on the worker's machine: programs with fixed arguments and bounded parameters, never a
 * text that a shell reads. "{name}" in an argument stands for the parameter `name`; everything else is literal.
 */
import path from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '#core/json.ts';
import type { CommandInfo } from '#core/plan/tool-contract.ts';

const MAX_ARGUMENT_CHARACTERS = 4_000;
const noNul = (text: string) => !text.includes('\0');
const plainText = z.string().max(MAX_ARGUMENT_CHARACTERS).refine(noNul, 'has a NUL character');
const Description = z.string().trim().min(1).max(300).optional();
const ExitCodes = z.array(z.int().min(1).max(255)).max(50).optional();
/** A value that starts with - may be taken for an option. */
const mayStartWithDash = z.boolean().optional();

const TextParam = z.strictObject({
  type: z.literal('string'),
  description: Description,
  enum: z.array(plainText).min(1).max(200).optional(),
  /** Holds for the whole value. */
  pattern: z.string().min(1).max(500).refine(isPattern, 'is no regular expression').optional(),
  maxLength: z.int().min(1).max(MAX_ARGUMENT_CHARACTERS).optional(),
  mayStartWithDash,
});
const IntegerParam = z.strictObject({
  type: z.literal('integer'),
  description: Description,
  minimum: z.int(),
  maximum: z.int(),
  mayStartWithDash,
});
export const CommandParam = z.discriminatedUnion('type', [TextParam, IntegerParam]);
export type CommandParam = z.infer<typeof CommandParam>;

export const CommandTemplate = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, 'is a-z, 0-9, - and _, and starts with a letter'),
    description: Description,
    argv: z.array(plainText).min(1).max(100),
    params: z.record(z.string().regex(/^[A-Za-z]\w{0,63}$/), CommandParam).default({}),
    effect: z.enum(['read', 'write', 'irreversible']),
    /** Beside PATH and LANG: all of the environment. */
    env: z.record(z.string().regex(/^[A-Za-z_]\w{0,99}$/), plainText).default({}),
    timeoutMs: z.int().min(100).max(3_600_000).optional(),
    /** Of a read: beside 0, codes that are an answer and no failure (grep: 1). */
    okExitCodes: ExitCodes,
    /** Of a change: codes by which the program proves that nothing was changed. */
    notAppliedExitCodes: ExitCodes,
  })
  .superRefine((template, ctx) => {
    for (const [at, message] of problemsOf(template)) ctx.addIssue({ code: 'custom', path: at, message });
  });
export type CommandTemplate = z.infer<typeof CommandTemplate>;

export const CommandTemplates = z
  .array(CommandTemplate)
  .min(1)
  .max(50)
  .superRefine((templates, ctx) => {
    templates.forEach(({ name }, index) => {
      if (templates.findIndex((other) => other.name === name) !== index)
        ctx.addIssue({ code: 'custom', path: [index, 'name'], message: `there are two commands "${name}"` });
    });
  });

/** Pieces of an argument: literal text, or the parameter that stands there. */
export type Piece = { text: string } | { param: string };
export function piecesOf(argument: string): Piece[] {
  return argument
    .split(/(\{[A-Za-z]\w*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\{[A-Za-z]\w*\}$/.test(piece) ? { param: piece.slice(1, -1) } : { text: piece }));
}

/** The whole arguments of a call of this command, as lint and gate judge them. */
export function commandInfoOf({ description, effect, params }: CommandTemplate): CommandInfo {
  const names = Object.keys(params);
  return {
    ...(description !== undefined && { description }),
    effect,
    argsSchema: {
      type: 'object',
      ...(names.length > 0 && { required: ['params'] }),
      properties: {
        params: {
          type: 'object',
          additionalProperties: false,
          required: names,
          properties: Object.fromEntries(
            Object.entries(params).map(([name, param]) => [name, schemaOf(param)]),
          ),
        },
      },
    },
  };
}

function schemaOf(param: CommandParam): JsonObject {
  const { description } = param;
  const titled: JsonObject = description === undefined ? {} : { description };
  if (param.type === 'integer')
    return { ...titled, type: 'integer', minimum: param.minimum, maximum: param.maximum };
  const { enum: choices, pattern, maxLength } = param;
  return {
    ...titled,
    type: 'string',
    ...(choices && { enum: choices }),
    ...(pattern !== undefined && { pattern: `^(?:${pattern})$` }),
    ...(maxLength !== undefined && { maxLength }),
    ...(!(param.mayStartWithDash ?? false) && { allOf: [{ pattern: '^(?!-)' }] }),
  };
}

type Problem = [at: (string | number)[], message: string];
type Parts = {
  argv: string[];
  params: Record<string, CommandParam>;
  effect: string;
  okExitCodes?: number[] | undefined;
  notAppliedExitCodes?: number[] | undefined;
};

function problemsOf({ argv, params, effect, okExitCodes, notAppliedExitCodes }: Parts): Problem[] {
  const problems: Problem[] = [];
  const [program = ''] = argv;
  if (!path.isAbsolute(program) || program.endsWith('/'))
    problems.push([['argv', 0], 'is the absolute path of a program']);
  if (piecesOf(program).some((piece) => 'param' in piece))
    problems.push([['argv', 0], 'holds no parameter: which program runs is fixed']);
  const used = new Set<string>();
  argv.forEach((argument, index) => {
    for (const piece of piecesOf(argument)) {
      if (!('param' in piece)) continue;
      used.add(piece.param);
      if (!Object.hasOwn(params, piece.param))
        problems.push([['argv', index], `"{${piece.param}}" is no parameter of this command`]);
      else if (isFreeText(params[piece.param]) && isProgramText(argv, index))
        problems.push([
          ['argv', index],
          `"{${piece.param}}" would become part of a program text; give it as an argument of its own after that text`,
        ]);
    }
  });
  for (const [name, param] of Object.entries(params)) {
    if (!used.has(name)) problems.push([['params', name], `stands nowhere in argv as "{${name}}"`]);
    const problem = paramProblem(param);
    if (problem !== undefined) problems.push([['params', name], problem]);
  }
  if (okExitCodes && effect !== 'read')
    problems.push([['okExitCodes'], 'is for reads: a change has happened when its program exits with 0']);
  if (notAppliedExitCodes && effect === 'read')
    problems.push([['notAppliedExitCodes'], 'is for changes: a read changes nothing anyway']);
  return problems;
}

function paramProblem(param: CommandParam): string | undefined {
  if (param.type === 'integer') {
    if (param.minimum > param.maximum) return 'has a minimum above its maximum';
    return param.minimum < 0 && !param.mayStartWithDash
      ? 'can be below 0: its - could be taken for an option, so say mayStartWithDash: true'
      : undefined;
  }
  const { enum: choices, pattern, maxLength, mayStartWithDash: withDash } = param;
  if (choices === undefined && (pattern === undefined || maxLength === undefined))
    return 'needs an enum, or a pattern and a maxLength: a plan may not give just any text';
  const dashed = choices?.find((choice) => choice.startsWith('-'));
  if (dashed !== undefined && !withDash)
    return `has the choice "${dashed}", which could be taken for an option, so say mayStartWithDash: true`;
  return undefined;
}

function isFreeText(param: CommandParam | undefined): boolean {
  return param?.type === 'string' && param.enum === undefined;
}

const interpreters = /^(?:(?:ba|da|z|k|c|tc|a|fi)?sh|busybox|env|python[\d.]*|perl|ruby|node|php|lua|su)$/;
/** -c, -lc, -e, -r … or --eval and --command, of a program that takes a program text after it. */
const takesText = /^(?:-[A-Za-z]*[cerS]|--(?:eval|command|print|run|split-string)(?:=.*)?)$/;

function isProgramText(argv: readonly string[], index: number): boolean {
  const hasInterpreter = argv.slice(0, index).some((one) => interpreters.test(path.basename(one)));
  if (!hasInterpreter) return false;
  return takesText.test(argv[index - 1] ?? '') || takesText.test(argv[index]?.split('{')[0] ?? '');
}

function isPattern(text: string): boolean {
  try {
    // Alone too: "a)|(b" would otherwise close the group that holds it to the whole value.
    return [text, `^(?:${text})$`].every((one) => new RegExp(one, 'u') instanceof RegExp);
  } catch {
    return false;
  }
}
