import { AppProcess, expect, journey as test } from './fixtures.ts';
import {
  approveCall,
  approvePlan,
  join,
  makePlan,
  openCard,
  otherBrowser,
  startRun,
} from './support/operator.ts';

test('[case 65] [J5] two people, two browsers: one approves, the other sees who', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const app = await new AppProcess({ SAMPLES: 'on', SAMPLES_SEED: '0' }).start();
  try {
    await join(page, app.firstLink ?? '', { name: 'Ada Lovelace', email: 'ada@example.org' });
    await page.goto(`${app.url}/settings`);
    const link = await inviteApprover(page);
    const bob = await otherBrowser(browser, app.url);
    await join(bob.page, link, { name: 'Bob Byron', email: 'bob@example.org' });

    await page.goto(`${app.url}/plans`);
    await makePlan(page);
    await approvePlan(page);
    await bob.page.goto(`${app.url}/approvals`);
    const runUrl = await startRun(page);
    await openCard(page, runUrl, 'Step 3');

    // It appears on Bob's open page by itself.
    const row = bob.page.getByRole('main').getByRole('link', { name: /users/ }).first();
    await expect(row).toBeVisible();
    await row.click();
    await approveCall(bob.page);
    await expect(page.getByText(/Bob Byron approved this at/)).toBeVisible();
    await bob.context.close();
  } finally {
    await app.dispose();
  }
});

async function inviteApprover(page: import('@playwright/test').Page): Promise<string> {
  await page
    .getByRole('button', { name: /Invite/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill('bob@example.org');
  await dialog.getByRole('checkbox', { name: /Approver/ }).check();
  await dialog.getByRole('button', { name: 'Make link' }).click();
  return dialog.getByLabel('Invitation link').inputValue();
}
