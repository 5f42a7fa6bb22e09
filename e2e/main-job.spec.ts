import { AppProcess, expect, journey as test } from './fixtures.ts';
import {
  approveBatch,
  approveCall,
  approvePlan,
  join,
  makePlan,
  openCard,
  startRun,
} from './support/operator.ts';
import { columnsOfUsers, ledgerOf, openShop } from './support/shop.ts';

test('[J1] goal, plan, approval, run, signatures, a check that fails on real data, a reviewed revision, a true record', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const app = await new AppProcess({ SAMPLES: 'on', SAMPLES_SEED: '1' }).start();
  try {
    await join(page, app.firstLink ?? '', { name: 'Ada Lovelace', email: 'ada@example.org' });
    const { planUrl } = await makePlan(page);
    await expect(page.getByText('In review').first()).toBeVisible();
    await approvePlan(page);
    const runUrl = await startRun(page);

    await openCard(page, runUrl, 'Step 3');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('users');
    await approveCall(page);
    await openCard(page, runUrl, 'Step 4');
    await approveBatch(page, 8);

    // The verification counts real rows; the revision answers what it found.
    await page.goto(runUrl);
    await expect(page.getByText('v2 waits for review')).toBeVisible();
    await page.getByRole('link', { name: 'Compare v1 with v2' }).click();
    await expect(page.getByText('Turn "Last, First" names round').first()).toBeVisible();
    await expect(page.getByText(/Needs approval again/).first()).toBeVisible();
    await page.goto(planUrl.replace(/\/v\/1.*/, '/v/2'));
    await approvePlan(page);

    await openCard(page, runUrl, 'Turn "Last, First" names round');
    await approveCall(page);
    await openCard(page, runUrl, 'Switch readers');
    await approveCall(page);
    await openCard(page, runUrl, 'Drop users.full_name');
    await expect(page.getByTestId('approval-card')).toHaveAttribute('data-tier', 'critical');
    await approveCall(page);

    await page.goto(runUrl);
    await expect(page.getByText('Goal met').first()).toBeVisible();

    // [V6] What this run found out becomes the plan's own; another run needs it approved anew.
    await page.goto(planUrl.replace(/\/v\/1.*/, '/v/2'));
    await page.getByRole('button', { name: 'Promote to plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Promote to plan' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('made inside a run and promoted to the plan')).toBeVisible();
    await expect(page.getByText('In review').first()).toBeVisible();

    const shop = openShop(app.dataDir);
    expect(await columnsOfUsers(shop)).toEqual(['created_at', 'email', 'first_name', 'id', 'last_name']);
    const [dirt] =
      await shop`select count(*)::int as n from users where first_name like '%,%' or first_name = '' or last_name is null or last_name = ''`;
    expect(dirt?.['n']).toBe(0);
    expect(await ledgerOf(shop)).toEqual({ done: 12, keys: 12 });
    await shop.end();
  } finally {
    await app.dispose();
  }
});
