import type { JsonObject } from '#core/json.ts';
import { pathResource } from '../files/relative-path.ts';
import { fileFailure, noSuchFile } from '../files/failure.ts';
import { readContent } from '../files/file-content.ts';
import { folderArgs, folderOf, pathOf } from '../files/folder-args.ts';
import { openFolder } from '../files/open-folder.ts';
import { ONE_CALL, type Tool } from '../tool.ts';
import { textArg } from '../text-args.ts';

/** One file as text (or base64), with the hash that a later change of it names. */
export const filesRead: Tool = {
  name: 'files.read',
  version: '1',
  description: 'Read one file of a folder connection.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'path'],
    properties: { ...folderArgs },
  },
  outputSchema: {
    type: 'object',
    required: ['path', 'text', 'base64', 'sha256', 'bytes'],
    properties: {
      path: { type: 'string' },
      text: { type: ['string', 'null'], description: 'null when it is not UTF-8 text; then base64 is set.' },
      base64: { type: ['string', 'null'] },
      sha256: { type: 'string' },
      bytes: { type: 'integer' },
    },
  },
  effect: 'read',
  risk: 'low',
  dedupe: 'none',
  maxInFlightMs: 0,
  canReconcile: false,
  connectionArg: 'connection',
  connectionKind: 'folder',
  refuse: (args) => pathOf(args, { isFile: true }).problem,
  resource: (args) => resourceOf(args),
  summary: (args) =>
    `Read ${textArg(args, 'path') ?? 'a file'} in ${textArg(args, 'connection') ?? 'a folder'}`,
  effectSentence: () => 'Reads only.',
  estimate: () => ONE_CALL,
  async execute(args, context) {
    const { parts, path } = pathOf(args, { isFile: true });
    try {
      const folder = await openFolder(folderOf(context).path, parts.slice(0, -1));
      try {
        const content = await readContent(folder, parts.at(-1) ?? '');
        if (!content) return { outcome: 'not-applied', final: true, failure: noSuchFile(path) };
        const text = asText(content.bytes);
        return {
          outcome: 'read',
          output: {
            path,
            text,
            base64: text === null ? content.bytes.toString('base64') : null,
            sha256: content.sha256,
            bytes: content.bytes.length,
          },
        };
      } finally {
        await folder.close();
      }
    } catch (error) {
      return { outcome: 'not-applied', final: true, failure: fileFailure(error, path) };
    }
  },
};

export function resourceOf(args: JsonObject): string | null {
  const [connection, path] = [textArg(args, 'connection'), textArg(args, 'path')];
  return connection === undefined || path === undefined ? null : pathResource(connection, path);
}

/** The same bytes come back when the text is written again. */
function asText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
