import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import { program, runProgram } from './binaries.ts';
import { type Home, requireDiskSpace } from './home.ts';

export type Cluster = { folder: string; user: string; password: string };

const USER = 'countersign';

/** Returns the cluster of this home and makes it first if there is none. The caller holds the folder's lock. */
export function openCluster(home: Home, account: Account, durable: boolean): Cluster {
  const folder = path.join(home.folder, 'pg18');
  const passwordFile = path.join(home.folder, 'postgres.password');
  sweepUnfinished(home.folder);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    requireDiskSpace(home.folder);
    rmSync(folder, { recursive: true, force: true });
    const password = randomBytes(24).toString('base64url');
    const made = initialise(home, account, password, durable);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    renameSync(made, folder); // a cluster is there whole or not at all
  }
  return { folder, user: USER, password: readFileSync(passwordFile, 'utf8').trim() };
}

/** What an earlier start left when it was killed in the middle of initdb. */
function sweepUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^(init|password)-\d+$/.test(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function initialise(home: Home, account: Account, password: string, durable: boolean): string {
  const folder = path.join(home.folder, `init-${process.pid}`);
  const passwordFile = path.join(home.folder, `password-${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const file of [folder, passwordFile]) chownSync(file, account.uid, account.gid);
  }
  const args = ['-D', folder, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  args.push('-E', 'UTF8', '--locale=C', ...(durable ? [] : ['--no-sync']));
  const { ok, output } = runProgram(program(home.binaries, 'initdb'), args, account);
  rmSync(passwordFile, { force: true });
  if (!ok)
    throw new Error(`The database could not be created in ${home.folder}: ${output.split('\n').at(-1)}`);
  return folder;
}
