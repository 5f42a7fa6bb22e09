import { startTestServer } from './server.ts';

/** vitest starts this once a run; its test processes are forked later and inherit the address. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_SERVER_URL) return undefined; // another project of the same run has started it
  const server = await startTestServer();
  process.env.TEST_SERVER_URL = server.url;
  return async () => {
    delete process.env.TEST_SERVER_URL;
    await server.stop();
  };
}
