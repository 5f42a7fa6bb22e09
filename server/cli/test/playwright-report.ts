import { z } from 'zod';
import type { Status, TestResult } from './result.ts';

const specSchema = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).default([]),
      results: z.array(
        z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }),
      ),
    }),
  ),
});
type Suite = {
  title: string;
  file?: string | undefined;
  specs?: z.infer<typeof specSchema>[] | undefined;
  suites?: Suite[] | undefined;
};
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    file: z.string().optional(),
    specs: z.array(specSchema).optional(),
    suites: z.array(suiteSchema).optional(),
  }),
);
const schema = z.object({
  suites: z.array(suiteSchema),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
});

/** A test that passed only at the second try has not passed. */
const STATUS: Record<string, Status> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
};

/** Reads what Playwright's JSON reporter wrote. */
export function readPlaywrightReport(json: unknown): TestResult[] {
  const { suites, errors } = schema.parse(json);
  const broken = errors.map(({ message }): TestResult => {
    const reason = firstLine(message) ?? 'unknown';
    return { title: 'the journeys can be loaded', kind: 'journey', status: 'failed', durationMs: 0, reason };
  });
  // the outermost suite is the file, whose name says nothing about behaviour
  return [...broken, ...suites.flatMap((file) => readSuite({ ...file, title: '' }, []))];
}

function readSuite(suite: Suite, above: readonly string[]): TestResult[] {
  const titles = suite.title ? [...above, suite.title] : above;
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test): TestResult => {
      const last = test.results.at(-1);
      const result: TestResult = {
        title: [...titles, spec.title].join(' '),
        kind: 'journey',
        status: STATUS[test.status] ?? 'failed',
        durationMs: Math.round(last?.duration ?? 0),
      };
      const reason = firstLine(
        last?.error?.message ?? test.annotations.find(({ description }) => description)?.description,
      );
      return reason ? { ...result, reason } : result;
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap((child) => readSuite(child, titles))];
}

function firstLine(text: string | undefined): string | undefined {
  // oxlint-disable-next-line no-control-regex -- Playwright colours its messages
  return text?.replaceAll(/\u001B\[\d+m/g, '').split('\n')[0];
}
