import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '#db/project-root.ts';
import { eventually, type ProcessInfo, processesOf } from './processes.ts';

export type Ended = { code: number | null; signal: NodeJS.Signals | null };

/** The real app, as `npm start` runs it, on a data folder and a port of its own. */
export class AppProcess {
  readonly dataDir: string = mkdtempSync(path.join(os.tmpdir(), 'countersign-app-'));
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #ended: Promise<Ended> = Promise.resolve({ code: 0, signal: null });
  #log = '';
  #url = '';

  constructor(env: Record<string, string> = {}) {
    this.#env = env;
    chmodSync(this.dataDir, 0o755); // PostgreSQL may run as another account
  }

  /** Everything it has printed since the first start. */
  get log(): string {
    return this.#log;
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get port(): string {
    return new URL(this.#url).port;
  }

  get databaseUrl(): string {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'launcher.json'), 'utf8')).databaseUrl;
  }

  /** The one-time link that an empty install prints. */
  get firstLink(): string | undefined {
    return /https?:\S+\/sign-in\?token=\S+/.exec(this.#log)?.[0];
  }

  /** Starts it and waits until it is ready. A restart keeps its port unless another is given. */
  async start(env: Record<string, string> = {}): Promise<this> {
    const child = this.launch({ PORT: this.#url ? this.port : '0', ...env });
    const logStart = this.#log.length;
    const ready = new Promise<string>((resolve) => {
      child.on('message', (message) => {
        if (isReady(message)) resolve(message.ready);
      });
    });
    const first = await Promise.race([ready, this.#ended]);
    if (typeof first !== 'string')
      throw new Error(`The app ended with ${first.signal ?? first.code}:\n${this.#log}`);
    this.#url = first;
    await eventually(() => this.#log.indexOf('is ready', logStart) >= 0); // what it printed before has arrived too
    return this;
  }

  /** Starts it without waiting for anything. */
  launch(env: Record<string, string> = {}): ChildProcess {
    const root = projectRoot();
    const launcher = path.join(root, 'dist', 'launcher.mjs');
    if (!existsSync(launcher)) throw new Error('The app is not built: run `npm run build` first.');
    const settings = { DATA_DIR: this.dataDir, PG_FAST: '1', PORT: '0', SAMPLES: 'off' };
    const child = fork(launcher, [], {
      cwd: root,
      execArgv: ['--disable-warning=ExperimentalWarning', '--enable-source-maps'],
      env: { ...inherited(), ...settings, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text;
      });
    }
    this.#child = child;
    // 'close' rather than 'exit': its output has been read by then
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    return child;
  }

  /** Resolves when the launcher has ended, by itself or not. */
  ended(): Promise<Ended> {
    return this.#ended;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.#child?.kill(signal);
    return this.#ended;
  }

  /** Processes that belong to this app at this moment. */
  processes(): ProcessInfo[] {
    return processesOf(this.dataDir);
  }

  /** kill -9 to everything at once, as a power cut would. */
  async killAll(): Promise<void> {
    for (const { pid } of this.processes()) kill(pid, 'SIGKILL');
    await eventually(() => this.processes().length === 0);
    await this.#ended;
  }

  async dispose(): Promise<void> {
    await this.stop();
    await eventually(() => this.processes().length === 0);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended meanwhile
  }
}

/** The test runner's own settings must not decide how the app runs. */
const RUNNER_SETTING = /^(VITEST|TEST_|PW_|PLAYWRIGHT|NODE_OPTIONS|DATABASE_|LOG_LEVEL|ROLE|HOST|PUBLIC_URL)/;

function inherited(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  for (const name of Object.keys(env)) if (RUNNER_SETTING.test(name)) Reflect.deleteProperty(env, name);
  return env;
}

function isReady(message: unknown): message is { ready: string } {
  return (
    typeof message === 'object' && message !== null && 'ready' in message && typeof message.ready === 'string'
  );
}
