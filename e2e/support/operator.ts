/** What an operator does in the browser, in the words of the screens. */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

export const goal = 'Split users.full_name into first and last name without downtime';

/** Makes an account by a one-time link (the first one, or an invitation) and waits for Home. */
export async function join(page: Page, link: string, person: { name: string; email: string }): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill(person.name);
  const email = page.getByLabel('E-mail');
  if (await email.isEditable()) await email.fill(person.email);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** Goal → plan version in review, made by the playbook. Ends on the version's page. */
export async function makePlan(page: Page): Promise<{ planUrl: string }> {
  await page.goto(new URL('/plans/new', page.url()).href);
  await page.getByLabel('What must be true at the end?').fill(goal);
  await expect(page.getByRole('radio', { name: /Split a full name/ })).toBeChecked();
  await page.getByRole('button', { name: 'Make plan' }).click();
  await page.waitForURL(/\/plans\/[^/]+\/v\/1/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Split a full name');
  return { planUrl: page.url() };
}

export async function approvePlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve plan' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Ends on the run's page; returns its address. */
export async function startRun(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start run' }).click();
  await page.waitForURL(/\/runs\/[^/?]+/);
  return page.url();
}

/** Opens the card that the run's page points to. */
export async function openCard(page: Page, runUrl: string, step: string): Promise<void> {
  await page.goto(runUrl);
  const main = page.getByRole('main');
  const review = main.getByRole('link', { name: /^Review/ });
  await expect(main.getByText(`${step} needs approval`, { exact: false }).or(review).first()).toBeVisible();
  await review.first().click();
  await page.waitForURL(/\/approvals\/[^/?]+/);
  await expect(page.getByTestId('approval-card')).toBeVisible();
}

/** Reads the card as its tier demands, arms it and approves. */
export async function approveCall(page: Page): Promise<void> {
  const card = page.getByTestId('approval-card');
  const tier = await card.getAttribute('data-tier');
  await readArguments(page);
  if (tier === 'critical') {
    const asked =
      (await card
        .locator('label', { hasText: 'to arm Approve' })
        .locator('.font-mono')
        .first()
        .textContent()) ?? '';
    await card.locator('[data-arm="arm-typed"]').fill(asked);
    await card.locator('[data-arm="arm-reason"]').fill('Checked with the shop team.');
  }
  const approve = card.getByRole('button', { name: 'Approve this exact call' });
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
  await approve.click();
  await expect(card.getByText(/Approved/).first()).toBeVisible();
}

/** To the end of the arguments, and of every box in them that scrolls by itself. */
export async function readArguments(page: Page): Promise<void> {
  const block = page.getByTestId('approval-card').getByTestId('arguments');
  await block.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  await block.evaluate((element) => {
    for (const box of element.querySelectorAll('*')) box.scrollTop = box.scrollHeight;
  });
}

/** Every row of a forEach's batch, one by one checked, one decision. */
export async function approveBatch(page: Page, calls: number): Promise<void> {
  const card = page.getByTestId('approval-card');
  await expect(card.getByRole('tab', { name: `All ${calls} calls` })).toBeVisible();
  await card.getByRole('tab', { name: `All ${calls} calls` }).click();
  const rows = card.getByTestId('arguments').locator('tbody').getByRole('checkbox');
  await expect(rows).toHaveCount(calls);
  for (let at = 0; at < calls; at += 1) {
    await expect(rows.nth(at)).not.toBeChecked();
    await rows.nth(at).check();
  }
  await card.getByRole('button', { name: `Approve ${calls} of ${calls} calls` }).click();
  await expect(card.getByText(/Approved/).first()).toBeVisible();
}

/** A browser of another person: nothing is shared with the first. */
export async function otherBrowser(
  browser: Browser,
  baseURL: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL });
  return { context, page: await context.newPage() };
}
