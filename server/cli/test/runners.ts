import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runStep } from '../run-step.ts';
import { readPlaywrightReport } from './playwright-report.ts';
import type { TestResult } from './result.ts';
import { readVitestReport } from './vitest-report.ts';

/** Runs vitest; without names, every kind of test. */
export async function runVitest(root: string, projects: readonly string[] = []): Promise<TestResult[]> {
  const report = path.join(root, 'reports', 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runStep('vitest', [...args, ...projects.flatMap((name) => ['--project', name])]);
  return withExitCode('vitest', code, () => readVitestReport(readJson(report), root));
}

/** Runs the journeys of e2e/ in a browser against the production build. */
export async function runPlaywright(root: string): Promise<TestResult[]> {
  // Playwright empties test-results/, so the report is kept elsewhere
  const report = path.join(root, 'reports', 'playwright.json');
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests'];
  const code = await runStep('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return withExitCode('playwright', code, () => readPlaywrightReport(readJson(report)));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A runner that fails without a failed test (a crash, an unhandled error) is a failure of its own. */
export function withExitCode(runner: string, code: number, read: () => TestResult[]): TestResult[] {
  const failure = (reason: string): TestResult => ({
    title: `${runner} ends cleanly`,
    kind: 'runner',
    status: 'failed',
    durationMs: 0,
    reason,
  });
  try {
    const results = read();
    const isExplained = code === 0 || results.some(({ status }) => status === 'failed');
    return isExplained ? results : [...results, failure(`it ended with ${code}`)];
  } catch (error) {
    return [
      failure(
        `it ended with ${code} and left no report: ${error instanceof Error ? error.message : String(error)}`,
      ),
    ];
  }
}
