import { spawn } from 'node:child_process';

/** Runs a program of node_modules/.bin to its end, output shown as it comes. Resolves with its exit code. */
export function runStep(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(signal ? 128 : (code ?? 1)));
  });
}
