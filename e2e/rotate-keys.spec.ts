import { expect, test } from './fixtures.ts';
import { approveBatch, approveCall, approvePlan, openCard, startRun } from './support/operator.ts';
import { readPartnerLedger } from './support/partners.ts';

test('[J4] keys of inactive partners: one call takes effect and loses its answer, and is not done twice', async ({
  page,
  app,
  api,
}) => {
  test.setTimeout(120_000);
  await page.goto(`/plans/new?goal=${encodeURIComponent('Rotate the API keys of inactive partners')}`);
  await expect(page.getByRole('radio', { name: /Rotate the API keys/ })).toBeChecked();
  await page.getByRole('button', { name: 'Make plan' }).click();
  await page.waitForURL(/\/plans\/[^/]+\/v\/1/);
  await approvePlan(page);
  const runUrl = await startRun(page);
  await openCard(page, runUrl, 'Step 3');
  await approveBatch(page, 5);

  // The slow partner's answer is lost after 5 s; the service is asked again under the same key.
  await openCard(page, runUrl, 'Tell the people on duty');
  await approveCall(page);
  await page.goto(runUrl);
  await expect(page.getByText('Goal met').first()).toBeVisible({ timeout: 40_000 });

  const ledger = readPartnerLedger(app.dataDir);
  const rotated = ledger.flatMap((entry) => (entry.kind === 'rotated' ? [entry.partnerId] : []));
  expect(rotated).toHaveLength(5);
  expect(new Set(rotated).size).toBe(5);
  expect(ledger.filter((entry) => entry.kind === 'notice')).toEqual([
    expect.objectContaining({ text: '5 partners not seen since 2026-01-01 have new API keys.' }),
  ]);
  const runId = new URL(runUrl).pathname.split('/').at(-1) ?? '';
  const { events } = await api.runs.events.query({ runId, after: 0 });
  const outcomes = events.flatMap((event) =>
    event.type === 'attempt-finished' && event.data.outcome === 'unknown' ? [event.data.failure?.code] : [],
  );
  expect(outcomes).toEqual(['timeout']);
  const found = events.flatMap((event) => (event.type === 'effect-reconciled' ? [event.data.verdict] : []));
  expect(found).toEqual(['committed']);
});
