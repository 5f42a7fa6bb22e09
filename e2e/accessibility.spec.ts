import { expect, test } from './fixtures.ts';
import {
  axe,
  axeInBothThemes,
  cutTexts,
  lengthenTexts,
  DESK,
  PHONE,
  settled,
  sideways,
  smallTargets,
  tabThrough,
} from './support/a11y.ts';
import { makePlan, makeSecondVersion, makeWaitingRun } from './support/seed.ts';

// A theme that is switched fades for a moment; what is measured is what stays.
test.use({ trace: 'off', reducedMotion: 'reduce' });

type Seeded = { planId: string; comparedId: string; runId: string; approvalId: string };
let seeded: Seeded;

test.beforeAll(async ({ ada }) => {
  const { planId: comparedId } = await makePlan(ada.api);
  await makeSecondVersion(ada.api, comparedId);
  seeded = { comparedId, ...(await makeWaitingRun(ada.api)) };
});

/** `npm run test:long` looks at the other views at a desk too. */
const isLong = process.env['LONG'] === '1';

type Screen = [name: string, path: (seed: Seeded) => string];
const missing = '00000000-0000-4000-8000-000000000000';
const screens: Screen[] = [
  ['home', () => '/'],
  ['plans', () => '/plans'],
  ['new plan', () => '/plans/new'],
  ['plan version', ({ planId }) => `/plans/${planId}/v/1?step=backfill`],
  ['editor', ({ comparedId }) => `/plans/${comparedId}/edit`],
  ['compare', ({ comparedId }) => `/plans/${comparedId}/compare/1...2`],
  ['runs', () => '/runs'],
  ['run', ({ runId }) => `/runs/${runId}`],
  ['approvals', () => '/approvals'],
  ['approval card', ({ approvalId }) => `/approvals/${approvalId}`],
  ['playbooks', () => '/playbooks'],
  ['connections', () => '/connections'],
  ['settings', () => '/settings'],
  ['gallery', () => '/gallery'],
];
/** Other views of the same screens, and what is shown when there is nothing. */
const views: Screen[] = [
  ['plans, none found', () => '/plans?q=nothing'],
  ['plan version as a list', ({ planId }) => `/plans/${planId}/v/1?view=list`],
  ['plan version as JSON', ({ planId }) => `/plans/${planId}/v/1?view=json`],
  ['history', ({ comparedId }) => `/plans/${comparedId}/history`],
  ['drafts', () => '/drafts'],
  ['import', () => '/plans/import?goal=Read%20the%20partners'],
  ['compare in two', ({ comparedId }) => `/plans/${comparedId}/compare/1...2?view=split`],
  ['compare as a list', ({ comparedId }) => `/plans/${comparedId}/compare/1...2?view=list`],
  ['editor as a list', ({ comparedId }) => `/plans/${comparedId}/edit?view=list`],
  ['run as a timeline', ({ runId }) => `/runs/${runId}?tab=timeline`],
  ['run as a list', ({ runId }) => `/runs/${runId}?tab=list&step=add_columns`],
  ['approvals of others', () => '/approvals?tab=others'],
  ['approvals done', () => '/approvals?tab=done'],
  ['plan not found', () => `/plans/${missing}/v/1`],
  ['page not found', () => '/nowhere'],
];

for (const [name, path] of screens) {
  test(`[UA1][UA3][UA4][UA8][UA13] ${name}: axe finds nothing, focus is seen, targets are large, nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize(DESK);
    await page.goto(path(seeded));
    await settled(page);
    await axeInBothThemes(page);
    const desk = await tabThrough(page, 60);
    expect(desk.stops).toBeGreaterThan(0);
    expect.soft(desk.problems, 'focus at a desk').toEqual([]);
    expect.soft(await smallTargets(page, 24), 'targets at a desk').toEqual([]);

    await page.setViewportSize(PHONE);
    await settled(page);
    await axeInBothThemes(page);
    const phone = await tabThrough(page, 60);
    expect.soft(phone.problems, 'focus on a phone').toEqual([]);
    expect.soft(await smallTargets(page, 44), 'targets on a phone').toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await sideways(page), 'at 320 px').toEqual([]);
    await page.setViewportSize({ width: DESK.width / 2, height: DESK.height / 2 });
    expect.soft(await sideways(page), 'at 200 %').toEqual([]);
    expect.soft(await cutTexts(page), 'texts at 200 %').toEqual([]);
  });
}

for (const [name, path] of views) {
  test(`[UA1][UA8][UA13] ${name}: axe finds nothing, targets are large, nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize(isLong ? DESK : PHONE);
    await page.goto(path(seeded));
    await settled(page);
    if (isLong) {
      expect.soft(await axe(page), 'axe at a desk').toEqual([]);
      await page.setViewportSize(PHONE);
      await settled(page);
    }
    expect.soft(await axe(page), 'axe on a phone').toEqual([]);
    expect.soft(await smallTargets(page, 44), 'targets on a phone').toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await sideways(page), 'at 320 px').toEqual([]);
  });
}

test('[UA1][UA8] every tier and state of the approval card: axe finds nothing, targets are large', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/gallery');
  const choice = page.getByLabel('Card', { exact: true });
  const names = (await choice.getByRole('option').allTextContents()).slice(1);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    await choice.selectOption(name);
    const card = page.getByTestId('approval-card');
    await expect(card).toBeVisible();
    expect.soft(await axe(page, 'all', '[data-testid="approval-card"]'), name).toEqual([]);
    expect.soft(await smallTargets(page, 44), name).toEqual([]);
  }
});

test('[UA1][UA3][UA8] signing in: axe finds nothing, focus is seen, targets are large', async ({ page }) => {
  await page.context().clearCookies();
  for (const path of ['/sign-in', '/sign-in?token=used-up-or-wrong-000000']) {
    await page.setViewportSize(DESK);
    await page.goto(path);
    await settled(page);
    await axeInBothThemes(page);
    expect.soft((await tabThrough(page, 12)).problems).toEqual([]);
    await page.setViewportSize(PHONE);
    expect.soft(await smallTargets(page, 44)).toEqual([]);
    expect.soft(await sideways(page)).toEqual([]);
  }
});

test('[UA1] layers: axe finds nothing in search, help, menus, dialogs and toasts, and focus goes back', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto('/connections');
  await settled(page);
  const dialog = page.getByRole('dialog');
  const looked = async (name: string) => {
    expect.soft(await axe(page), name).toEqual([]);
    expect.soft(await smallTargets(page, 24), name).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog.or(page.getByRole('menu'))).toHaveCount(0);
  };
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await looked('search');
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await looked('help');
  const add = page.getByRole('button', { name: 'Add connection' }).first();
  await add.click();
  await expect(dialog).toBeVisible();
  await looked('dialog');
  await expect(add).toBeFocused();
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await looked('menu');
  await expect(account).toBeFocused();

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  expect.soft(await smallTargets(page, 44), 'menu on a phone').toEqual([]);
  await looked('menu on a phone');
});

test('[UA1] loading, failed and old data: said in words, with a way on', async ({ page }) => {
  await page.clock.install();
  let answer: 'wait' | 'fail' | 'go' = 'wait';
  await page.route('**/api/trpc/**', async (route) => {
    if (!route.request().url().includes('plans.list') || answer === 'go') return route.continue();
    if (answer === 'fail') return route.abort();
  });
  await page.goto('/plans');
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy="true"]')).toBeAttached();
  await expect(main.getByText('Loading')).toHaveCount(0);
  await page.clock.runFor(400);
  await expect(main.getByText('Loading', { exact: true })).toBeAttached();
  expect.soft(await axe(page), 'loading').toEqual([]);
  await page.clock.runFor(5_000);
  await expect(main.getByText(/Still loading\. \d s/)).toBeVisible();

  answer = 'fail';
  await main.getByRole('button', { name: 'Try again' }).click();
  await page.clock.runFor(10_000);
  await expect(main.getByText('The server could not be reached.')).toBeVisible();
  expect.soft(await axe(page), 'failed').toEqual([]);
  answer = 'go';
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('table').or(main.getByText('No plans yet'))).toBeVisible();
});

test('[UA12] nothing moves with reduced motion, and only then is that special', async ({ page }) => {
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/gallery');
  await settled(page);
  expect(await running()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(running, { timeout: 1_000 }).toBe(0);
  await page.goto(`/runs/${seeded.runId}`);
  await settled(page);
  await expect.poll(running, { timeout: 1_000 }).toBe(0);
});

const tight = [
  ['plan version', ({ planId }: Seeded) => `/plans/${planId}/v/1`],
  ['run', ({ runId }: Seeded) => `/runs/${runId}`],
  ['approval card', ({ approvalId }: Seeded) => `/approvals/${approvalId}`],
  ['home', () => '/'],
] as const;

test('[UA13][UG1] wider spacing and words 40 % longer cut no text and scroll nothing sideways', async ({
  page,
}) => {
  for (const [name, path] of tight) {
    await page.setViewportSize(DESK);
    await page.goto(path(seeded));
    await settled(page);
    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    });
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      expect.soft(await sideways(page), `${name}, spacing, ${size.width} px`).toEqual([]);
      expect.soft(await cutTexts(page), `${name}, spacing, ${size.width} px`).toEqual([]);
    }
    await page.goto(path(seeded));
    await settled(page);
    await lengthenTexts(page);
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      expect.soft(await sideways(page), `${name}, long words, ${size.width} px`).toEqual([]);
      expect.soft(await cutTexts(page), `${name}, long words, ${size.width} px`).toEqual([]);
    }
  }
});

test('[UA1] forced colours keep borders, rings and state words', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize(DESK);
  await page.goto(`/approvals/${seeded.approvalId}`);
  await settled(page);
  expect.soft(await axe(page)).toEqual([]);
  const borderless = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(button);
          return (borderTopStyle === 'none' || borderTopWidth === '0px') && outlineStyle === 'none';
        })
        .map((button) => button.textContent),
    );
  expect(borderless).toEqual([]);
  expect((await tabThrough(page, 30)).problems).toEqual([]);
});
