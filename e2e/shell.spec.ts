import { expect, test } from './fixtures.ts';
import { makePlan } from './support/seed.ts';

test.use({ reducedMotion: 'reduce' });

test('[UA14] single keys do nothing while typing, in dialogs and when switched off', async ({
  page,
  api,
}) => {
  await makePlan(api);
  await page.goto('/plans');
  const filter = page.getByRole('searchbox', { name: 'Filter plans' });
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await filter.click();
  await page.keyboard.type('?gr');
  await expect(filter).toHaveValue('?gr');
  await expect(help).toBeHidden();
  await filter.fill('');
  await filter.blur();

  await page.keyboard.press('?');
  await expect(help).toBeVisible();
  await expect(help.getByText('Go to Runs')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/\/plans$/);
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await filter.blur();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/runs$/);

  await page.goto('/settings');
  await page.getByRole('group', { name: 'Shortcuts of one character' }).getByLabel('Off').check();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  for (const key of ['?', 'g', 'p', '/']) await page.keyboard.press(key);
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/\/settings$/);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(help.getByText('Shortcuts of one character are off.')).toBeVisible();
});

test('search finds plans, pages and commands by keyboard and gives the focus back', async ({ page, api }) => {
  const { planId } = await makePlan(api);
  await page.goto('/runs');
  const button = page.getByRole('button', { name: 'Search or run a command' });
  await button.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await field.fill('name split');
  const plan = page.getByRole('group', { name: 'Plans' }).getByRole('option').first();
  await expect(plan).toContainText('Split a full name');
  await expect(plan).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/plans/${planId}/v/1`));

  await page.keyboard.press('Control+k');
  await field.fill('qqqq');
  await expect(page.getByText('Nothing matches "qqqq".')).toBeVisible();
  await field.fill('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('theme, density, motion and the open menu are kept by this browser', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('group', { name: 'Theme' }).getByLabel('Dark').check();
  await page.getByRole('group', { name: 'Density' }).getByLabel('Compact').check();
  await page.getByRole('group', { name: 'Motion' }).getByLabel('Off').check();
  await page.getByRole('button', { name: 'Keep the menu open' }).click();
  await page.reload();
  const html = page.locator('html');
  for (const [name, value] of Object.entries({
    theme: 'dark',
    density: 'compact',
    motion: 'off',
    rail: 'pinned',
  }))
    await expect(html).toHaveAttribute(`data-${name}`, value);
  await expect(page.getByRole('group', { name: 'Density' }).getByLabel('Compact')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Narrow the menu' })).toBeVisible();
});

test('F6 goes round the regions of a page, Shift+F6 back', async ({ page }) => {
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const region = () => page.evaluate(() => document.activeElement?.tagName);
  const round: (string | undefined)[] = [];
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('F6');
    round.push(await region());
  }
  expect(new Set(round)).toEqual(new Set(['HEADER', 'NAV', 'MAIN']));
  await page.keyboard.press('Shift+F6');
  expect(await region()).toBe(round[1]);
});
