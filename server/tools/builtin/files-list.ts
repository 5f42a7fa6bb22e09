import { lstat, readdir } from 'node:fs/promises';
import type { Json } from '#core/json.ts';
import { fileFailure } from '../files/failure.ts';
import { folderArgs, folderOf, pathOf } from '../files/folder-args.ts';
import { openFolder, type OpenFolder } from '../files/open-folder.ts';
import { pathResource } from '../files/relative-path.ts';
import { ONE_CALL, type Tool } from '../tool.ts';
import { textArg } from '../text-args.ts';

const MAX_ENTRIES = 1_000;

export const filesList: Tool = {
  name: 'files.list',
  version: '1',
  description: 'List what is in a folder of a folder connection, by name, without what is in its folders.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection'],
    properties: { ...folderArgs },
  },
  outputSchema: {
    type: 'object',
    required: ['path', 'entries', 'truncated'],
    properties: {
      path: { type: 'string' },
      entries: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'kind', 'bytes'],
          properties: {
            name: { type: 'string' },
            kind: { enum: ['file', 'folder', 'link', 'other'] },
            bytes: { type: ['integer', 'null'] },
          },
        },
      },
      truncated: { type: 'boolean' },
    },
  },
  effect: 'read',
  risk: 'low',
  dedupe: 'none',
  maxInFlightMs: 0,
  canReconcile: false,
  connectionArg: 'connection',
  connectionKind: 'folder',
  refuse: (args) => pathOf(args, { isFile: false }).problem,
  resource: (args) => {
    const connection = textArg(args, 'connection');
    return connection === undefined ? null : pathResource(connection, textArg(args, 'path') ?? '');
  },
  summary: (args) =>
    `List ${textArg(args, 'path') || 'the folder'} in ${textArg(args, 'connection') ?? 'a folder connection'}`,
  effectSentence: () => 'Reads only.',
  estimate: () => ONE_CALL,
  async execute(args, context) {
    const { parts, path } = pathOf(args, { isFile: false });
    try {
      const folder = await openFolder(folderOf(context).path, parts);
      try {
        const names = (await readdir(folder.at('.'))).toSorted();
        const shown = names.slice(0, MAX_ENTRIES);
        const entries = await Promise.all(shown.map((name) => entryOf(folder, name)));
        return {
          outcome: 'read',
          output: {
            path,
            entries: entries.filter((entry) => entry !== null),
            truncated: names.length > MAX_ENTRIES,
          },
        };
      } finally {
        await folder.close();
      }
    } catch (error) {
      return { outcome: 'not-applied', final: true, failure: fileFailure(error, path || '.') };
    }
  },
};

async function entryOf(folder: OpenFolder, name: string): Promise<Json> {
  try {
    const stat = await lstat(folder.at(name));
    const kind = stat.isFile()
      ? 'file'
      : stat.isDirectory()
        ? 'folder'
        : stat.isSymbolicLink()
          ? 'link'
          : 'other';
    return { name: name.toWellFormed(), kind, bytes: kind === 'file' ? stat.size : null };
  } catch {
    return null; // it went away meanwhile
  }
}
