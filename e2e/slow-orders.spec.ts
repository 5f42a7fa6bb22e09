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
