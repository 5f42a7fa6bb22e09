import { rmSync } from 'node:fs';
import path from 'node:path';
import { runStep } from '../run-step.ts';
import type { TestResult } from './result.ts';

type Step = readonly [command: string, ...args: string[]];
type StaticCheck = { title: string; steps: readonly Step[] };

const CHECKS: readonly StaticCheck[] = [
  {
    title: 'every file has the right types',
    steps: [
      ['next', 'typegen'],
      ['tsc', '--noEmit'],
    ],
  },
  { title: 'no file breaks a lint rule', steps: [['oxlint', '--type-aware', '--quiet']] },
  { title: 'every file is formatted', steps: [['oxfmt', '--check', '.']] },
];

/** Types, lint, format: what can be said about the source without running it. */
export async function runStaticChecks(root: string): Promise<TestResult[]> {
  rmSync(path.join(root, '.next', 'types'), { recursive: true, force: true }); // a deleted route leaves its types there
  const results: TestResult[] = [];
  for (const check of CHECKS) results.push(await runStaticCheck(check));
  return results;
}

async function runStaticCheck({ title, steps }: StaticCheck): Promise<TestResult> {
  console.log(`\n${title}`);
  const startedAt = performance.now();
  for (const [command, ...args] of steps) {
    const code = await runStep(command, args);
    const durationMs = Math.round(performance.now() - startedAt);
    if (code !== 0)
      return { title, kind: 'static', status: 'failed', durationMs, reason: `${command} ended with ${code}` };
  }
  return { title, kind: 'static', status: 'passed', durationMs: Math.round(performance.now() - startedAt) };
}
