import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Account, canEnter } from './account.ts';
import { findBinaries } from './binaries.ts';

/** Where the server's programs and its data are. */
export type Home = { binaries: string; folder: string };

/** A new cluster takes about 40 MB and its first write-ahead log files 48 MB more. */
const NEEDED_BYTES = 200 * 1024 * 1024;

const ELSEWHERE = '/var/lib/countersign';

/** Uses the data folder itself, or a place under /var/lib when the database's account may not walk there. */
export function findHome(dataDir: string, root: string, account: Account): Home {
  mkdirSync(dataDir, { recursive: true });
  const binaries = findBinaries(root);
  if (canEnter(account, binaries) && canEnter(account, dataDir)) return { binaries, folder: dataDir };
  const place = path.join(ELSEWHERE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  const folder = path.join(place, 'data');
  mkdirSync(folder, { recursive: true });
  return { binaries: copyBinaries(binaries, ELSEWHERE), folder };
}

/** The copy is named by the version, so that an update of the package is not run with old programs. */
function copyBinaries(binaries: string, place: string): string {
  const version = createHash('sha256')
    .update(binaries)
    .update(String(modified(binaries)))
    .digest('hex')
    .slice(0, 12);
  const copy = path.join(place, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}-${process.pid}`;
    cpSync(binaries, partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, copy); // whole or not at all
    } catch {
      rmSync(partial, { recursive: true, force: true }); // another process was quicker
    }
  }
  return copy;
}

function modified(binaries: string): number {
  return statSync(path.join(binaries, 'bin', 'postgres')).mtimeMs;
}

/** A full disk in the middle of initdb leaves a message that nobody can read, so look before. */
export function requireDiskSpace(folder: string, needed: number = NEEDED_BYTES): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < needed) {
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
    throw new Error(
      `Not enough room for the database in ${folder}: it needs ${megabytes(needed)} MB, ${megabytes(free)} MB are free.`,
    );
  }
}
