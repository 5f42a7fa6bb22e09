import { startFakeService, type FakeService } from '#server/testing/fake-service.ts';
import { expect, test } from './fixtures.ts';
import {
  connectService,
  lengthenLog,
  personStep,
  runUntil,
  signCalls,
  startPlan,
  writeStep,
} from './support/runs.ts';

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
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Step 2 Send second' })).toHaveCount(1);
    await expect(
      dialog.getByText(mode.startsWith('Stop') ? '1 step finishes first' : '1 step is cancelled'),
    ).toBeVisible();
    if (mode.startsWith('Stop')) await dialog.getByRole('button', { name: 'Keep running' }).click();
    else await dialog.getByRole('button', { name: 'Cancel steps' }).click();
    await expect(dialog).toBeHidden();
  }
  await runUntil(api, runId, (state) => state.status === 'stopping' || state.endedAt !== undefined);
});

test('[E4] a person stops a run and has it taken back: the last effect first, each signed, and nothing remains', async ({
  page,
  api,
}) => {
  const connection = await connectService(api, service.url);
  const takesBack = (id: string) => ({ compensation: writeStep(`no-${id}`, connection).work });
  const { runId } = await startPlan(api, 'Announce and book', [
    writeStep('notice', connection, undefined, takesBack('notice')),
    writeStep('booking', connection, undefined, { needs: ['notice'], ...takesBack('booking') }),
    personStep('arrival', { needs: ['booking'] }),
  ]);
  await signCalls(api, runId, 2);
  await runUntil(api, runId, (state) => state.persons.length === 1);

  await page.goto(`/runs/${runId}?tab=effects`);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Stop and take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop and take back what was done' });
  await expect(dialog.getByText('2 effects are taken back, in this order')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText(['Step 2', 'Step 1']);
  await dialog.getByLabel('Why?').fill('The guest has cancelled.');
  await dialog.getByRole('button', { name: 'Stop and take back' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('waiting')).toContainText('needs approval');
  await expect(page.getByRole('link', { name: 'Plan v2' })).toBeVisible();
  await signCalls(api, runId, 2);
  await expect(page.getByText('Taken back: The guest has cancelled.').first()).toBeVisible();
  const effects = page.getByRole('listitem').filter({ hasText: 'Key' });
  await expect(effects.filter({ hasText: 'Undone' })).toHaveCount(2);
  await expect(effects.filter({ hasText: 'Committed, took back an effect' })).toHaveCount(2);
  const items = service.ledger().map(({ body }) => (body as { item: string }).item);
  expect(items.slice(-4)).toEqual(['notice', 'booking', 'no-booking', 'no-notice']);
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

test('[case 99] [UE3] 10,000 lines keep fewer than 120 in the page; the log follows, lets go, and counts what is new', async ({
  page,
  api,
  app,
}) => {
  const { runId } = await startPlan(api, 'Talk a lot', [personStep('listen')]);
  await runUntil(api, runId, (state) => state.persons.length === 1);
  await page.goto(`/runs/${runId}?tab=activity`);
  const log = page.getByRole('log');
  const follow = page.getByRole('checkbox', { name: 'Follow activity' });
  await expect(log.getByText('asks a person').first()).toBeVisible();
  await log.evaluate((element) => {
    const seen = { most: 0 };
    Object.assign(window, { seen });
    const count = () => (seen.most = Math.max(seen.most, element.querySelectorAll('li').length));
    new MutationObserver(count).observe(element, { childList: true, subtree: true });
  });

  await lengthenLog(app.databaseUrl, runId, 10_000);
  const paused = await api.runs.pause.mutate({ runId, idempotencyKey: crypto.randomUUID() });
  await expect(log.locator(`[data-obs="${paused.version}"]`)).toBeInViewport();
  await expect(follow).toBeChecked();
  const most = await page.evaluate(() => (window as unknown as { seen: { most: number } }).seen.most);
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThan(120);

  await log.hover();
  await page.mouse.wheel(0, -3_000);
  await expect(follow).not.toBeChecked();
  for (let n = 0; n < 7; n += 1) {
    await api.runs.resume.mutate({ runId, idempotencyKey: crypto.randomUUID() });
    await api.runs.pause.mutate({ runId, idempotencyKey: crypto.randomUUID() });
  }
  const pill = page.getByRole('button', { name: '14 new', exact: true });
  await expect(pill).toBeVisible();
  await expect(log.locator(`[data-obs="${paused.version + 14}"]`)).toHaveCount(0);
  await pill.click();
  await expect(log.locator(`[data-obs="${paused.version + 14}"]`)).toBeInViewport();
  await expect(follow).toBeChecked();
  await expect(pill).toBeHidden();

  // A link to a line that is older than what the page keeps.
  await page.goto(`/runs/${runId}?tab=activity&obs=5`);
  const named = log.locator('[aria-current="location"]');
  await expect(named).toHaveAttribute('data-obs', '5');
  await expect(named).toBeInViewport();
  await expect(follow).not.toBeChecked();
});

test('[case 66] [UE5] [UF3] one selection drives every view; title and icon say where it stands; a row renders for its own step', async ({
  page,
  api,
}) => {
  const { runId } = await startPlan(api, 'Ask twice', [
    personStep('first'),
    personStep('second', { needs: ['first'] }),
    personStep('third', { needs: ['second'] }),
  ]);
  await runUntil(api, runId, (state) => state.persons.length === 1);
  const { number } = (await api.runs.get.query({ runId })).run;
  await page.goto(`/runs/${runId}`);
  const icon = page.locator('link[data-sign]');
  await expect(page).toHaveTitle(`(1) Needs you · Run ${number} · Countersign`);
  const asking = await icon.getAttribute('href');

  const steps = page.getByRole('complementary', { name: 'Steps' });
  await steps.getByRole('button', { name: /Ask about second/ }).click();
  await expect(page).toHaveURL(/step=second/);
  const current = page.locator('[aria-current="step"]');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.locator('[data-timeline-row="second"]')).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('3');
  await expect(page).toHaveURL(/tab=list/);
  await expect(current).toHaveCount(2);
  await page.locator('[data-row="first"]').last().getByRole('button').click();
  await expect(page).toHaveURL(/step=first/);
  await page.goBack();
  await expect(page).toHaveURL(/step=second/);

  await page.evaluate(() => {
    const touched = new Set<string>();
    Object.assign(window, { touched });
    for (const row of document.querySelectorAll<HTMLElement>('[data-row]'))
      new MutationObserver(() => touched.add(row.dataset['row'] ?? '')).observe(row, {
        childList: true,
        subtree: true,
        attributes: true,
      });
  });
  const answer = (stepId: string) =>
    api.runs.answerPerson.mutate({
      runId,
      address: { stepId },
      output: { answer: 'Yes' },
      idempotencyKey: crypto.randomUUID(),
    });
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await answer('first');
  await expect(page.locator('[data-row="first"][data-state="done"]')).toBeVisible();
  await expect(page.locator('[data-row="second"][data-state="running"]')).toBeVisible();
  const touched = await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched]);
  expect(touched.sort()).toEqual(['first', 'second']);
  await answer('second');
  await runUntil(api, runId, (state) => state.persons.includes('third'));
  await answer('third');
  await expect(page).toHaveTitle(`✓ Run ${number} · Countersign`);
  expect(await icon.getAttribute('href')).not.toBe(asking);
  await expect(page.getByText('3 of 3 steps')).toBeVisible();
});

test('[case 97] [UE1] [UE2] [UA12] a lost connection says so and turns decisions off; what happened meanwhile is read once it is back', async ({
  page,
  api,
  context,
  app,
}) => {
  const { runId } = await startPlan(api, 'Lose the line', [personStep('wait')]);
  await runUntil(api, runId, (state) => state.persons.length === 1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/runs/${runId}?tab=activity`);
  await expect(page.locator('[data-link="live"]')).toBeVisible();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(moving).toBe(0);

  await context.setOffline(true);
  const banner = page.getByTestId('reconnecting');
  await expect(banner).toContainText(/Last update \d\d:\d\d:\d\d\. Decisions are off\./);
  await expect(page.getByRole('button', { name: 'Pause run' })).toBeDisabled();
  await api.runs.pause.mutate({ runId, idempotencyKey: crypto.randomUUID() });
  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await expect(page.getByTestId('waiting')).toContainText('Paused. Nothing new starts.');
  const log = page.getByRole('log');
  await expect(log.getByText('Ada Lovelace paused the run')).toHaveCount(1);

  // The server goes and comes back: the page goes on by itself, with every line once, and asks for no line it has.
  await page.route(/runs\.events.*%22after%22%3A0%2C/, (route) => route.abort());
  await app.stop();
  await expect(banner).toBeVisible();
  await app.start();
  await expect(banner).toBeHidden({ timeout: 20_000 });
  const { version } = await api.runs.resume.mutate({ runId, idempotencyKey: crypto.randomUUID() });
  await expect(log.locator(`[data-obs="${version}"]`)).toBeVisible();
  const lines = await log
    .locator('[data-obs]')
    .evaluateAll((rows) => rows.map((row) => Number(row.dataset['obs'])));
  expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: version }, (_, index) => index + 1));
});

test('[case 94] [UE10] [case 93] eight tabs of one browser share a stream; one that slept catches up when it wakes', async ({
  context,
  page,
  api,
}) => {
  const { runId } = await startPlan(api, 'Watch from eight tabs', [personStep('look')]);
  await runUntil(api, runId, (state) => state.persons.length === 1);
  const tabs = [page];
  while (tabs.length < 8) tabs.push(await context.newPage());
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(`/runs/${runId}?tab=list`);
      await expect(tab.locator('[data-link="live"]')).toBeVisible();
    }),
  );
  const sleeper = tabs[3] ?? page;
  const devtools = await context.newCDPSession(sleeper);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await tabs.at(-1)?.getByRole('button', { name: 'Pause run' }).click();
  for (const tab of tabs.filter((each) => each !== sleeper))
    await expect(tab.getByTestId('waiting')).toContainText('Paused', { timeout: 5_000 });
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await sleeper.bringToFront();
  await expect(sleeper.getByTestId('waiting')).toContainText('Paused', { timeout: 5_000 });
  for (const tab of tabs.slice(1)) await tab.close();
});

test('a second run names what the first one left; runs are found by what they need; J, K and Enter walk Home', async ({
  page,
  api,
}) => {
  const connection = await connectService(api, service.url);
  const title = `Tell ${connection}`;
  const { runId } = await startPlan(api, title, [writeStep('notice', connection)]);
  await signCalls(api, runId);
  await page.goto(`/runs/${runId}`);
  await expect(page.getByText('Goal met')).toBeVisible();
  await page.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 effect of an earlier run remains')).toBeVisible();
  await expect(dialog.getByText(`POST /none/effects at ${connection}`)).toBeVisible();
  await expect(dialog.getByText(`${connection} http, test`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start run' }).click();
  await expect(page).not.toHaveURL(new RegExp(runId));
  await expect(page.getByTestId('waiting')).toContainText('Step 1 needs approval');

  await page.goto(`/runs?q=${connection}`);
  await expect(page.locator('[data-run]')).toHaveCount(2);
  await page.getByRole('tab', { name: 'Needs you' }).click();
  await expect(page).toHaveURL(/show=needs-you/);
  await expect(page.locator('[data-run]')).toHaveCount(1);
  await expect(page.locator('[data-run]')).toContainText('1 needs you');
  await page.goBack();
  await expect(page.locator('[data-run]')).toHaveCount(2);

  await page.goto('/');
  const rows = page.locator('[data-row-link]');
  await expect(rows.filter({ hasText: title }).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toBeFocused();
  const href = (await rows.nth(0).getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href.endsWith(href));
});
