import type { Page } from '@playwright/test';
import type { PlanDocument } from '#core/plan/schema.ts';
import { expect, test } from './fixtures.ts';
import type { Api } from './support/api.ts';

const query = (sql: string) => ({
  kind: 'tool' as const,
  tool: 'postgres.query',
  args: { connection: 'shop', sql },
});
const step = (id: string, title: string, needs: string[] = []) => ({
  id,
  title,
  intent: `${title} for this test`,
  success: 'The rows are there.',
  work: query(`select '${id}'`),
  ...(needs.length > 0 ? { needs } : {}),
});

function aDocument(objective: string): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective,
    steps: [
      step('first', 'Read the first rows'),
      step('second', 'Read the second rows', ['first']),
      step('third', 'Read the third rows', ['second']),
    ],
    success: [{ id: 'done', expr: 'true', message: 'Something is missing.' }],
  };
}

/** A plan of three steps in a row, made by the API. */
async function aPlan(api: Api, title: string): Promise<{ planId: string }> {
  const { draftId } = await api.drafts.create.mutate({ title, document: aDocument(title) });
  const { planId } = await api.drafts.submit.mutate({ draftId, rev: 1, note: 'First version.' });
  return { planId };
}

async function openEditor(page: Page, planId: string, view = ''): Promise<void> {
  await page.goto(`/plans/${planId}/edit${view}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Edit / })).toBeVisible();
}
test.use({ actionTimeout: 15_000 });
const card = (page: Page, id: string) => page.locator(`.plan-canvas [data-step="${id}"]`);
const saved = (page: Page) => expect(page.locator('[data-saving="saved"]')).toBeVisible();

const placeOf = (page: Page, id: string) =>
  page.locator(`.react-flow__node[data-id="${id}"]`).evaluate((node: HTMLElement) => node.style.transform);
const problems = (page: Page) => page.getByRole('button', { name: /^Problems \(/ });

test('[UB1] cards moved by keys are one undo entry, and stand there after a reload', async ({
  page,
  api,
}) => {
  const { planId } = await aPlan(api, 'Move by keys');
  await openEditor(page, planId);
  const before = await placeOf(page, 'second');
  await card(page, 'second').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+ArrowDown');
  const after = await placeOf(page, 'second');
  expect(after).not.toBe(before);
  await page.keyboard.press('Control+z');
  expect(await placeOf(page, 'second')).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  expect(await placeOf(page, 'second')).toBe(after);
  await saved(page);
  await page.reload();
  await expect(card(page, 'second')).toBeVisible();
  expect(await placeOf(page, 'second')).toBe(after);
});

test('[case 24] a drag is one undo entry', async ({ page, api }) => {
  const { planId } = await aPlan(api, 'Drag');
  await openEditor(page, planId);
  const before = await placeOf(page, 'first');
  const box = await card(page, 'first').boundingBox();
  if (!box) throw new Error('no card');
  await page.mouse.move(box.x + 40, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 120, { steps: 5 });
  await page.mouse.move(box.x + 60, box.y + 180, { steps: 5 });
  await page.mouse.up();
  const after = await placeOf(page, 'first');
  expect(after).not.toBe(before);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => placeOf(page, 'first')).toBe(before);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('[UB3] a cycle is refused with the steps named, by drawing and in the dialog', async ({ page, api }) => {
  const { planId } = await aPlan(api, 'Cycle');
  await openEditor(page, planId);
  const from = await page.locator('[data-id="third"] .react-flow__handle-right').boundingBox();
  const to = await card(page, 'first').boundingBox();
  if (!from || !to) throw new Error('no cards');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width, to.y + 90, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText('1 already runs before 3, by way of 2.')).toBeVisible();
  await expect(page.locator('.dependency')).toHaveCount(2);

  await card(page, 'first').focus();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('option', { name: /2 Read the second rows/ })).toContainText(
    '1 already runs before 2',
  );
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('It runs after nothing')).toBeVisible();
});

test('[UB4] pasted steps have ids of their own and keep the edges between them', async ({ page, api }) => {
  const { planId } = await aPlan(api, 'Paste');
  await openEditor(page, planId);
  await card(page, 'second').click();
  await card(page, 'third').click({ modifiers: ['Shift'] });
  await expect(page.getByRole('heading', { name: '2 steps selected' })).toBeVisible();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(card(page, 'second_2')).toBeVisible();
  await saved(page);
  const { drafts } = await api.drafts.list.query({ planId });
  const draft = await api.drafts.get.query({ draftId: drafts[0]?.draftId ?? '' });
  const added = draft.edits.flatMap((edit) => (edit.type === 'add-step' ? [edit.step] : []));
  expect(added.map(({ id, needs }) => [id, needs])).toEqual([
    ['second_2', ['first']],
    ['third_2', ['second_2']],
  ]);
});

test('[case 36] keys that are typed into the form never change the graph; [case 23] deleting is one undo', async ({
  page,
  api,
}) => {
  const { planId } = await aPlan(api, 'Typing');
  await openEditor(page, planId);
  await card(page, 'second').click();
  const title = page.getByLabel('Title', { exact: true });
  await title.focus();
  for (const key of ['Control+a', 'Control+c', 'Delete', 'a', 'd', 't', '1', '/', 'Backspace', 'Control+v'])
    await page.keyboard.press(key);
  await expect(page.locator('.plan-canvas [data-step]')).toHaveCount(3);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(title).toHaveValue('adt1Read the second rows');

  await card(page, 'second').focus();
  await page.keyboard.press('Delete');
  await expect(card(page, 'second')).toBeHidden();
  await expect(page.getByText(/^Delete adt1Read/)).toBeVisible();
  await expect(page.locator('.dependency')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.dependency')).toHaveCount(2);
});

test('[UB5] a version that arrives meanwhile loses nothing: rebase says what no longer applies', async ({
  page,
  api,
}) => {
  const { planId } = await aPlan(api, 'Arrives');
  await openEditor(page, planId);
  await card(page, 'second').click();
  await page.getByLabel('Title', { exact: true }).fill('My second title');
  await page.getByLabel('Intent').fill('My own intent');
  await saved(page);
  const base = await api.plans.version.query({ planId, version: 1 });
  const steps = base.document.steps.map((each) =>
    each.id === 'second' ? { ...each, title: 'Their title' } : each,
  );
  await api.plans.saveVersion.mutate({
    planId,
    baseVersion: 1,
    baseHash: base.hash,
    document: { ...base.document, steps },
    note: 'Their change.',
  });
  const conflict = page.getByRole('region', { name: 'v2 arrived while you edited v1' });
  await expect(conflict).toContainText('1 edit applies, 1 no longer.');
  await expect(conflict).toContainText('Change title of "second"');
  await page.getByRole('button', { name: 'Save as v3' }).click();
  await expect(page.getByRole('dialog')).toContainText('First decide what happens to your edits.');
  await page.keyboard.press('Escape');
  await conflict.getByRole('button', { name: 'Rebase my changes on v2' }).click();
  await expect(conflict).toBeHidden();
  await expect(page.getByText('1 edit could not be done again')).toBeVisible();
  await card(page, 'second').click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Their title');
  await expect(page.getByLabel('Intent')).toHaveValue('My own intent');
  await expect(page.getByText('based on v2')).toBeVisible();
});

test('[UB6] saving is off only with its reason in text, and what was typed wrong is kept', async ({
  page,
  api,
}) => {
  const { planId } = await aPlan(api, 'Reasons');
  await openEditor(page, planId);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save as v2' });
  await page.getByRole('button', { name: 'Save as v2' }).click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog).toContainText('Nothing is changed yet.');
  await page.keyboard.press('Escape');

  await card(page, 'first').click();
  const limit = page.getByLabel('Time limit');
  await page.getByRole('heading', { name: 'If it fails' }).click();
  await limit.fill('soon');
  await expect(page.getByText('"soon" is no duration.').first()).toBeVisible();
  await card(page, 'second').click();
  await page.getByRole('button', { name: 'Save as v2' }).click();
  await expect(dialog).toContainText('1 field holds text that is no value yet.');
  await dialog.getByRole('button', { name: 'Show problems' }).click();
  await page.getByRole('button', { name: 'Step 1, Timeout ms' }).click();
  await expect(limit).toBeFocused();
  await expect(limit).toHaveValue('soon');
  await limit.fill('90 s');
  await saved(page);
  await page.keyboard.press('Control+s');
  await expect(dialog).toContainText('Write what changed.');
  await dialog.getByLabel('What changed?').fill('More time for the first step.');
  await expect(dialog).toContainText('Time limit');
  await save.click();
  await page.waitForURL(/\/v\/2/);
  expect((await api.plans.version.query({ planId, version: 2 })).document.steps[0]?.timeoutMs).toBe(90_000);
});

test('[UB7][case 20] of two tabs the second save decides, and [case 38] a lost server loses no edit', async ({
  page,
  context,
  api,
}) => {
  const { planId } = await aPlan(api, 'Two tabs');
  await openEditor(page, planId, '?step=second');
  const other = await context.newPage();
  await openEditor(other, planId);
  await other.route(/drafts\.save/, (route) => route.abort());
  await card(other, 'third').click();
  await other.getByLabel('Title', { exact: true }).fill('From the other tab');
  await expect(
    other.getByText('Not saved: the server is away. Your edits are kept in this browser.'),
  ).toBeVisible();

  await card(page, 'second').click();
  await page.getByLabel('Title', { exact: true }).fill('From this tab');
  await saved(page);
  await other.unroute(/drafts\.save/);
  await other.getByRole('button', { name: 'Save now' }).click();
  const conflict = other.getByRole('region', { name: 'This draft was changed in another tab or browser' });
  await expect(conflict).toBeVisible();
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('From the other tab');
  await conflict.getByRole('button', { name: 'Use the draft as saved there' }).click();
  await expect(card(other, 'second')).toContainText('From this tab');
  await other.close();
});

test('[UA7] the whole job by click alone: add, connect, move, delete, undo, save', async ({ page, api }) => {
  const { planId } = await aPlan(api, 'Clicks');
  await openEditor(page, planId);
  await card(page, 'first').click();
  await page
    .getByRole('list', { name: 'Add a step' })
    .getByRole('button', { name: /files\.list/ })
    .click();
  await expect(card(page, 'files_list')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('List the reports');
  // There are two folders, so which one is for the person to say.
  await page.getByLabel('Connection', { exact: true }).selectOption('reports');
  // Two taps on handles connect.
  await page.locator('[data-id="files_list"] .react-flow__handle-right').click();
  await page.locator('[data-id="third"] .react-flow__handle-left').click();
  await expect(page.locator('.dependency')).toHaveCount(4);
  await card(page, 'files_list').click();
  await page.getByRole('heading', { name: 'Place of the card' }).click();
  const before = await placeOf(page, 'files_list');
  await page.getByLabel('Row, px').fill('400');
  await expect.poll(() => placeOf(page, 'files_list')).not.toBe(before);

  await card(page, 'third').click();
  const panel = page.getByRole('complementary', { name: 'Step', exact: true });
  await panel.getByRole('button', { name: 'Runs after...' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /No longer run after .* Read the second rows/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.dependency')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, 'third')).toBeHidden();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'third')).toBeVisible();
  await saved(page);
  await page.getByRole('button', { name: 'Save as v2' }).click();
  await page.getByLabel('What changed?').fill('Lists the reports as well.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save and keep editing' }).click();
  await expect(page.getByText('based on v2')).toBeVisible();
  // What was done before the save can still be taken back, as an edit of the next version.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save as v3' })).toBeVisible();
  await saved(page);
});

test('an argument becomes an expression, completed from what may be read there; [case 26] a renamed step keeps its references', async ({
  page,
  api,
}) => {
  const { planId } = await aPlan(api, 'Expressions');
  await openEditor(page, planId);
  await card(page, 'second').click();
  await page.getByRole('button', { name: 'Use an expression for Statement' }).click();
  const statement = page.getByLabel('Statement', { exact: true });
  await statement.fill('');
  await statement.pressSequentially('steps[');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(suggestions).toHaveText([/steps\["first"\]/]);
  await page.keyboard.press('Enter');
  await expect(statement).toHaveValue('steps["first"].output');
  await statement.pressSequentially('.ro');
  await expect(suggestions.first()).toContainText('rows');
  await page.keyboard.press('Escape');
  await statement.fill('steps["third"].output.rows');
  await expect(page.getByText('"third" need not have run by then.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Use a plain value for Statement' }).click();
  await expect(page.getByLabel('Statement', { exact: true })).toHaveValue("select 'second'");

  // [case 26] A new id is written everywhere it is named.
  await page.getByRole('button', { name: 'Use an expression for Statement' }).click();
  await statement.fill('string(steps["first"].output.rows)');
  await card(page, 'first').click();
  await page.getByRole('heading', { name: 'Place of the card' }).click();
  await page.getByLabel('Id', { exact: true }).fill('source');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(card(page, 'source')).toBeVisible();
  await card(page, 'second').click();
  await expect(statement).toHaveValue('string(steps["source"].output.rows)');
  await expect(page.locator('.dependency')).toHaveCount(2);
});

test('a phone edits in the list, each step in a sheet; the graph is for looking', async ({ page, api }) => {
  const { planId } = await aPlan(api, 'Phone');
  await page.setViewportSize({ width: 390, height: 844 });
  await openEditor(page, planId);
  await page.getByRole('button', { name: /2 Read the second rows/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Step 2 Read the second rows' })).toBeVisible();
  await sheet.getByLabel('Title', { exact: true }).fill('Edited on a phone');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /2 Edited on a phone/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await expect(page.locator('.plan-canvas[data-editable]')).toHaveCount(0);
  expect((await page.locator('.plan-canvas').boundingBox())?.height).toBeGreaterThan(300);
  await expect(card(page, 'second')).toContainText('Edited on a phone');
  await expect(problems(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
