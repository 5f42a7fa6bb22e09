import { test as base } from '@playwright/test';
import { AppProcess } from '#server/testing/app-process.ts';

export { expect } from '@playwright/test';
export { AppProcess } from '#server/testing/app-process.ts';

/** One app per Playwright worker: the production build with its samples, on a data folder and a port of its own. */
export const test = base.extend<object, { app: AppProcess }>({
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
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
});
