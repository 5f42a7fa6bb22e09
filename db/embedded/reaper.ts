import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.ts';

/** Arguments: pg_ctl, cluster folder, process id of the server. */
const SCRIPT = `cat >/dev/null
[ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$3" ] && exec "$1" stop -D "$2" -m fast -w -t 60`;

/**
 * A shell that outlives us and waits for the end of its input. Our end of the pipe closes when we stop and when we
 * are killed, so the server is stopped in both cases.
 */
export function startReaper(
  pgCtl: string,
  cluster: string,
  pid: number,
  account: Account,
  logFd: number,
): ChildProcess {
  const args = ['-c', SCRIPT, 'countersign-reaper', pgCtl, cluster, String(pid)];
  const reaper = spawn('/bin/sh', args, { ...account, detached: true, stdio: ['pipe', logFd, logFd] });
  reaper.unref();
  return reaper;
}

/** Makes it stop the server now, and waits until it has. */
export function endReaper(reaper: ChildProcess): Promise<void> {
  if (reaper.exitCode !== null || reaper.signalCode !== null) return Promise.resolve();
  reaper.ref();
  return new Promise((resolve) => {
    reaper.once('exit', () => resolve());
    reaper.stdin?.end();
  });
}
