import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { everyKind, firstVersion, nextVersion, withStep } from './support/versions.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const nav = (page: Page) => page.getByRole('complementary', { name: 'Changes' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Change', exact: true });
const cards = (page: Page) => page.locator('.react-flow__node');

async function openCompare(page: Page, planId: string, query = ''): Promise<void> {
  await page.goto(`/plans/${planId}/compare/1...2${query}`);
  await expect(page.getByTestId('summary')).toBeVisible();
}
async function drawn(page: Page, panes = 1): Promise<void> {
  await expect(page.locator('.plan-canvas')).toHaveCount(panes);
  await expect(cards(page).first()).toBeVisible();
}

/** Where each step stands in its canvas, in the canvas's own units, as the browser has it. */
const placesOf = (page: Page, pane: string) =>
  page
    .locator(`${pane} .react-flow__node`)
    .evaluateAll((nodes) =>
      Object.fromEntries(
        nodes.map((node) => [
          (node as HTMLElement).dataset['id'] ?? '',
          (node as HTMLElement).style.transform,
        ]),
      ),
    );
const viewportsOf = (page: Page) =>
  page
    .locator('.react-flow__viewport')
    .evaluateAll((viewports) => viewports.map((each) => (each as HTMLElement).style.transform));
const factsOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('[data-fact]')
    .evaluateAll((all) => [...new Set(all.map((each) => (each as HTMLElement).dataset['fact'] ?? ''))]);

test('[J6] a change is found, read, marked seen and shared; another change of it is unseen', async ({
  page,
  api,
}) => {
  const { planId } = await firstVersion(api);
  await nextVersion(api, planId, everyKind);
  await openCompare(page, planId);
  // What must be approved again comes first, and nothing has been read yet.
  const headings = nav(page).locator('summary');
  await expect(headings.first()).toContainText('Needs approval again');
  await expect(page.getByTestId('seen')).toHaveText(/^Seen 0 of \d+$/);
  await drawn(page);

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/step=/);
  await nav(page)
    .getByRole('button', { name: /Add first_name/ })
    .click();
  await expect(panel(page).getByText('middle_name')).toBeVisible();
  await page.keyboard.press('v');
  await expect(page.getByTestId('seen')).toHaveText(/^Seen 1 of/);
  await page.keyboard.press('n');
  await expect(panel(page).getByRole('button', { name: 'Mark seen' })).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('seen')).toHaveText(/^Seen 1 of/);

  // Before, in place, while the key is held.
  await drawn(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.down('b');
  await expect(page.getByText('Shown: v1, before the change')).toBeVisible();
  await expect(page.locator('.step-slot')).toHaveCount(1);
  await page.keyboard.up('b');
  await expect(page.locator('.step-slot')).toHaveCount(0);

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download Markdown' }).click();
  expect((await download).suggestedFilename()).toBe('comparison-v1-v2.md');

  // [UC6] The same step changes in another way: it is to be read again. The others stay seen.
  await nextVersion(api, planId, (document) =>
    withStep(document, 'add_columns', (step) => ({ ...step, timeoutMs: 5_000 })),
  );
  await page.goto(`/plans/${planId}/compare/1...3`);
  await expect(page.getByTestId('seen')).toHaveText(/^Seen 0 of/);

  // The way through all versions.
  await page.goto(`/plans/${planId}/history`);
  await expect(page.getByRole('row', { name: /Count the rows again/ })).toContainText('Added');
  await page.getByRole('checkbox', { name: 'v1' }).check();
  await page.getByRole('link', { name: 'Compare v1 with v3' }).click();
  await expect(page).toHaveURL(/compare\/1\.\.\.3/);
});

test('[case 37] [UC1] [UC2] shared steps stand at the same place in overlay and both panes, which move as one', async ({
  page,
  api,
}) => {
  const { planId } = await firstVersion(api);
  await nextVersion(api, planId, everyKind);
  await openCompare(page, planId);
  await drawn(page);
  const overlay = await placesOf(page, '.plan-canvas');
  await page.keyboard.press('s');
  await drawn(page, 2);
  const [before, after] = [
    await placesOf(page, '[data-pane="before"]'),
    await placesOf(page, '[data-pane="after"]'),
  ];
  expect(before).toEqual(overlay);
  expect(after).toEqual(overlay);
  expect(Object.keys(overlay)).toContain('drop_column');
  // What a side lacks leaves its place free.
  await expect(
    page.locator('[data-pane="before"] .react-flow__node[data-id="count_again"] .step-slot'),
  ).toHaveCount(1);
  await expect(
    page.locator('[data-pane="after"] .react-flow__node[data-id="drop_column"] .step-slot'),
  ).toHaveCount(1);

  const boxes = await page.locator('[data-pane] .plan-canvas').evaluateAll((panes) =>
    panes.map((pane) => {
      const { x, y, width, height } = pane.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
  let seed = 11;
  const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % n;
  const seen = new Set<string>();
  for (let round = 0; round < 50; round += 1) {
    const box = boxes[random(2)];
    if (!box) throw new Error('two panes');
    const [x, y] = [box.x + 20 + random(box.width - 40), box.y + 20 + random(box.height - 120)];
    await page.mouse.move(x, y);
    if (random(2) === 0) await page.mouse.wheel(0, random(400) - 200);
    else {
      await page.mouse.down();
      await page.mouse.move(x + random(120) - 60, y + random(120) - 60);
      await page.mouse.up();
    }
    const [left, right] = await viewportsOf(page);
    expect(left).toBe(right);
    seen.add(left ?? '');
  }
  expect(seen.size).toBeGreaterThan(20);
});

test('[UC7] the address holds view, step and filter; Back goes back; typing presses no shortcut', async ({
  page,
  api,
}) => {
  const { planId } = await firstVersion(api);
  await nextVersion(api, planId, everyKind);
  await openCompare(page, planId);
  await nav(page)
    .getByRole('button', { name: /Add first_name/ })
    .click();
  await page.getByRole('checkbox', { name: 'Only needs approval again' }).check();
  await page.keyboard.press('u');
  await page.getByRole('tab', { name: 'Split' }).click();
  await expect(page).toHaveURL(/view=split/);
  const url = page.url();
  expect(url).toMatch(/only=auth/);
  expect(url).toMatch(/unchanged=off/);
  expect(url).toMatch(/step=add_columns/);

  const other = await page.context().newPage();
  await other.goto(url);
  await drawn(other, 2);
  await expect(other.getByRole('tab', { name: 'Split' })).toHaveAttribute('aria-selected', 'true');
  await expect(other.getByRole('checkbox', { name: 'Only needs approval again' })).toBeChecked();
  await expect(other.getByRole('checkbox', { name: 'Unchanged steps' })).not.toBeChecked();
  await expect(panel(other).getByRole('heading', { level: 2 })).toContainText('Add first_name');
  await other.close();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('vnpuxolsb');
  await page.keyboard.press('Escape');
  expect(page.url()).toBe(url);

  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Overlay' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/compare\/2\.\.\.1\?.*only=auth/);

  // Versions that are not there, and what is no comparison.
  await page.goto(`/plans/${planId}/compare/2...9`);
  await expect(page.getByRole('heading', { level: 1, name: 'This plan has no v9.' })).toBeVisible();
  await page.getByRole('link', { name: 'Compare v1 with v2' }).click();
  await expect(page.getByTestId('summary')).toBeVisible();
  await page.goto(`/plans/${planId}/compare/other:1...2`);
  await expect(page.getByRole('heading', { level: 1, name: 'This is no comparison' })).toBeVisible();
  await page.goto(`/plans/${planId}/compare/2...2`);
  await expect(page.getByText(/v2 and v2 are the same plan\. Fingerprint/)).toBeVisible();
});

test('[UC4] wording alone is no change in behaviour; a mostly new plan opens as a list; nothing is approved here', async ({
  page,
  api,
}) => {
  const { planId } = await firstVersion(api);
  await nextVersion(api, planId, (document) =>
    withStep(document, 'inspect', (step) => ({ ...step, title: 'Look', intent: 'See what is there.' })),
  );
  await nextVersion(api, planId, (document) => ({
    ...document,
    assumptions: [],
    steps: [1, 2, 3].map((page) => ({
      id: `read_${page}`,
      title: `Read page ${page}`,
      intent: 'Learn what the page says.',
      success: 'The page was read.',
      work: {
        kind: 'tool' as const,
        tool: 'postgres.query',
        args: { connection: 'shop', sql: `SELECT ${page} AS page` },
      },
    })),
  }));
  await openCompare(page, planId);
  await expect(page.getByTestId('summary')).toHaveText('No change in behaviour. 2 wording changes.');
  await expect(nav(page).locator('details')).toHaveCount(1);

  await page.goto(`/plans/${planId}/compare/2...3`);
  await expect(page.getByText('Mostly new plan')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'List' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: 'Open v3 to decide' })).toBeVisible();
  await expect(page.getByRole('button', { name: /approve/i })).toHaveCount(0);
});

test('[UC8] the list says every fact that the overlay shows, on a phone too', async ({ page, api }) => {
  const { planId } = await firstVersion(api);
  await nextVersion(api, planId, everyKind);
  await openCompare(page, planId);
  await drawn(page);
  const facts = new Set(await factsOf(page));
  await nav(page).locator('summary').last().click();
  for (const row of await nav(page).getByRole('listitem').getByRole('button').all()) {
    await row.click();
    await expect(row).toHaveAttribute('aria-current', 'true');
    for (const fact of await factsOf(page)) facts.add(fact);
  }
  await page.keyboard.press('l');
  await expect(page.locator('.plan-canvas')).toHaveCount(0);
  expect((await factsOf(page)).sort()).toEqual([...facts].sort());
  for (const kind of [
    'step added',
    'step removed',
    'step again',
    'edge added',
    'edge removed',
    'field ~plan',
  ])
    expect([...facts].some((each) => each.startsWith(kind))).toBe(true);

  await page.setViewportSize({ width: 390, height: 844 });
  await openCompare(page, planId);
  const bar = page.getByTestId('seen-bar');
  await expect(bar).toContainText('Seen 0 of');
  await expect(page.locator('.plan-canvas')).toHaveCount(0);
  expect((await factsOf(page)).sort()).toEqual([...facts].sort());
  await bar.getByRole('button', { name: 'Next' }).click();
  await page.locator('[data-current]').getByRole('button', { name: 'Mark seen' }).click();
  await expect(bar).toContainText('Seen 1 of');
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
});
