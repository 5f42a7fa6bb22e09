import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Tabs on until the element has the focus; a stop that is never reached fails with its name. */
async function tabTo(page: Page, target: Locator, limit = 120): Promise<void> {
  await expect(target).toBeAttached();
  for (let presses = 0; presses < limit; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(target)}`);
}
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
const card = (page: Page, id: string) => page.locator(`.plan-canvas [data-step="${id}"]`);

test('[case 123] [J7][UA6] by keyboard only: make a plan, add, connect, move, delete, undo, save, approve, start, approve the call', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.goto('/plans/new');
  await tabTo(page, page.getByLabel('What must be true at the end?'));
  await page.keyboard.type('The shop answers');
  await press(page, page.getByRole('button', { name: 'Start a blank plan' }));
  await page.waitForURL(/\/drafts\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit The shop answers' })).toBeVisible();

  // Add two steps. The first asks a person before it reads.
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('postgres.query');
  await page.keyboard.press('Enter');
  await expect(card(page, 'postgres_query')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Step 1/ })).toBeFocused();
  await tabTo(page, page.getByLabel('Done when'));
  await page.keyboard.type('One row is there.');
  await tabTo(page, page.getByLabel('Statement', { exact: true }));
  await page.keyboard.type('select 1 as one');
  await press(page, page.locator('summary', { hasText: 'Risk and approval' }));
  await tabTo(page, page.getByLabel('Ask for approval'));
  await page.keyboard.type('Always');
  await page.keyboard.press('Escape');
  await expect(card(page, 'postgres_query')).toBeFocused();

  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: /Add a step after 1/ })).toBeVisible();
  await page.keyboard.type('files.list');
  await page.keyboard.press('Enter');
  await expect(card(page, 'files_list')).toBeFocused();
  // There are two folders, so which one is for the person to say.
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Connection', { exact: true }));
  await page.keyboard.type('reports');
  await page.keyboard.press('Escape');
  await expect(card(page, 'files_list')).toBeFocused();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(card(page, 'files_list_2')).toBeFocused();

  // Connect, move, delete; and take all of it back.
  await page.keyboard.press('d');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('Files list');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: /No longer run after 2/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, 'files_list_2')).toBeFocused();
  await expect(page.locator('.dependency')).toHaveCount(3);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Delete');
  await expect(card(page, 'files_list_2')).toBeHidden();
  for (let undo = 0; undo < 4; undo += 1) await page.keyboard.press('Control+z');
  await expect(page.locator('.plan-canvas [data-step]')).toHaveCount(2);
  await expect(page.locator('[data-saving="saved"]')).toBeVisible();

  await page.keyboard.press('Control+s');
  const save = page.getByRole('dialog', { name: 'Save as v1' });
  await tabTo(page, save.getByLabel('What changed?'));
  await page.keyboard.type('The first version.');
  await press(page, save.getByRole('button', { name: 'Save as v1' }));
  await page.waitForURL(/\/plans\/[^/]+\/v\/1/);

  await press(page, page.getByRole('button', { name: 'Approve plan' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Approve plan' }));
  await expect(page.getByRole('dialog')).toBeHidden();
  await press(page, page.getByRole('button', { name: 'Start run' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Start run' }));
  await page.waitForURL(/\/runs\/[^/?]+/);
  await press(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /^Review/ })
      .first(),
  );
  await page.waitForURL(/\/approvals\/[^/?]+/);
  const approve = page.getByRole('button', { name: 'Approve this exact call' });
  await tabTo(page, approve);
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(
    page
      .getByTestId('approval-card')
      .getByText(/Approved/)
      .first(),
  ).toBeVisible();
});
