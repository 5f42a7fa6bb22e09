import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { approveCall, approvePlan, openCard, startRun } from './support/operator.ts';

test('an investigation reads side by side, writes one cited report, and asks every citation again', async ({
  page,
  app,
  api,
}) => {
  const made = await api.playbooks.make.mutate({
    goal: 'Investigate slow orders',
    playbookId: 'slow-orders',
    parameters: {},
    idempotencyKey: crypto.randomUUID(),
  });
  if (!made.made) throw new Error(JSON.stringify(made.problems));
  await page.goto(`/plans/${made.planId}/v/1`);
  await approvePlan(page);
  const runUrl = await startRun(page);
  await openCard(page, runUrl, 'Save the report');
  await expect(page.getByTestId('arguments')).toContainText('Highest: Heron');
  await approveCall(page);
  await page.goto(runUrl);
  await expect(page.getByText('Goal met').first()).toBeVisible({ timeout: 30_000 });
  const folder = path.join(app.dataDir, 'samples', 'reports');
  const runId = new URL(runUrl).pathname.split('/').at(-1) ?? '';
  const [file = ''] = readdirSync(folder).filter((name) => name.includes(runId));
  const report = readFileSync(path.join(folder, file), 'utf8');
  expect(report.match(/^Source: step /gm)).toHaveLength(4);
});

test('[E4] a setting that the service does not take is rolled back to the byte; one it takes stays', async ({
  page,
  app,
  api,
}) => {
  const file = path.join(app.dataDir, 'samples', 'partners', 'config', 'partners.conf');
  const before = readFileSync(file);
  const change = async (value: number) => {
    const made = await api.playbooks.make.mutate({
      goal: `Change the limit of partners to ${value}`,
      playbookId: 'change-config',
      parameters: { replace: `requests_per_minute = ${value}` },
      idempotencyKey: crypto.randomUUID(),
    });
    if (!made.made) throw new Error(JSON.stringify(made.problems));
    await page.goto(`/plans/${made.planId}/v/1`);
    await approvePlan(page);
    const runUrl = await startRun(page);
    await openCard(page, runUrl, 'Change partners.conf');
    await approveCall(page);
    return runUrl;
  };
  const refused = await change(5_000);
  await openCard(page, refused, 'Undo: Change partners.conf');
  expect(readFileSync(file, 'utf8')).toContain('= 5000\r\n');
  await approveCall(page);
  await page.goto(refused);
  await expect(page.getByText('Taken back after a failure', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('No effects remain', { exact: false }).first()).toBeVisible();
  expect(readFileSync(file).equals(before)).toBe(true);

  const taken = await change(300);
  await page.goto(taken);
  await page.getByTestId('waiting').getByRole('button', { name: 'Open step' }).click();
  await page.getByLabel('The change stays').check();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Goal met').first()).toBeVisible({ timeout: 30_000 });
  expect(readFileSync(file, 'utf8')).toBe(before.toString('utf8').replace('= 120', '= 300'));
});
