import { spawnSync } from 'node:child_process';

/** Who PostgreSQL's programs run as, in the form that child_process takes. */
export type Account = { uid?: number; gid?: number; env: NodeJS.ProcessEnv; cwd: string };

function numericId(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** PostgreSQL refuses to run as root, so as root it runs as an unprivileged account that already exists. */
export function databaseAccount(): Account {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;
  const base = { env, cwd: '/' };
  if (process.getuid?.() !== 0) return base;
  for (const name of ['postgres', 'nobody']) {
    const uid = numericId('-u', name);
    const gid = numericId('-g', name);
    if (uid !== undefined && gid !== undefined) return { uid, gid, ...base };
  }
  throw new Error(
    'PostgreSQL cannot run as root and there is no account "postgres" or "nobody": run as another user, or set DATABASE_URL.',
  );
}

/** Whether the account can walk into the folder; a folder under /root, for one, it cannot. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;
  return spawnSync('test', ['-x', folder], account).status === 0;
}
