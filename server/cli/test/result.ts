export type Status = 'passed' | 'failed' | 'skipped';

/** One line of reports/summary.json. The title is whole: rule ids such as [R8] stay in it. */
export type TestResult = { title: string; kind: string; status: Status; durationMs: number; reason?: string };

export type Totals = Record<Status, number>;

export function countResults(results: readonly TestResult[]): Totals {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of results) totals[status] += 1;
  return totals;
}

/** The closing line of `npm test`. */
export function closingLine({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
