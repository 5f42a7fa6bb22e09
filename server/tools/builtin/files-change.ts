/**
 * files.write and files.remove: changes that name what they expect to find (by hash, or nothing), so that nobody
 * else's change is lost and a lost answer can be settled by looking at the file.
 */
import type { Json, JsonObject } from '#core/json.ts';
import type { ResolvedFolderConnection } from '#server/connections/connection.ts';
import { changeFile, type Expected, settleFile } from '../files/change-file.ts';
import { fileFailure, otherContent } from '../files/failure.ts';
import { MAX_FILE_BYTES, sha256 } from '../files/file-content.ts';
import { folderArgs, folderOf, pathOf, sha256Schema } from '../files/folder-args.ts';
import {
  ONE_CALL,
  type ReconcileResult,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolReconcileContext,
} from '../tool.ts';
import { textArg } from '../text-args.ts';
import { resourceOf } from './files-read.ts';

const outputSchema = {
  type: 'object',
  required: ['path', 'before', 'after'],
  properties: {
    path: { type: 'string' },
    before: { type: ['string', 'null'], description: 'Hash of what was there.' },
    after: { type: ['string', 'null'], description: 'Hash of what is there now.' },
    bytes: { type: 'integer' },
  },
};
const common = {
  version: '1',
  outputSchema,
  risk: 'medium',
  dedupe: 'lookup',
  maxInFlightMs: 60_000,
  canReconcile: true,
  connectionArg: 'connection',
  connectionKind: 'folder',
  resource: resourceOf,
  estimate: () => ONE_CALL,
} as const;

export const filesWrite: Tool = {
  ...common,
  name: 'files.write',
  description: 'Write one file of a folder connection as a whole, if it still holds what is expected.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'path', 'expected'],
    properties: {
      ...folderArgs,
      text: { type: 'string', title: 'Text' },
      base64: { type: 'string', contentEncoding: 'base64', title: 'Bytes in base64, instead of text' },
      expected: {
        anyOf: [sha256Schema, { type: 'null' }],
        title: 'Expected now',
        description: 'The sha256 that files.read gave; null when no file may be there.',
      },
    },
    oneOf: [{ required: ['text'] }, { required: ['base64'] }],
  },
  effect: 'write',
  codeArgs: { text: 'text' },
  refuse: (args) => pathOf(args, { isFile: true }).problem ?? contentProblem(args),
  summary: (args) =>
    `${args['expected'] === null ? 'Make' : 'Replace'} ${textArg(args, 'path') ?? 'a file'} in ${textArg(args, 'connection') ?? 'a folder'}`,
  effectSentence: (args) =>
    args['expected'] === null
      ? 'Makes a file where none may be. It can be removed again.'
      : 'Replaces the whole content, if it is still the expected one. The old content can be written back while a step holds it.',
  execute: (args, context) => change(args, context, contentOf(args)),
  reconcile: (args, context) => settle(args, context, contentOf(args)),
};

export const filesRemove: Tool = {
  ...common,
  name: 'files.remove',
  description: 'Remove one file of a folder connection, if it still holds what is expected.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'path', 'expected'],
    properties: {
      ...folderArgs,
      expected: {
        ...sha256Schema,
        title: 'Expected now',
        description: 'The sha256 that files.read gave.',
      },
    },
  },
  effect: 'irreversible',
  refuse: (args) => pathOf(args, { isFile: true }).problem,
  summary: (args) =>
    `Remove ${textArg(args, 'path') ?? 'a file'} from ${textArg(args, 'connection') ?? 'a folder'}`,
  effectSentence: () => 'Removes the file. Nothing here keeps a copy.',
  execute: (args, context) => change(args, context, null),
  reconcile: (args, context) => settle(args, context, null),
};

async function change(args: JsonObject, context: ToolContext, content: Buffer | null): Promise<ToolOutcome> {
  const { parts, path } = pathOf(args, { isFile: true });
  const expected = (args['expected'] ?? null) as Expected;
  try {
    const result = await changeFile(folderOf(context).path, context.operationKey, {
      parts,
      expected,
      content,
    });
    if (result.kind === 'changed')
      return { outcome: 'committed', output: outputOf(path, result.before, result.after, content) };
    return { outcome: 'not-applied', final: false, failure: otherContent(path, expected, result.found) };
  } catch (error) {
    // The change is one rename, and it is the last thing that can fail but the sync after it.
    const failure = fileFailure(error, path);
    return await whatStands(folderOf(context), context.operationKey, parts, expected, content).then(
      (stands): ToolOutcome =>
        stands === 'expected'
          ? { outcome: 'not-applied', final: false, failure }
          : { outcome: 'unknown', failure },
      (): ToolOutcome => ({ outcome: 'unknown', failure }),
    );
  }
}

async function whatStands(
  { path: root }: ResolvedFolderConnection,
  operationKey: string,
  parts: readonly string[],
  expected: Expected,
  content: Buffer | null,
): Promise<'wanted' | 'expected' | 'other'> {
  const found = (await settleFile(root, operationKey, parts))?.sha256 ?? null;
  const wanted = content === null ? null : sha256(content);
  // Where both are the same, nothing can be told apart, and nothing needs to be.
  return found === wanted ? 'wanted' : found === expected ? 'expected' : 'other';
}

async function settle(
  args: JsonObject,
  context: ToolReconcileContext,
  content: Buffer | null,
): Promise<ReconcileResult> {
  const { parts, path } = pathOf(args, { isFile: true });
  const expected = (args['expected'] ?? null) as Expected;
  try {
    const stands = await whatStands(folderOf(context), context.operationKey, parts, expected, content);
    const after = content === null ? null : sha256(content);
    if (stands === 'wanted')
      return {
        verdict: 'committed',
        final: true,
        evidence: `${path} holds what was to be there.`,
        output: outputOf(path, expected, after, content),
      };
    if (stands === 'expected')
      return { verdict: 'not-applied', final: false, evidence: `${path} holds what it held before.` };
    return {
      verdict: 'inconclusive',
      final: true,
      evidence: `${path} holds neither what it held before nor what was to be there: somebody else has changed it.`,
    };
  } catch (error) {
    return { verdict: 'inconclusive', final: false, evidence: fileFailure(error, path).message };
  }
}

function outputOf(path: string, before: Expected, after: Expected, content: Buffer | null): Json {
  return { path, before, after, ...(content !== null && { bytes: content.length }) };
}

function contentOf(args: JsonObject): Buffer {
  const base64 = textArg(args, 'base64');
  return base64 === undefined ? Buffer.from(textArg(args, 'text') ?? '') : Buffer.from(base64, 'base64');
}

function contentProblem(args: JsonObject): string | undefined {
  const base64 = textArg(args, 'base64');
  if (base64 !== undefined && Buffer.from(base64, 'base64').toString('base64') !== base64)
    return 'base64 is no base64 text (with its padding, without line breaks).';
  const text = textArg(args, 'text');
  if (text !== undefined && text !== text.toWellFormed()) return 'text is not well-formed Unicode.';
  if (contentOf(args).length > MAX_FILE_BYTES)
    return `A file that is written has at most ${MAX_FILE_BYTES} bytes.`;
  return undefined;
}
