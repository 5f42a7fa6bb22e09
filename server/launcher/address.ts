import { canListen, freePort } from '#db/embedded/free-port.ts';
import type { Env } from '../env.ts';
import { errorText, LauncherProblem } from './problem.ts';

export type WebAddress = { host: string; port: number; url: string };

/** An address to listen on everywhere is not one to open in a browser. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The address the web server will have; PORT=0 stands for any free port. */
export async function chooseAddress(env: Env): Promise<WebAddress> {
  const host = env.HOST;
  const port = env.PORT === 0 ? await listen(host, () => freePort(host)) : env.PORT;
  if (env.PORT !== 0 && !(await listen(host, () => canListen(port, host)))) {
    throw new LauncherProblem(`Port ${port} is in use: stop what uses it, or set PORT to another.`);
  }
  return { host, port, url: `http://${hostInUrl(host)}:${port}${env.BASE_PATH}` };
}

async function listen<T>(host: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw new LauncherProblem(`Nothing can listen on HOST ${host} with this PORT: ${errorText(error)}.`);
  }
}
