import { getEnv, SettingProblem } from '../env.ts';
import { endWithParent } from '../orphan.ts';
import { launch, type Launcher } from './launcher.ts';
import { errorText, LauncherProblem } from './problem.ts';

/** Entry of `npm start`, `npm run dev` and `npm run worker`: signals in, exit code out. */

const say = (line: string) => console.log(line);
const stopping = new AbortController();
let launcher: Launcher | undefined;
let exitCode = 0;

async function end(): Promise<never> {
  await launcher?.stop();
  process.exit(exitCode);
}

function stopFor(code: number): void {
  if (stopping.signal.aborted) return;
  exitCode = code;
  stopping.abort();
  if (launcher) void end(); // while it is starting, launch() itself sees the signal and cleans up
}

function report(error: unknown): number {
  const isExpected = error instanceof LauncherProblem || error instanceof SettingProblem;
  console.error(isExpected ? error.message : `Countersign could not start: ${errorText(error)}.`);
  return error instanceof LauncherProblem ? error.exitCode : 1;
}

// Whoever read our output may be gone (`npm start | head`); that is no reason to die halfway.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopFor(0));
endWithParent();

try {
  launcher = await launch({
    env: getEnv(),
    mode: process.argv[2] === 'dev' ? 'dev' : 'start',
    say,
    onFailure(problem) {
      report(problem);
      stopFor(1);
    },
    signal: stopping.signal,
  });
  if (stopping.signal.aborted) await end();
} catch (error) {
  if (!stopping.signal.aborted) exitCode = report(error);
  await end();
}
