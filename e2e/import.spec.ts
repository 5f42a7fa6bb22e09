import { expect, test } from './fixtures.ts';
import { axe, settled, sideways, smallTargets, DESK, PHONE } from './support/a11y.ts';

test.use({ trace: 'off', reducedMotion: 'reduce', actionTimeout: 15_000 });

const reply = `Here is the plan you asked for:

\`\`\`json
[
  {"id": "Read orders", "description": "Read the slow orders", "tool": "db.query",
   "args": {"connection": "shop", "sql": "select 1"}, "success_criteria": "There are rows", "when": "always"},
  {"id": "list", "description": "Read them once more", "tool": "warehouse_sql", "deps": ["Read orders"],
   "args": {"connection": "shop", "sql": "select 2"}, "success_criteria": "There are rows"}
]
\`\`\`
`;

test('[I1][I4][I6] a reply of a model becomes a draft with one tool mapped; the other is mapped in the editor, and it becomes a version', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Import a plan' }).click();
  const text = page.getByLabel('Text of the plan');
  const button = page.getByRole('button', { name: /^Import as/ });

  // A broken text says where, and the place leads there.
  await text.fill(reply.replace('"when": "always"}', '"when": always}'));
  await page.getByRole('button', { name: 'Line 6, column 101' }).click();
  await expect(text).toBeFocused();
  expect(
    await text.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd)),
  ).toBe('a');
  await expect(button).toHaveAttribute('aria-disabled', 'true');

  await text.fill(reply);
  await page.getByLabel('Goal').fill('The slow orders are known');
  await expect(page.getByText('A list of steps, as models write it, in JSON. 2 steps.')).toBeVisible();
  await expect(page.locator('.plan-canvas [data-step="read-orders"]')).toBeVisible();
  await expect(page.getByText('First read what does not come along, and accept it.')).toBeVisible();
  await page.getByText('1 id written anew').click();
  await expect(page.getByRole('cell', { name: 'read-orders' })).toBeVisible();
  await page.getByLabel('Use instead of db.query').selectOption('postgres.query');
  await expect(page.getByText(/It becomes a draft of your own: 1 tool is not known here/)).toBeVisible();

  expect.soft(await axe(page), 'axe at a desk').toEqual([]);
  await page.setViewportSize(PHONE);
  await settled(page);
  expect.soft(await axe(page), 'axe on a phone').toEqual([]);
  expect.soft(await smallTargets(page, 44), 'targets on a phone').toEqual([]);
  expect.soft(await sideways(page)).toEqual([]);
  await page.setViewportSize(DESK);

  // A reload loses nothing but the acceptance.
  await page.reload();
  await expect(text).toHaveValue(reply);
  await expect(page.getByLabel('Use instead of db.query')).toHaveValue('postgres.query');
  await page.getByLabel('I have read this list').check();
  await button.click();

  await page.waitForURL(/\/drafts\/draft/);
  await expect(page.getByText('Not known here: warehouse_sql')).toBeVisible();
  await page.getByRole('button', { name: 'Save as v1' }).click();
  await expect(page.getByRole('dialog').getByText(/blocks? saving/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/drafts');
  await expect(page.getByText(/not known here: warehouse_sql/)).toBeVisible();
  await page
    .getByRole('link', { name: /The slow orders are known/ })
    .first()
    .click();

  await page.getByRole('button', { name: 'Map tools...' }).click();
  await page.getByRole('dialog').getByLabel('Use instead of warehouse_sql').selectOption('postgres.query');
  await page.getByRole('dialog').getByRole('button', { name: 'Map 1 tool' }).click();
  await expect(page.getByText('Not known here: warehouse_sql')).toBeHidden();
  await expect(page.locator('[data-saving="saved"]')).toBeVisible();
  await page.getByRole('button', { name: 'Save as v1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What changed?').fill('Tools mapped.');
  await dialog.getByRole('button', { name: 'Save as v1' }).click();
  await page.waitForURL(/\/plans\/[^/]+\/v\/1/);
  await expect(page.getByText('In review').first()).toBeVisible();
  await page.goto('/plans/import');
  await expect(text).toHaveValue('');
});

test('[I1][I8] a file with a byte order mark and Windows line ends becomes version 1; what is no text or too large is refused before it is sent', async ({
  page,
}) => {
  await page.goto('/plans/import');
  const choose = page.locator('input[type="file"]');
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('previewImport')) sent += 1;
  });
  await choose.setInputFiles(file('plan.zip', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xd8])));
  await expect(page.getByText(/"plan\.zip" is no text/)).toBeVisible();
  await choose.setInputFiles(file('large.json', Buffer.alloc(5 * 1024 * 1024, ' x')));
  await expect(page.getByText(/a plan may have 4\.0 MiB at most/)).toBeVisible();
  expect(sent).toBe(0);

  const yaml = '\uFEFFgoal: Read the shop\r\nsteps:\r\n  - id: a\r\n    title: Ask a colleague\r\n';
  await choose.setInputFiles(file('plan.yaml', Buffer.from(yaml)));
  await expect(page.getByText('A goal with steps, in YAML. 1 step.')).toBeVisible();
  await page.getByLabel('Name of the plan').fill('From a file');
  await page.getByRole('button', { name: 'Import as version 1' }).click();
  await page.waitForURL(/\/plans\/[^/]+\/v\/1/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('From a file');
});
