import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually, processesOf } from '../../testing/processes.ts';
import type { TestResult } from './result.ts';

/** Gives the tests a temporary folder of their own, by which processes they leave behind can be told. */
export function ownTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-run-'));
  chmodSync(folder, 0o755); // PostgreSQL may run as another account
  process.env.TMPDIR = folder;
  return folder;
}

/** Fails when a process that works in the temporary folder is still there. */
export async function checkNothingLeft(folder: string): Promise<TestResult> {
  const result = { title: 'the tests leave no process behind', kind: 'runner', durationMs: 0 } as const;
  try {
    await eventually(() => processesOf(folder).length === 0, 5_000);
    rmSync(folder, { recursive: true, force: true });
    return { ...result, status: 'passed' };
  } catch {
    const left = processesOf(folder).map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`);
    return { ...result, status: 'failed', reason: left.join('; ') };
  }
}
