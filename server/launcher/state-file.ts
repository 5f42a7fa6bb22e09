import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const schema = z.object({ pid: z.number(), url: z.string(), databaseUrl: z.string() });

/** What launcher.json says about the launcher that runs in this folder; `databaseUrl` holds a password. */
export type LauncherState = z.infer<typeof schema>;

const fileOf = (dataDir: string) => path.join(dataDir, 'launcher.json');

export function writeState(dataDir: string, state: LauncherState): void {
  const partial = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 });
  renameSync(partial, fileOf(dataDir)); // a reader sees all of it or nothing
}

export function readState(dataDir: string): LauncherState | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
  } catch {
    return undefined; // none, or of an older version
  }
}

export function removeState(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
