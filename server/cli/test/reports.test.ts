import { describe, expect, test } from 'vitest';
import { readPlaywrightReport } from './playwright-report.ts';
import { closingLine, countResults, type TestResult } from './result.ts';
import { withExitCode } from './runners.ts';
import { checkRulesPassed, parseRules } from './spec-rules.ts';
import { kindOf, readVitestReport } from './vitest-report.ts';

const passed = (title: string): TestResult => ({ title, kind: 'unit', status: 'passed', durationMs: 1 });

describe('the report of vitest', () => {
  const file = (status: string, assertionResults: object[], message = '') => ({
    testResults: [{ name: '/repo/db/queue.pg.test.ts', status, message, assertionResults }],
  });

  test('gives whole titles, kinds by suffix and the first line of a failure', () => {
    const assertions = [
      { fullName: 'queue [R8] rings', status: 'passed', duration: 1.6, failureMessages: [] },
      { fullName: 'queue waits', status: 'failed', duration: 2, failureMessages: ['Error: no\n at x'] },
      { fullName: 'queue later', status: 'pending', failureMessages: [] },
    ];
    expect(readVitestReport(file('failed', assertions), '/repo')).toEqual([
      { title: 'queue [R8] rings', kind: 'pg', status: 'passed', durationMs: 2 },
      { title: 'queue waits', kind: 'pg', status: 'failed', durationMs: 2, reason: 'Error: no' },
      { title: 'queue later', kind: 'pg', status: 'skipped', durationMs: 0 },
    ]);
  });

  test('a file that could not be loaded is a failed test', () => {
    expect(readVitestReport(file('failed', [], 'Cannot find module\nx'), '/repo')).toEqual([
      {
        title: 'db/queue.pg.test.ts',
        kind: 'pg',
        status: 'failed',
        durationMs: 0,
        reason: 'Cannot find module',
      },
    ]);
  });

  test.each([
    ['core/a.test.ts', 'unit'],
    ['server/a.proc.test.ts', 'proc'],
    ['server/a.sim.test.ts', 'sim'],
    ['tidy.test.ts', 'tidy'],
  ])('%s is of kind %s', (name, kind) => expect(kindOf(name)).toBe(kind));
});

describe('the report of Playwright', () => {
  const spec = (status: string, error?: { message: string }) => ({
    title: '[J1] runs it',
    tests: [{ status, results: [{ duration: 12, error }] }],
  });
  const report = (status: string, error?: { message: string }) => ({
    suites: [{ title: 'a.spec.ts', suites: [{ title: 'an operator', specs: [spec(status, error)] }] }],
  });

  test('gives titles without the name of the file', () => {
    expect(readPlaywrightReport(report('expected'))).toEqual([
      { title: 'an operator [J1] runs it', kind: 'journey', status: 'passed', durationMs: 12 },
    ]);
  });

  test('a test that passed at the second try has failed', () => {
    expect(readPlaywrightReport(report('flaky'))[0]?.status).toBe('failed');
  });

  test('a failure has the first line of its message, without colours', () => {
    const message = '\u001B[31mError: no\u001B[39m\nmore';
    expect(readPlaywrightReport(report('unexpected', { message }))[0]?.reason).toBe('Error: no');
  });
});

describe('the closing line', () => {
  test('counts each status', () => {
    const results: TestResult[] = [passed('a'), { ...passed('b'), status: 'skipped' }, passed('c')];
    expect(closingLine(countResults(results))).toBe('2 passed, 0 failed, 1 skipped');
  });

  test('a runner that fails without a failed test is a failure', () => {
    expect(withExitCode('vitest', 1, () => [passed('a')]).map(({ status }) => status)).toEqual([
      'passed',
      'failed',
    ]);
    const noReport = () => {
      throw new Error('no report');
    };
    expect(withExitCode('vitest', 0, noReport)).toMatchObject([{ status: 'failed' }]);
  });
});

describe('rules of the spec', () => {
  const rules = parseRules(
    '# Runs\n- **R8** One.\n- **R9** (part 4) Later.\n- **AP1** Two.\ntext **R10** in between\n',
    'run.md',
  );

  test('are the list lines that begin with an id; a later part is noted', () => {
    expect(rules.map(({ id, part }) => [id, part])).toEqual([
      ['R8', undefined],
      ['R9', 4],
      ['AP1', undefined],
    ]);
  });

  test('a rule without a passed test is a failure, one of a later part is not', () => {
    const skipped: TestResult = { ...passed('[AP1] not yet'), status: 'skipped' };
    const failed = checkRulesPassed(rules, [passed('a [R8] b'), skipped]);
    expect(failed.map(({ title }) => title)).toEqual(['[AP1] is proved by a test']);
  });
});
