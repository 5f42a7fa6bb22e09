/**
 * A change of one file, as a compare-and-swap: it names what it expects to find, takes place as one rename (or link or
 * unlink), and can be told afterwards by what the file holds.
 */
import { constants } from 'node:fs';
import { link, open, rename, unlink } from 'node:fs/promises';
import { type FileContent, readContent, sha256 } from './file-content.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';

/** null: no file is expected there. */
export type Expected = string | null;
export type Change = {
  parts: readonly string[];
  expected: Expected;
  /** null: the file is removed. */
  content: Buffer | null;
};
export type ChangeResult =
  | { kind: 'changed'; before: Expected; after: Expected }
  /** Nothing was changed: this is there instead. */
  | { kind: 'other-content'; found: Expected };

export async function changeFile(
  root: string,
  operationKey: string,
  { parts, expected, content }: Change,
): Promise<ChangeResult> {
  const folder = await openFolder(root, parts.slice(0, -1), { make: content !== null });
  const name = parts.at(-1) ?? '';
  try {
    const before = await readContent(folder, name);
    if ((before?.sha256 ?? null) !== expected)
      return { kind: 'other-content', found: before?.sha256 ?? null };
    if (content === null) {
      if (before) {
        const found = await contentNow(folder, name);
        if (found !== expected) return { kind: 'other-content', found };
        await unlink(folder.at(name));
      }
      await folder.sync();
      return { kind: 'changed', before: expected, after: null };
    }
    const isPlaced = await place(folder, name, temporaryName(operationKey), content, before);
    if (!isPlaced) return { kind: 'other-content', found: await contentNow(folder, name) };
    return { kind: 'changed', before: expected, after: sha256(content) };
  } finally {
    await folder.close();
  }
}

/** What the file holds now, after a half-written copy of this operation has been taken away. */
export async function settleFile(
  root: string,
  operationKey: string,
  parts: readonly string[],
): Promise<FileContent | undefined> {
  let folder: OpenFolder;
  try {
    folder = await openFolder(root, parts.slice(0, -1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    // A process that wrote this copy and then stood still finds no copy to put in place.
    await unlink(folder.at(temporaryName(operationKey))).catch(ignoreMissing);
    return await readContent(folder, parts.at(-1) ?? '');
  } finally {
    await folder.close();
  }
}

async function place(
  folder: OpenFolder,
  name: string,
  temporary: string,
  content: Buffer,
  before: FileContent | undefined,
): Promise<boolean> {
  const copy = folder.at(temporary);
  await unlink(copy).catch(ignoreMissing); // of an earlier attempt of the same operation
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const handle = await open(copy, flags, 0o644);
    try {
      if (before) await handle.chmod(before.mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (before) {
      // A file that changed while the copy was written is not replaced.
      if ((await contentNow(folder, name)) !== before.sha256) return false;
      await rename(copy, folder.at(name));
    } else if (!(await linkNew(copy, folder.at(name)))) return false;
    await folder.sync();
    return true;
  } finally {
    await unlink(copy).catch(ignoreMissing);
  }
}

/** Asked as late as can be, before what cannot be taken back. */
async function contentNow(folder: OpenFolder, name: string): Promise<Expected> {
  return (await readContent(folder, name))?.sha256 ?? null;
}

/** A link never replaces: two that make the same file cannot both succeed. */
async function linkNew(copy: string, target: string): Promise<boolean> {
  try {
    await link(copy, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function temporaryName(operationKey: string): string {
  return `.countersign-${sha256(operationKey).slice(0, 24)}`;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
