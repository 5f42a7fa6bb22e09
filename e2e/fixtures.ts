import { test as base } from '@playwright/test';
import { AppProcess } from '#server/testing/app-process.ts';
import { joinByApi, type Api, type Member } from './support/api.ts';

export { expect } from '@playwright/test';
export { AppProcess } from '#server/testing/app-process.ts';

type WorkerFixtures = {
  app: AppProcess;
  /** The first person of that app: every role, alone (solo). */
  ada: Member;
};
type TestFixtures = { api: Api };

/**
 * One app per Playwright worker: the production build with its samples, on a data folder and a port of its own. Every
 * test that uses it shares it, so it makes its own plans and never counts all rows; `page` is signed in as Ada, and
 * `api` is what her browser may ask.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const app = new AppProcess({ SAMPLES: 'on' });
      try {
        await app.start();
        await use(app);
      } finally {
        await app.dispose();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  ada: [
    async ({ app }, use) => {
      await use(
        await joinByApi(app.url, app.firstLink ?? '', { name: 'Ada Lovelace', email: 'ada@example.org' }),
      );
    },
    { scope: 'worker' },
  ],
  api: async ({ ada }, use) => {
    await use(ada.api);
  },
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
  context: async ({ context, ada }, use) => {
    await context.addCookies(ada.cookies);
    await use(context);
  },
});

/** For a journey that starts an app of its own: nobody is signed in. */
export const journey = base;
