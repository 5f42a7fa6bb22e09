import { describe, expect, test } from 'vitest';
import { filterRuns, type RunRow } from './run-filter.ts';

const run = (number: number, more: Partial<RunRow>): RunRow => ({
  runId: `run-${number}`,
  number,
  planId: 'p',
  planTitle: 'Migrate users',
  planVersion: 4,
  status: 'running',
  startedAt: 1,
  endedAt: null,
  startedBy: { id: 'ada', name: 'Ada' },
  done: 1,
  total: 3,
  needsYou: 0,
  replans: 0,
  costMicroUsd: 0,
  waiting: null,
  waits: [],
  end: null,
  ...more,
});
const runs = [
  run(1, { status: 'succeeded' }),
  run(2, { status: 'failed', planTitle: 'Send notices' }),
  run(3, { needsYou: 2 }),
  run(4, { status: 'paused', startedBy: { id: 'bob', name: 'Bob' } }),
];
const numbers = (...args: Parameters<typeof filterRuns>) => filterRuns(...args).map(({ number }) => number);

describe('the list of runs', () => {
  test('shows runs of one state', () => {
    expect(numbers(runs, 'all', '')).toEqual([1, 2, 3, 4]);
    expect(numbers(runs, 'needs-you', '')).toEqual([3]);
    expect(numbers(runs, 'going', '')).toEqual([3, 4]);
    expect(numbers(runs, 'failed', '')).toEqual([2]);
    expect(numbers(runs, 'ended', '')).toEqual([1, 2]);
  });
  test('finds a run by number, plan and who started it', () => {
    expect(numbers(runs, 'all', 'run 2')).toEqual([2]);
    expect(numbers(runs, 'all', 'migrate V4 bob')).toEqual([4]);
    expect(numbers(runs, 'going', 'notices')).toEqual([]);
  });
});
