import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#db/project-root.ts';
import { bundleEntries } from '#server/cli/bundle.ts';

export type WorkerProcess = {
  readonly pid: number;
  exited: Promise<NodeJS.Signals | number | null>;
  ready: Promise<void>;
  log(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** The worker as it ships, bundled from today's sources: from the sources themselves each start costs 4 s of processor. */
export async function bundleWorker(): Promise<{ file: string; remove(): void }> {
  const root = projectRoot();
  const folder = path.join(root, 'node_modules', '.cache', `worker-${process.pid}`);
  await bundleEntries(root, { worker: 'server/executor/worker.ts' }, folder);
  return {
    file: path.join(folder, 'worker.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The real worker, with short limits of time. */
export function startWorkerProcess(
  file: string,
  databaseUrl: string,
  env: Record<string, string> = {},
): WorkerProcess {
  let output = '';
  const child: ChildProcess = fork(file, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...clean(),
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'info',
      BEAT_MS: '300',
      SESSION_GONE_MS: '200',
      SWEEP_MS: '200',
      DEAD_AFTER_MS: '5000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => void (output += text.toString()));
  const exited = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', () => resolve());
    void exited.then((how) =>
      reject(new Error(`The worker ended with ${how} before it was ready:\n${output}`)),
    );
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
  const names = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST_|NODE_OPTIONS|DATABASE_|FAULTS)/.test(name),
  );
  return { ...Object.fromEntries(names), NODE_ENV: 'test' };
}
