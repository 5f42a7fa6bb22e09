import { expect, test } from './fixtures.ts';

test('[K2][K5] a plan is saved as a playbook, found on its page, and made again with another value', async ({
  page,
  api,
}) => {
  const made = await api.playbooks.make.mutate({
    goal: 'Change the limit of partners',
    playbookId: 'change-config',
    parameters: {},
    idempotencyKey: crypto.randomUUID(),
  });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  await page.goto(`/plans/${made.planId}/v/1`);
  await page.getByRole('button', { name: 'Save as playbook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Change another file');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('change-another-file');
  await dialog.getByRole('checkbox', { name: /^Path: partners\.conf/ }).check();
  await dialog.getByLabel('Asked as').fill('Which file');
  await dialog.getByRole('button', { name: 'Save playbook' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Playbooks' }).click();
  const card = page.getByRole('article', { name: 'Change another file' });
  await expect(card).toContainText('change-another-file@1');
  await expect(card).toContainText('partner-config');
  await card.getByRole('link', { name: /^Use/ }).click();
  await expect(page.getByLabel('What must be true at the end?')).toHaveValue('Change the limit of partners');
  await page.getByLabel('Which file').fill('other.conf');
  await page.getByRole('button', { name: 'Make plan' }).click();
  await page.waitForURL(/\/plans\/[^/]+\/v\/1\b/);
  await expect(page.getByText('change-another-file@1').first()).toBeVisible();
  await page.goto(`${page.url().split('?')[0] ?? ''}?step=inspect`);
  await expect(page.getByRole('complementary', { name: 'Step', exact: true })).toContainText('other.conf');
});
