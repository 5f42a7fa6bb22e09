import { statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { settled } from './support/a11y.ts';
import { approveBatch, approveCall, approvePlan, openCard } from './support/operator.ts';
import { makeWaitingRun } from './support/seed.ts';

/** The pictures of the README: `TOUR=1` with this spec makes them again. */
const asked = Boolean(process.env.TOUR);
const folder = path.join(import.meta.dirname, '..', 'docs', 'images');
const LARGEST_BYTES = 300 * 1024;

async function picture(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.mouse.move(0, 0);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, scale: 'css', animations: 'disabled', caret: 'hide' });
  expect(statSync(file).size, name).toBeLessThan(LARGEST_BYTES);
}

test('the README shows the product as it is', async ({ page, api }) => {
  test.skip(!asked, 'TOUR=1 makes the pictures again');
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { planId, runId } = await makeWaitingRun(api);
  const runUrl = `/runs/${runId}`;
  await page.goto(`/plans/${planId}/v/1?step=verify`);
  await picture(page, 'plan');

  await openCard(page, runUrl, 'Step 3');
  await approveCall(page);
  await openCard(page, runUrl, 'Step 4');
  await approveBatch(page, 8);
  await page.goto(runUrl);
  await expect(page.getByText('v2 waits for review').first()).toBeVisible();
  await picture(page, 'run');
  await page.goto(`/plans/${planId}/compare/1...2`);
  await picture(page, 'compare');
  await page.goto(`/plans/${planId}/v/2`);
  await approvePlan(page);

  await openCard(page, runUrl, 'Turn "Last, First" names round');
  await approveCall(page);
  await openCard(page, runUrl, 'Switch readers');
  await approveCall(page);
  await openCard(page, runUrl, 'Drop users.full_name');
  await picture(page, 'approval');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'approval-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/plans/${planId}/edit`);
  await picture(page, 'editor');
});
