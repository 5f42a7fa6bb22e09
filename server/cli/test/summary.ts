import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closingLine, countResults, type TestResult } from './result.ts';

/** Writes reports/summary.json, prints what failed and the closing line. Returns the exit code. */
export function closeRun(root: string, variant: string, results: readonly TestResult[]): number {
  const folder = path.join(root, 'reports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'summary.json'),
    `${JSON.stringify({ variant, tests: results }, null, 2)}\n`,
  );
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length > 0) console.log('\nFailed:');
  for (const { kind, title, reason } of failed)
    console.log(`  ${kind}: ${title}${reason ? ` (${reason})` : ''}`);
  const totals = countResults(results);
  console.log(`\n${closingLine(totals)}`);
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}
