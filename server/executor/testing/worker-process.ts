import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '#db/project-root.ts';

export type WorkerProcess = { readonly pid: number; exited: Promise<NodeJS.Signals | number | null>; ready: Promise<void>; log(): string; kill(signal: NodeJS.Signals): Promise<void> };

/** The real worker, from its source, as development runs it. Limits of time are short. */
export function startWorkerProcess(databaseUrl: string, env: Record<string, string> = {}): WorkerProcess {
  let output = '';
  const child: ChildProcess = fork(path.join(projectRoot(), 'server/executor/worker.ts'), [], {
    execArgv: ['--conditions=react-server', '--disable-warning=ExperimentalWarning'],
    env: { ...clean(), DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', BEAT_MS: '100', SESSION_GONE_MS: '200', DEAD_AFTER_MS: '5000', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => void (output += text.toString()));
  const exited = new Promise<NodeJS.Signals | number | null>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve());
    void exited.then((how) => reject(new Error(`The worker ended with ${how} before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  return {
    pid: child.pid ?? 0,
    exited,
    ready,
    log: () => output,
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** The test runner's own settings must not decide how the worker runs. */
function clean(): NodeJS.ProcessEnv {
  const names = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_|NODE_OPTIONS|DATABASE_|FAULTS)/.test(name));
  return { ...Object.fromEntries(names), NODE_ENV: 'test' };
}
