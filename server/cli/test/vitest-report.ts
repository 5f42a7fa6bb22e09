import { z } from 'zod';
import type { Status, TestResult } from './result.ts';

const schema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** The suffix of a test file says its kind. */
export function kindOf(file: string): string {
  return /\.(pg|sim|proc)\.test\.tsx?$/.exec(file)?.[1] ?? (file.endsWith('tidy.test.ts') ? 'tidy' : 'unit');
}

function statusOf(status: string): Status {
  if (status === 'passed' || status === 'failed') return status;
  return 'skipped'; // vitest says pending, todo, skipped or disabled
}

/** Reads what `vitest --reporter=json` wrote. A file that could not be loaded counts as one failed test. */
export function readVitestReport(json: unknown, root: string): TestResult[] {
  return schema.parse(json).testResults.flatMap((file) => {
    const name = file.name.startsWith(`${root}/`) ? file.name.slice(root.length + 1) : file.name;
    const kind = kindOf(name);
    const results = file.assertionResults.map((test): TestResult => {
      const status = statusOf(test.status);
      const result: TestResult = {
        title: test.fullName,
        kind,
        status,
        durationMs: Math.round(test.duration ?? 0),
      };
      const reason = test.failureMessages[0]?.split('\n')[0];
      return reason ? { ...result, reason } : result;
    });
    const hasFailed = file.status === 'failed' && !results.some(({ status }) => status === 'failed');
    if (!hasFailed) return results;
    const reason = file.message.split('\n')[0] || 'the file could not be run';
    return [...results, { title: name, kind, status: 'failed', durationMs: 0, reason }];
  });
}
