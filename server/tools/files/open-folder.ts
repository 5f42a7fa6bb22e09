/**
 * Opens a folder below the connection's, one name at a time and never through a link. On Linux each name is looked up
 * in the folder that is held open (/proc/self/fd), so nobody can swap a part for a link in between. Elsewhere the way
 * is checked again after it was opened.
 */
import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import path from 'node:path';

const HELD = '/proc/self/fd';
const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export class OutsideFolder extends Error {}

/** `at(name)`: the path to hand to a file call; it means that name in this very folder. */
export type OpenFolder = { at(name: string): string; sync(): Promise<void>; close(): Promise<void> };

export async function openFolder(
  root: string,
  parts: readonly string[],
  options: { make?: boolean } = {},
): Promise<OpenFolder> {
  const isHeld = existsSync(HELD);
  const realRoot = await realpath(root);
  let handle: FileHandle = await open(realRoot, constants.O_RDONLY | constants.O_DIRECTORY);
  let plain = realRoot;
  try {
    for (const part of parts) {
      const here = isHeld ? `${HELD}/${handle.fd}` : plain;
      const next = await openPart(`${here}/${part}`, options.make ?? false, part);
      await handle.close();
      handle = next;
      plain = path.join(plain, part);
    }
    if (!isHeld && (await realpath(plain)) !== plain)
      throw new OutsideFolder(`${parts.join('/')} leads through a link.`);
  } catch (error) {
    await handle.close();
    throw error;
  }
  const base = isHeld ? `${HELD}/${handle.fd}` : plain;
  return {
    at: (name) => `${base}/${name}`,
    sync: async () => {
      // Some file systems cannot sync a folder; then the name is as durable as they make it.
      await handle.sync().catch(() => {});
    },
    close: () => handle.close(),
  };
}

async function openPart(file: string, make: boolean, part: string): Promise<FileHandle> {
  try {
    if (make) await mkdir(file).catch(ignoreExisting);
    return await open(file, folderFlags);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A link is ENOTDIR together with O_DIRECTORY on Linux, ELOOP elsewhere.
    if (code === 'ELOOP' || (code === 'ENOTDIR' && (await isLink(file))))
      throw new OutsideFolder(`"${part}" is a link; links are not followed.`);
    throw error;
  }
}

async function isLink(file: string): Promise<boolean> {
  return (await lstat(file)).isSymbolicLink();
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
