import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorText, LauncherProblem } from './problem.ts';

const SQLITE_BUSY = 5;

export type FolderLock = { release(): void };

/**
 * Takes the lock of a folder, or returns undefined when another process has it. It is the operating system's lock on
 * a file, so it ends with the process, kill -9 included. Node has no flock of its own; its SQLite has.
 */
export function takeFolderLock(folder: string, name: string, waitMs = 0): FolderLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    database = new DatabaseSync(path.join(folder, name));
    database.exec(`PRAGMA busy_timeout=${waitMs}; BEGIN EXCLUSIVE`);
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw new LauncherProblem(`The folder ${folder} cannot be used: ${errorText(error)}.`);
  }
  const held = database;
  return { release: () => held.close() };
}
