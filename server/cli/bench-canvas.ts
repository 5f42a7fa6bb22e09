/**
 * `npm run bench -- canvas [500 1000 2000]`: what the graph costs the browser, on the production build. Script time of
 * Chromium's own counters, median of three rounds, beside the budget for 500 steps (at 1,000 and 2,000 there is none:
 * the column says how it grows). For people; no test depends on milliseconds.
 */
import { existsSync } from 'node:fs';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { AppProcess } from '#server/testing/app-process.ts';

const SIZES = process.argv
  .slice(3)
  .map(Number)
  .filter((size) => size > 0);
const ROUNDS = 3;
const BUDGET_SIZE = 500;

type Cost = { script: number; style: number };
type Case = { name: string; budget: Partial<Cost>; run(page: Page): Promise<void> };

const cases: Case[] = [
  { name: '20 pans at 100 %', budget: { script: 350, style: 130 }, run: pan },
  { name: '20 zoom steps', budget: { script: 1_200 }, run: zoom },
  { name: '10 single updates', budget: { script: 40 }, run: singleUpdates },
  { name: 'burst of 100 updates', budget: { script: 80 }, run: burst },
];

async function pan(page: Page): Promise<void> {
  await page.evaluate(() => window.countersignBench?.zoomTo(1));
  await frames(page, 3);
  for (let at = 0; at < 20; at++) {
    const direction = at % 2 === 0 ? -1 : 1;
    await page.mouse.move(720, 20);
    await page.mouse.down();
    for (let step = 1; step <= 4; step++) await page.mouse.move(720 + direction * step * 60, 20 + step * 10);
    await page.mouse.up();
  }
  await frames(page, 2);
}

async function zoom(page: Page): Promise<void> {
  await page.evaluate(() => window.countersignBench?.zoomTo(1));
  await frames(page, 3);
  await page.mouse.move(720, 450);
  for (let at = 0; at < 20; at++) {
    await page.mouse.wheel(0, at < 10 ? 120 : -120);
    await frames(page, 1);
  }
  await frames(page, 2);
}

async function singleUpdates(page: Page): Promise<void> {
  for (let at = 0; at < 10; at++) {
    await page.evaluate((id) => window.countersignBench?.update([id]), `s${at * 3}`);
    await frames(page, 1);
  }
}

async function burst(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.countersignBench?.update(Array.from({ length: 100 }, (_, at) => `s${at}`)),
  );
  await frames(page, 2);
}

async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let at = 0; at < left; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

async function measure(page: Page, cdp: CDPSession, one: Case): Promise<Cost> {
  const before = await counters(cdp);
  await one.run(page);
  const after = await counters(cdp);
  return { script: after.script - before.script, style: after.style - before.style };
}

async function counters(cdp: CDPSession): Promise<Cost> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
  return { script: ms('ScriptDuration'), style: ms('RecalcStyleDuration') };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const row = (...cells: string[]) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(12))).join('');

async function benchSize(page: Page, cdp: CDPSession, url: string, size: number): Promise<void> {
  await page.goto(`${url}/gallery/canvas?steps=${size}`);
  await page.waitForFunction((steps) => window.countersignBench?.steps === steps, size);
  await page.locator('.step-card').first().waitFor();
  for (const one of cases) {
    await one.run(page); // the first time compiles
    const costs: Cost[] = [];
    for (let round = 0; round < ROUNDS; round++) costs.push(await measure(page, cdp, one));
    const [script, style] = [
      median(costs.map((cost) => cost.script)),
      median(costs.map((cost) => cost.style)),
    ];
    const isBudgeted = size === BUDGET_SIZE;
    const over =
      isBudgeted && (script > (one.budget.script ?? Infinity) || style > (one.budget.style ?? Infinity));
    console.log(
      row(
        one.name,
        `${size}`,
        script.toFixed(1),
        isBudgeted && one.budget.script ? `${one.budget.script}` : '',
        style.toFixed(1),
        isBudgeted && one.budget.style ? `${one.budget.style}` : '',
        isBudgeted ? (over ? 'OVER' : 'within') : '',
      ),
    );
    if (over) process.exitCode = 1;
  }
}

const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));
const app = new AppProcess();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  chromiumSandbox: false,
  args: ['--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  await app.start();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  console.log(`The graph in ${browser.version()}, median of ${ROUNDS} rounds, milliseconds.\n`);
  console.log(row('', 'steps', 'script', 'budget', 'style', 'budget', ''));
  for (const size of SIZES.length > 0 ? SIZES : [500, 1_000, 2_000])
    await benchSize(page, cdp, app.url, size);
} finally {
  await browser.close();
  await app.dispose();
}
