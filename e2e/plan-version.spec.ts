import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import { expect, test } from './fixtures.ts';
import type { Api } from './support/api.ts';

const ask = (question: string) => ({ kind: 'checkpoint' as const, question });
const step = (id: string, title: string, needs: string[], more: Partial<Step> = {}): Step => ({
  id,
  title,
  needs,
  success: `${title} was seen to be so.`,
  work: ask(`${title}?`),
  ...more,
});

/** look -> 5 alike parts -> verify -> switch (if ...) -> tell, and four steps beside them: 12. */
function twelve(): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective: 'Move the users to the new table',
    steps: [
      step('look', 'Look at the source table and write down what nobody remembers about it any more', []),
      ...[1, 2, 3, 4, 5].map((part) => step(`part-${part}`, `Confirm part ${part}`, ['look'])),
      step('verify', 'Verify counts', ['part-1', 'part-2', 'part-3', 'part-4', 'part-5']),
      step('switch', 'Switch over', ['verify', 'look'], { when: 'steps["verify"].output.go == true' }),
      step('tell', 'Tell the shop', ['switch']),
      step('watch', 'Watch the lag', ['look']),
      step('note', 'Note it down', ['watch']),
      step('close', 'Close the ticket', ['note', 'tell']),
    ],
  };
}

/** Ten in a column, each after one of the column before. */
function large(size: number): PlanDocument {
  return {
    ...twelve(),
    steps: Array.from({ length: size }, (_, at) =>
      step(`s${at}`, `${at.toString(36)} is step ${at}`, at < 10 ? [] : [`s${at - 10}`]),
    ),
  };
}

async function makePlan(
  api: Api,
  title: string,
  document: PlanDocument,
): Promise<{ planId: string; url: string }> {
  const { planId } = await api.plans.create.mutate({
    title,
    document,
    note: 'First',
    idempotencyKey: crypto.randomUUID(),
  });
  return { planId, url: `/plans/${planId}/v/1` };
}

const graph = (page: Page) => page.getByRole('region', { name: /^Plan graph/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-step'));
const inGraph = (page: Page) => page.evaluate(() => document.activeElement?.closest('.plan-canvas') !== null);

/** Presses Tab from the view switch until the focus has left the graph; how many stops were inside. */
async function tabStops(page: Page): Promise<number> {
  await page.getByRole('tab', { name: 'Graph' }).focus();
  let stops = 0;
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab');
    if (await inGraph(page)) stops += 1;
    else if (stops > 0) break;
  }
  return stops;
}

test('[UA2, UA5] twelve steps are one or two Tab stops, and arrows reach each of them', async ({
  page,
  api,
}) => {
  const { url } = await makePlan(api, 'Twelve', twelve());
  await page.goto(url);
  await expect(graph(page).locator('.step-card')).toHaveCount(12);
  expect(await tabStops(page)).toBeLessThanOrEqual(2);

  await graph(page).locator('[data-step="look"]').focus();
  const seen = new Set(['look']);
  const keys = [
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowDown',
    'ArrowLeft',
    'ArrowDown',
    'ArrowLeft',
    'ArrowUp',
  ];
  for (let press = 0; press < 200 && seen.size < 12; press++) {
    await page.keyboard.press(keys[press % keys.length] ?? 'ArrowRight');
    seen.add((await focused(page)) ?? '');
  }
  expect(seen.size).toBe(12);

  // Home, End and brackets; Enter opens the panel, Escape leads back, then out.
  await page.keyboard.press('End');
  expect(await focused(page)).toBe('close');
  await page.keyboard.press('Home');
  expect(await focused(page)).toBe('look');
  await page.keyboard.press(']');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^Step 2/ })).toBeFocused();
  await expect(page).toHaveURL(/step=part-1/);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('part-1');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/step=/);
  await page.keyboard.press('Escape');
  expect(await inGraph(page)).toBe(false);
});

test('[UA2, UA5] at 500 steps End reaches the last one, which was not drawn before', async ({
  page,
  api,
}) => {
  const { url } = await makePlan(api, 'Five hundred', large(500));
  await page.goto(url);
  const cards = graph(page).locator('.step-card');
  await expect(cards.first()).toBeVisible();
  expect(await cards.count()).toBeLessThan(300);
  // It does not fit, and opens where titles can be read.
  await expect(graph(page)).not.toHaveAttribute('data-lod', '0');
  await expect(graph(page).locator('[data-step="s499"]')).toHaveCount(0);
  expect(await tabStops(page)).toBeLessThanOrEqual(2);
  await cards.first().focus();
  await page.keyboard.press('End');
  await expect(graph(page).locator('[data-step="s499"]')).toBeFocused();
  await expect(graph(page).locator('[data-step="s499"]')).toBeInViewport();
});

test('a title that is cut off opens in full on focus, and Escape closes it first', async ({ page, api }) => {
  const { url } = await makePlan(api, 'Tooltip', twelve());
  await page.goto(url);
  await graph(page).locator('[data-step="look"]').focus();
  const tooltip = page.locator('.canvas-tooltip');
  await expect(tooltip).toHaveText(/nobody remembers about it any more/);
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  expect(await focused(page)).toBe('look');
  await graph(page).locator('[data-step="look"]').hover();
  await page.mouse.move(5, 5);
  await expect(tooltip).toHaveCount(0);
});

test('alike steps close into one card by key, with its count, and open again', async ({ page, api }) => {
  const { url } = await makePlan(api, 'Groups', twelve());
  await page.goto(url);
  await graph(page).locator('[data-step="part-3"]').focus();
  await page.keyboard.press('-');
  const group = graph(page).getByRole('button', { name: /^Confirm, 5 parts\..* Steps 2 to 6\.$/ });
  await expect(group).toBeFocused();
  await expect(graph(page).locator('.step-card')).toHaveCount(8);
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe('verify');
  await group.focus();
  await page.keyboard.press('+');
  await expect(graph(page).locator('[data-step="part-1"]')).toBeFocused();
  await expect(graph(page).locator('.step-card')).toHaveCount(12);
});

test('the outline filters, names what it did not find, and the view stands in the address', async ({
  page,
  api,
}) => {
  const { url, planId } = await makePlan(api, 'Outline', twelve());
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1, name: 'Outline' })).toBeVisible();
  await page.getByRole('tab', { name: 'Graph' }).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('mail');
  await expect(page.getByText('No step matches "mail".')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('button')).toHaveCount(12);
  await page.getByRole('tab', { name: 'Graph' }).focus();
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/view=list/);
  await page.goBack();
  await expect(page).not.toHaveURL(/view=/);
  await page.goto(`${url}?view=json`);
  await expect(page.getByText('"artifact": "plan/v1"')).toBeVisible();
  expect(planId).not.toBe('');
});

test('[X1] the version is downloaded as JSON, YAML, Mermaid and SVG', async ({ page, api }) => {
  const { url } = await makePlan(api, 'Export: users', twelve());
  await page.goto(url);
  for (const [name, extension, holds] of [
    ['JSON', 'json', '"artifact": "plan/v1"'],
    ['YAML', 'yaml', 'artifact: plan/v1'],
    ['Mermaid', 'mmd', 'flowchart LR'],
    ['SVG', 'svg', '<title id="plan-title">Export: users, v1</title>'],
  ] as const) {
    await page.getByRole('button', { name: 'Export this version' }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`export-users-v1.${extension}`);
    expect(await readFile(await download.path(), 'utf8')).toContain(holds);
  }
});

test('Tidy shows outlines first; the cards move when somebody says so, and back', async ({ page, api }) => {
  const { url, planId } = await makePlan(api, 'Tidy', twelve());
  await api.plans.moveSteps.mutate({
    planId,
    positions: { tell: { x: 16, y: 1_000 } },
    idempotencyKey: crypto.randomUUID(),
  });
  await page.goto(url);
  const placed = () =>
    page.locator('.react-flow__node[data-id="tell"]').evaluate((card) => card.style.transform);
  await expect(graph(page).locator('.step-card')).toHaveCount(12);
  const before = await placed();
  await page.keyboard.press('t');
  await expect(page.locator('.ghost-card')).toHaveCount(12);
  expect(await placed()).toBe(before);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.ghost-card')).toHaveCount(0);
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Move cards there' }).click();
  await expect.poll(placed).not.toBe(before);
  await page.getByRole('button', { name: 'Move back' }).click();
  await expect.poll(placed).toBe(before);
});

test('side panels take another width by keyboard and keep it', async ({ page, api }) => {
  const { url } = await makePlan(api, 'Panels', twelve());
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  const line = page.getByRole('separator', { name: 'Width of the outline' });
  const width = async () =>
    (await page.getByRole('complementary', { name: 'Steps' }).boundingBox())?.width ?? 0;
  expect(Math.round(await width())).toBe(280);
  await line.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(width).toBeGreaterThan(290);
  const wider = await width();
  expect(wider).toBeLessThanOrEqual(421);
  await page.reload();
  await expect(graph(page)).toBeVisible();
  expect(Math.abs((await width()) - wider)).toBeLessThan(3);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('list first, a step fills the screen, the graph can be looked at, actions stay in reach', async ({
    page,
    api,
  }) => {
    const { url } = await makePlan(api, 'Phone', twelve());
    await page.goto(url);
    await expect(page.getByRole('tab')).toHaveText(['List', 'Graph', 'About']);
    await expect(page.getByRole('button', { name: /Switch over.*after 1, 7/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve plan' })).toBeInViewport();
    await page.getByRole('button', { name: /Verify counts/ }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('Verify counts was seen to be so.');
    expect((await sheet.boundingBox())?.height).toBe(844);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('tab', { name: 'About' }).click();
    await expect(page.getByText('Longest chain')).toBeVisible();
    await page.getByRole('tab', { name: 'Graph' }).click();
    await expect(graph(page).locator('.step-card').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
