import { setTimeout as delay } from 'node:timers/promises';
import { LauncherProblem } from './problem.ts';

const PAUSE_MS = 50;
const WITHIN_MS = 60_000;

/** Resolves once /api/health says that the app and its database work. */
export async function waitForHealth(url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    if (await isHealthy(`${url}/api/health`, signal)) return;
    await delay(PAUSE_MS, undefined, { signal });
  }
  throw new LauncherProblem(`The web server did not become ready within ${WITHIN_MS / 1000} seconds.`);
}

async function isHealthy(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
