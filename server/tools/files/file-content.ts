import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { OutsideFolder, type OpenFolder } from './open-folder.ts';

/** What a plan may read or write at once; larger files are not for plans. */
export const MAX_FILE_BYTES = 1024 * 1024;

export type FileContent = { bytes: Buffer; sha256: string; mode: number };
export class NotAPlainFile extends Error {}
export class TooLarge extends Error {}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined when there is no such file. Links, folders, devices and pipes are refused. */
export async function readContent(folder: OpenFolder, name: string): Promise<FileContent | undefined> {
  let handle;
  try {
    // O_NONBLOCK: a pipe would otherwise wait for its other end.
    handle = await open(folder.at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'ELOOP') throw new OutsideFolder(`"${name}" is a link; links are not followed.`);
    if (code === 'ENXIO') throw new NotAPlainFile(`"${name}" is not a plain file.`);
    throw error;
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new NotAPlainFile(`"${name}" is not a plain file.`);
    if (stat.size > MAX_FILE_BYTES)
      throw new TooLarge(
        `"${name}" has ${stat.size} bytes; a plan reads and writes up to ${MAX_FILE_BYTES}.`,
      );
    const bytes = await handle.readFile();
    return { bytes, sha256: sha256(bytes), mode: stat.mode & 0o7777 };
  } finally {
    await handle.close();
  }
}
