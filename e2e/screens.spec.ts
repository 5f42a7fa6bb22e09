import { expect, test } from './fixtures.ts';

test('a signed-in person sees Home, and a plan made through the API is on its page', async ({
  page,
  api,
}) => {
  const made = await api.playbooks.make.mutate({
    goal: 'Split users.full_name into first and last name without downtime',
    playbookId: 'split-name',
    parameters: {},
    idempotencyKey: crypto.randomUUID(),
  });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto(`/plans/${made.planId}/v/1`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Split a full name');
});
