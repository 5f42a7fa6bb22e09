import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { OutsideFolder, type OpenFolder } from './open-folder.ts';
import { OWN_NAMES } from './relative-path.ts';

/** What a plan may read or write at once; larger files are not for plans. */
export const MAX_FILE_BYTES = 1024 * 1024;

export type FileContent = { bytes: Buffer; sha256: string; mode: number };
export class NotAPlainFile extends Error {}
export class TooLarge extends Error {}
/** It has another name too, which may lie outside of the folder. */
export class OtherNames extends Error {}

export function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined when there is no such file. Links, folders, devices, pipes and files with two names are refused. */
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
    if (stat.nlink > 1 && (await hasForeignNames(folder, handle)))
      throw new OtherNames(`"${name}" has another name (a hard link), which may be outside of the folder.`);
    if (stat.size > MAX_FILE_BYTES) throw tooLarge(name, `${stat.size}`);
    const bytes = await readAtMost(handle, MAX_FILE_BYTES);
    if (!bytes) throw tooLarge(name, `more than ${MAX_FILE_BYTES}`);
    return { bytes, sha256: sha256(bytes), mode: stat.mode & 0o7777 };
  } finally {
    await handle.close();
  }
}

/** Undefined when there is more: a file may grow after its size was asked, or have none (/proc). */
export async function readAtMost(
  handle: Pick<FileHandle, 'read'>,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(mostBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  return undefined;
}

/** While a new file is put in place it also has the name of its copy, in the same folder; that one is ours. */
async function hasForeignNames(folder: OpenFolder, handle: FileHandle): Promise<boolean> {
  const { ino, dev } = await handle.stat();
  const names = (await readdir(folder.at('.'))).filter((name) => OWN_NAMES.test(name));
  const stats = await Promise.all(names.map((name) => lstat(folder.at(name)).catch(() => undefined)));
  const own = stats.filter((stat) => stat?.ino === ino && stat.dev === dev).length;
  return (await handle.stat()).nlink > 1 + own;
}

function tooLarge(name: string, bytes: string): TooLarge {
  return new TooLarge(`"${name}" has ${bytes} bytes; a plan reads and writes up to ${MAX_FILE_BYTES}.`);
}
