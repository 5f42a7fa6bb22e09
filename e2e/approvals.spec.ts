/** The card as the person who signs lives it. Whatever no browser is needed for is in server/trpc/approvals.pg.test.ts. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Api } from './support/api.ts';
import { readArguments } from './support/operator.ts';
import { openShop } from './support/shop.ts';

const key = () => crypto.randomUUID();
const hidden = 'admin\u202Etxt.exe p\u0430ypal \u200B';

type Wanted = {
  sql: string;
  params?: (string | number)[];
  undo?: string;
  rationale?: string;
  title?: string;
};

/** A run of one statement on the sample shop that waits for approval; returns its card's id. */
async function waitingCall(api: Api, wanted: Wanted): Promise<{ runId: string; approvalId: string }> {
  const { sql, params, undo, rationale, title = 'Change notes' } = wanted;
  const args = { connection: 'shop', sql, ...(params && { params }) };
  const made = await api.plans.create.mutate({
    title,
    note: 'For a test',
    document: {
      artifact: 'plan/v1',
      objective: title,
      steps: [
        {
          id: 'change',
          title,
          success: 'The notes are changed',
          work: { kind: 'tool', tool: 'postgres.execute', args },
          ...(undo && {
            compensation: { kind: 'tool', tool: 'postgres.execute', args: { connection: 'shop', sql: undo } },
          }),
          ...(rationale && { rationale }),
        },
      ],
      success: [
        {
          id: 'there',
          expr: 'probe.rows.size() == 1',
          probe: { tool: 'postgres.query', args: { connection: 'shop', sql: 'select 1 as one' } },
          message: 'The shop does not answer.',
        },
      ],
    },
    idempotencyKey: key(),
  });
  const version = { planId: made.planId, version: made.version, hash: made.hash };
  await api.plans.approve.mutate({ ...version, idempotencyKey: key() });
  const { runId } = await api.runs.start.mutate({ ...version, idempotencyKey: key() });
  let approvalId: string | undefined;
  await expect(async () => {
    const { approvals } = await api.approvals.list.query({ tab: 'needs-you', runId, limit: 10 });
    approvalId = approvals[0]?.approvalId;
    expect(approvalId).toBeDefined();
  }).toPass();
  return { runId, approvalId: approvalId ?? '' };
}

const card = (page: Page) => page.getByTestId('approval-card');
const approve = (page: Page) => page.getByRole('button', { name: 'Approve this exact call' });
async function open(page: Page, approvalId: string): Promise<void> {
  await page.goto(`/approvals/${approvalId}`);
  await expect(card(page)).toBeVisible();
}

test.beforeAll(async ({ app }) => {
  const shop = openShop(app.dataDir);
  await shop`create table if not exists notes (id integer primary key, body text)`;
  await shop`insert into notes select n, 'note ' || n from generate_series(1, 9) n on conflict do nothing`;
  await shop.end();
});

test('[J3] [UD4] arguments are edited on the card: the old card is void with the difference, the new call is tried, signed and sent', async ({
  page,
  api,
  app,
  context,
}) => {
  const { approvalId } = await waitingCall(api, {
    sql: 'update notes set body = $1 where id <= $2',
    params: ['read', 5],
    undo: "update notes set body = 'note'",
  });
  const other = await context.newPage();
  await open(other, approvalId);
  await open(page, approvalId);
  await expect(card(page).getByText(/Undo: Change shop\.notes/)).toBeVisible();
  await expect(card(page).getByText(/^Table notes: /)).toBeVisible();
  await card(page).getByRole('button', { name: 'Run dry run' }).click();
  await expect(card(page).getByText(/Would change 5 rows/)).toBeVisible();

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Use these arguments' })).toBeDisabled();
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  const box = dialog.getByLabel('All arguments');
  await box.fill('{"connection": "shop", "sql": 1');
  await expect(dialog.getByRole('button', { name: 'Use these arguments' })).toBeDisabled();
  await box.fill(
    JSON.stringify({
      connection: 'shop',
      sql: 'update notes set body = $1 where id <= $2',
      params: ['read', 2],
    }),
  );
  await expect(dialog.getByTestId('edit-changes')).toContainText('params[1]');
  await dialog.getByRole('button', { name: 'Use these arguments' }).click();

  for (const each of [page, other]) {
    await expect(
      each.getByText('This call changed while you were reading. Nothing was approved.'),
    ).toBeVisible();
    await expect(each.getByTestId('call-difference')).toContainText('args.params[1] 5 → 2');
    await expect(approve(each)).toBeHidden();
  }
  await page.getByRole('link', { name: 'Read the new call' }).click();
  await expect(card(page).getByText('edited on the card by Ada Lovelace')).toBeVisible();
  await readArguments(page);
  await approve(page).click();
  await expect(card(page).getByText(/Ada Lovelace approved this at/)).toBeVisible();

  const shop = openShop(app.dataDir);
  await expect(async () => {
    const rows = await shop`select id from notes where body = 'read' order by id`;
    expect(rows.map((row) => row['id'])).toEqual([1, 2]);
  }).toPass();
  await shop.end();
  await other.close();
});

test('[UD2] [UD3] on opening, no key approves; the button says why until the arguments are read', async ({
  page,
  api,
}) => {
  const { approvalId } = await waitingCall(api, {
    sql: `update notes set body = 'x' where id = 9 -- ${'reason '.repeat(300)}\n`,
  });
  const decided: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('approvals.decide'))
      decided.push(request.url());
  });
  await open(page, approvalId);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  for (const press of ['Enter', 'Space', 'y', 'a', 'Y', 'A', 'Enter', 'Space', 'o', '1'])
    for (let times = 0; times < 3; times += 1) {
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press(press);
    }
  await expect(approve(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByTestId('approve-why')).toHaveText('Read all arguments first.');
  // Playwright waits for a button that is off; a person's click does not.
  await approve(page).click({ force: true });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('arguments')).toBeFocused();
  expect(decided).toEqual([]);
  await readArguments(page);
  await expect(page.getByTestId('approve-why')).toBeEmpty();
  await expect(approve(page)).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(card(page).getByText(/Ada Lovelace approved this at/)).toBeVisible();
  expect(decided).toHaveLength(1);
});

test('[case 54] [case 112] [UD10] [UD11] [UD12] [UD15] the card shows all of it, as text: hidden characters, 4,000 characters, markup, and no secret', async ({
  page,
  api,
  app,
}) => {
  const long = `select '${'x'.repeat(3_950)}' as the_dangerous_tail`;
  const { approvalId } = await waitingCall(api, {
    title: '<img src=x onerror=alert(1)> **bold**',
    sql: 'update notes set body = $1 where id = 8',
    params: [hidden, '', long],
    rationale: '<b>trust me</b> [click](https://evil.example)',
  });
  await open(page, approvalId);
  for (const code of ['U+202E', 'U+0430', 'U+200B'])
    await expect(card(page).getByText(code).first()).toBeVisible();
  await expect(card(page).getByText('empty text')).toBeVisible();
  const box = card(page).locator('[data-argument="/params/2"] pre');
  await expect(box).toHaveText(long);
  await expect(card(page).locator('[data-argument="/params/2"]')).toContainText(
    `${long.length.toLocaleString('en-US')} characters`,
  );
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(
    await box.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 1),
  ).toBe(true);
  await expect(card(page).getByText('<b>trust me</b> [click](https://evil.example)')).toBeVisible();
  const main = page.getByRole('main');
  expect(await main.locator('img, b, a[href*="evil"]').count()).toBe(0);
  const shopUrl = new URL(readFileSync(`${app.dataDir}/samples/shop.url`, 'utf8').trim());
  expect(shopUrl.password.length).toBeGreaterThan(3);
  for (const text of [await page.content(), page.url(), await page.title()])
    expect(text).not.toContain(decodeURIComponent(shopUrl.password));
});

test('[UD13] offline, Approve is off and says why; back online the call is read again first', async ({
  page,
  api,
  context,
}) => {
  const { approvalId } = await waitingCall(api, {
    sql: "update notes set body = 'x' where id = 7",
    undo: "update notes set body = 'y' where id = 7",
  });
  await open(page, approvalId);
  await expect(approve(page)).not.toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(true);
  await expect(approve(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByTestId('approve-why')).toHaveText('Reconnecting. A decision now might not arrive.');
  const readAgain = page.waitForResponse((response) => response.url().includes('approvals.get'));
  await context.setOffline(false);
  await readAgain;
  await expect(approve(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('[UD14] on a phone the bar sticks, and a second sheet repeats what happens to what, what changed, and arms', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const unread = `update notes set body = $1 where id = 6 -- ${'reason '.repeat(300)}\n`;
  const first = await waitingCall(api, { sql: unread, params: ['old'] });
  const before = await api.approvals.get.query({ approvalId: first.approvalId });
  await api.approvals.edit.mutate({
    approvalId: before.approvalId,
    seal: before.seal,
    planVersion: before.planVersion,
    policyRevision: before.policyRevision,
    args: { ...before.args, params: ['new'] },
    idempotencyKey: key(),
  });
  await open(page, first.approvalId);
  await page.getByRole('link', { name: 'Read the new call' }).click();
  const openSheet = page.getByRole('button', { name: 'Approve…' });
  await expect(openSheet).toBeInViewport();
  for (const name of ['Reject…', 'Edit'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport();
  await openSheet.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { level: 1 })).toContainText('Change shop.notes');
  await expect(sheet).toContainText('Changes the database in one transaction.');
  await expect(sheet).toContainText('params[0] "old" → "new"');
  const button = sheet.getByRole('button', { name: 'Approve this exact call' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(sheet.getByText('Read all arguments first.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Back' }).click();
  await readArguments(page);
  await openSheet.click();
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
  await expect(card(page).getByText(/Ada Lovelace approved this at/)).toBeVisible();
});

test('[UD1] nothing outside of the card approves a call: pages, menus and lists only lead to it', async ({
  page,
  api,
}) => {
  const { runId, approvalId } = await waitingCall(api, { sql: "update notes set body = 'x' where id = 5" });
  const { planId } = await api.approvals.get.query({ approvalId });
  const routes = [
    '/',
    '/plans',
    `/plans/${planId}/v/1`,
    '/runs',
    `/runs/${runId}`,
    `/runs/${runId}?step=change`,
  ];
  for (const route of [
    ...routes,
    '/approvals',
    '/approvals?tab=others',
    '/approvals?tab=done',
    '/connections',
    '/settings',
  ]) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const names = await page
      .getByRole('button', { name: /approve/i })
      .or(page.getByRole('menuitem', { name: /approve/i }))
      .allTextContents();
    expect([route, names.filter((name) => name !== 'Approve plan')]).toEqual([route, []]);
    for (const link of await page.getByRole('link', { name: /approve/i }).all())
      expect(await link.getAttribute('href')).toMatch(/^\/approvals/);
  }
  await page.goto('/approvals');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /Change shop\.notes/ })
      .first(),
  ).toBeVisible();
});
