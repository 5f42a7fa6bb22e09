import { type ChildProcess, fork } from 'node:child_process';

export type ChildSpec = {
  file: string;
  args?: string[];
  execArgv?: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
};

export type SupervisedChild = {
  /** Ends it with SIGTERM, after ten seconds with SIGKILL, and does not start it again. */
  stop(): Promise<void>;
  /** Ends it; the supervisor then starts it anew. */
  restart(): void;
};

const KILL_AFTER_MS = 10_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A child that ran this long had started well, so the pauses begin again from the shortest. */
const STARTED_WELL_MS = 10_000;

/**
 * Forks a process and starts it again when it ends by itself, after a pause that doubles. It has an IPC channel: the
 * child ends when the channel closes, so it does not outlive a launcher that was killed.
 */
export function superviseChild(spec: ChildSpec, onExit: (reason: string) => void): SupervisedChild {
  let child: ChildProcess | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const startedAt = performance.now();
    const { file, args = [], execArgv = [], cwd, env } = spec;
    child = fork(file, args, { cwd, env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      if (performance.now() - startedAt > STARTED_WELL_MS) pauseMs = FIRST_PAUSE_MS;
      timer = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      onExit(signal ?? `exit code ${code}`);
    });
  };

  start();
  return {
    restart: () => void child?.kill('SIGTERM'),
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      if (child) await endChild(child);
    },
  };
}

function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
