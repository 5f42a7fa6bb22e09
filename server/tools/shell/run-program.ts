/**
 * Runs one program in a process group of its own: no shell, nothing to read, only the environment that is given. What is
 * left of the group when the program ends, or when its time is over, is asked to stop and then killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { keepTail } from './keep-tail.ts';

/** Of each stream the end is kept; a program that says more is not stopped for it. */
export const MAX_STREAM_BYTES = 512 * 1024;
/** Between asking and killing. Less than the gate waits for an answer after the limit. */
const STOP_WITHIN_MS = 1_000;

/** After everybody was killed: who still holds the pipes has left the group. */
const PIPES_WITHIN_MS = 250;

export type Program = { argv: readonly string[]; cwd: string; env: Readonly<Record<string, string>> };
export type ProgramEnd = {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  truncated: { stdout: boolean; stderr: boolean };
};
export type ProgramResult =
  | { started: false; error: NodeJS.ErrnoException }
  | ({ started: true } & ProgramEnd);

/** Those that run now: a worker that ends does not leave them behind. */
const running = new Set<number>();
process.on('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
});

export function runProgram({ argv, cwd, env }: Program, signal: AbortSignal): Promise<ProgramResult> {
  const { promise, resolve } = Promise.withResolvers<ProgramResult>();
  const [program = '', ...args] = argv;
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv, // Next's types ask for NODE_ENV in every environment
      shell: false,
      detached: true, // its own group, so that its children can be reached too
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    return Promise.resolve({ started: false, error: error as NodeJS.ErrnoException });
  }
  const { pid } = child;
  if (pid === undefined) {
    child.once('error', (error) => resolve({ started: false, error }));
    return promise;
  }
  const stdout = keepTail(child.stdout, MAX_STREAM_BYTES);
  const stderr = keepTail(child.stderr, MAX_STREAM_BYTES);
  let end: Pick<ProgramEnd, 'exitCode' | 'signal'> | undefined;
  let isClosed = false;
  let isGroupGone = false; // then its number may belong to somebody else
  let isKilled = false;
  let isTimeOver = false;
  let timer: NodeJS.Timeout | undefined;
  running.add(pid);

  const toGroup = (what: NodeJS.Signals | 0) => {
    isGroupGone ||= !signalGroup(pid, what);
  };
  const finish = () => {
    if (!end) return;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    running.delete(pid);
    // Somebody who left the group may hold the pipes for ever.
    child.stdout?.destroy();
    child.stderr?.destroy();
    resolve({
      started: true,
      ...end,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: { stdout: stdout.truncated(), stderr: stderr.truncated() },
    });
  };
  const finishIfOver = () => {
    if (end && isClosed) toGroup(0);
    if (isTimeOver || (isClosed && (isGroupGone || isKilled))) finish();
  };
  function stop(): void {
    if (timer) return;
    toGroup('SIGTERM');
    timer = setTimeout(() => {
      toGroup('SIGKILL');
      isKilled = true;
      finishIfOver();
      timer = setTimeout(() => {
        isTimeOver = true;
        finishIfOver();
      }, PIPES_WITHIN_MS);
    }, STOP_WITHIN_MS);
  }
  child.once('error', () => {}); // a signal that could not be sent; the exit says how it ended
  child.once('exit', (exitCode, exitSignal) => {
    end = { exitCode, signal: exitSignal };
    stop(); // what it has left behind
    finishIfOver();
  });
  child.once('close', () => {
    isClosed = true;
    finishIfOver();
  });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return promise;
}

/** False: there is nobody left in the group. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // one that has become another user
  }
}
