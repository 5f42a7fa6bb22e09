import type { JsonObject } from '#core/json.ts';
import type { ResolvedFolderConnection } from '#server/connections/connection.ts';
import type { ToolContext } from '../tool.ts';
import { textArg } from '../text-args.ts';
import { parseRelativePath } from './relative-path.ts';

/** Argument schemas that the tools of folders share. */
export const folderArgs = {
  connection: { type: 'string', minLength: 1, title: 'Connection' },
  path: {
    type: 'string',
    maxLength: 4_000,
    title: 'Path in the folder',
    description: 'Names separated by /, without .. and without a leading /.',
  },
};
export const sha256Schema = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** A path that is still a binding is judged once it is a value. */
export function pathOf(
  args: JsonObject,
  { isFile }: { isFile: boolean },
): { path: string; parts: string[]; problem: string | undefined } {
  const path = textArg(args, 'path') ?? '';
  const parsed = parseRelativePath(path);
  if (!parsed.ok) return { path, parts: [], problem: parsed.message };
  const names = parsed.parts.length > 0;
  const isKnown = typeof args['path'] === 'string';
  return {
    path,
    parts: parsed.parts,
    problem: isFile && isKnown && !names ? 'The path names a file in the folder.' : undefined,
  };
}

export function folderOf(context: ToolContext): ResolvedFolderConnection {
  return context.connection as ResolvedFolderConnection; // the gate has checked the kind
}
