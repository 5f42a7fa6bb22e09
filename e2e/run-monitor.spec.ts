import { startFakeService, type FakeService } from '#server/testing/fake-service.ts';
import { expect, test } from './fixtures.ts';
import { connectService, personStep, runUntil, signCalls, startPlan, writeStep } from './support/runs.ts';

let service: FakeService;
test.beforeAll(async () => {
  service = await startFakeService();
});
test.afterAll(async () => {
  await service.close();
});

test('[UE4] an unknown outcome shows what was sent and when, has no Retry, and takes a verdict only with evidence', async ({
  page,
  api,
}) => {
  const connection = await connectService(api, service.url);
  const { runId } = await startPlan(api, 'Pay the invoice', [
    writeStep('invoice-88', connection, 'reset-after'),
    personStep('next', { needs: ['invoice-88'] }),
  ]);
  await signCalls(api, runId);
  await runUntil(api, runId, (state) => state.unknown.length === 1);

  await page.goto(`/runs/${runId}`);
  const strip = page.getByTestId('waiting');
  await expect(strip).toContainText('unknown');
  await strip.getByRole('button', { name: 'Open step' }).click();
  const panel = page.getByRole('complementary', { name: 'Step', exact: true });
  await expect(panel.getByText('Outcome unknown').first()).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'What was sent' })).toBeVisible();
  await expect(panel.getByText('/none/effects').first()).toBeVisible();
  await expect(panel.getByText('invoice-88').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /retry/i })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Check again' })).toBeVisible();

  await panel.getByRole('button', { name: 'It happened' }).click();
  await expect(panel.getByText(/Nothing was recorded/)).toBeVisible();
  expect((await api.runs.get.query({ runId })).state.unknown).toHaveLength(1);

  await panel.getByLabel('Evidence').fill('The ledger of the service lists it as entry 1.');
  await panel.getByRole('button', { name: 'It happened' }).click();
  await expect(panel.getByText('Done').first()).toBeVisible();
  await expect(panel.getByText(/Ada Lovelace it happened/)).toBeVisible();
  expect(service.ledger().filter(({ body }) => JSON.stringify(body).includes('invoice-88'))).toHaveLength(1);
});

test('[UE9] both ways to stop list the effects that remain, and which running steps are cancelled', async ({
  page,
  api,
}) => {
  const connection = await connectService(api, service.url);
  const { runId } = await startPlan(api, 'Send two notices', [
    writeStep('first', connection),
    writeStep('second', connection, 'hang', { needs: ['first'] }),
  ]);
  await signCalls(api, runId, 2);
  await runUntil(api, runId, (state) => state.inFlight.length === 1);

  await page.goto(`/runs/${runId}`);
  for (const mode of ['Stop after running steps', 'Cancel running steps now']) {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('menuitem', { name: mode }).click();
    const dialog = page.getByRole('dialog', { name: mode });
    await expect(dialog.getByText('1 effect remains')).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'POST /none/effects' })).toHaveCount(1);
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Step 2' })).toHaveCount(1);
    if (mode.startsWith('Stop')) await dialog.getByRole('button', { name: 'Keep running' }).click();
    else await dialog.getByRole('button', { name: 'Cancel steps' }).click();
    await expect(dialog).toBeHidden();
  }
  await runUntil(api, runId, (state) => state.status === 'stopping' || state.endedAt !== undefined);
});

test("a person's step is answered in its form, and the run goes on", async ({ page, api }) => {
  const { runId } = await startPlan(api, 'Ask for the window', [
    personStep('window', {
      work: {
        kind: 'person',
        prompt: 'When may the switch happen?',
        form: {
          type: 'object',
          properties: {
            start: { type: 'string', title: 'Start' },
            minutes: { type: 'integer', title: 'Minutes', minimum: 1 },
          },
          required: ['start', 'minutes'],
        },
      },
    }),
  ]);
  await runUntil(api, runId, (state) => state.persons.length === 1);
  await page.goto(`/runs/${runId}`);
  await page.getByTestId('waiting').getByRole('button', { name: 'Open step' }).click();
  const panel = page.getByRole('complementary', { name: 'Step', exact: true });
  await expect(panel.getByText('When may the switch happen?').first()).toBeVisible();
  await panel.getByRole('button', { name: 'Send answer' }).click();
  await expect(panel.getByRole('alert')).toContainText('Start');
  await panel.getByLabel('Start').fill('22:00');
  await panel.getByLabel('Minutes').fill('30');
  await panel.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Goal met').first()).toBeVisible();
  const { value } = await api.runs.stepOutput.query({ runId, address: { stepId: 'window' } });
  expect(value).toEqual({ start: '22:00', minutes: 30 });
});
