import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export type ProcessInfo = { pid: number; command: string };

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended meanwhile
  }
}

function isZombie(pid: number): boolean {
  return / Z /.test(read(`/proc/${pid}/stat`).replace(/^.*\)/, ' '));
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** Every process that an app with this data folder has started: by its command line, its settings or its folder. */
export function processesOf(dataDir: string): ProcessInfo[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .map((pid) => ({ pid, command: read(`/proc/${pid}/cmdline`) }))
    .filter(
      ({ pid, command }) =>
        command.includes(dataDir) ||
        read(`/proc/${pid}/environ`).includes(`DATA_DIR=${dataDir} `) ||
        workingFolder(pid).startsWith(dataDir),
    )
    .filter(({ pid }) => !isZombie(pid));
}

/** Waits until a condition about processes or files, which send no events, holds. */
export async function eventually<T>(
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${look.toString()}`);
    await delay(25);
  }
}
