import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import { program, runProgram } from './binaries.ts';

/** The command line of a process, or nothing when there is no such process. */
function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/**
 * Stops a server whose launcher and reaper were both killed, and removes the file of one that is gone.
 * `pg_ctl` trusts the process id in postmaster.pid, which after a reboot may be anybody's: so the command line is
 * looked at before any signal is sent.
 */
export function clearLeftBehind(
  binaries: string,
  cluster: string,
  account: Account,
  say: (line: string) => void,
): void {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const command = commandLine(pid);
  if (!command.includes('postgres') || !command.includes(` ${cluster} `)) {
    rmSync(pidFile, { force: true });
    return;
  }
  say(`Stopping PostgreSQL (process ${pid}), left by a launcher that was killed.`);
  const args = ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '60'];
  const { ok, output } = runProgram(program(binaries, 'pg_ctl'), args, account);
  if (!ok && existsSync(pidFile))
    throw new Error(`The PostgreSQL left behind (process ${pid}) does not stop: ${output}`);
}
