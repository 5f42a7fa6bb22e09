import { rmSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#db/project-root.ts';
import { runStep } from './run-step.ts';
import { requireBrowser } from './test/browser.ts';
import { checkNothingLeft, ownTemporaryFolder } from './test/left-running.ts';
import type { TestResult } from './test/result.ts';
import { runPlaywright, runVitest } from './test/runners.ts';
import { checkRulesPassed, readRules } from './test/spec-rules.ts';
import { runStaticChecks } from './test/static-checks.ts';
import { closeRun } from './test/summary.ts';

/** `npm test`: everything there is; `npm run test:long` runs the long variants too (LONG=1). */

async function runBuild(root: string): Promise<TestResult> {
  const startedAt = performance.now();
  const code = await runStep(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'server/cli/build.ts'),
    '--if-stale',
  ]);
  const durationMs = Math.round(performance.now() - startedAt);
  return {
    title: 'the app can be built',
    kind: 'static',
    status: code === 0 ? 'passed' : 'failed',
    durationMs,
  };
}

async function runJourneys(root: string): Promise<TestResult[]> {
  const reason = await requireBrowser();
  if (!reason) return runPlaywright(root);
  console.error(reason);
  return [{ title: 'there is a browser', kind: 'journey', status: 'failed', durationMs: 0, reason }];
}

const root = projectRoot();
const isLong = process.argv.includes('--long');
process.chdir(root);
if (isLong) process.env.LONG = '1';
rmSync(path.join(root, 'reports'), { recursive: true, force: true });

const temporary = ownTemporaryFolder();
const results: TestResult[] = await runStaticChecks(root);
const built = await runBuild(root);
results.push(built, ...(await runVitest(root)));
if (built.status === 'passed') results.push(...(await runJourneys(root)));
results.push(await checkNothingLeft(temporary));
results.push(...checkRulesPassed(readRules(root), results));
process.exitCode = closeRun(root, isLong ? 'long' : 'normal', results);
