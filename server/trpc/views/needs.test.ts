import { describe, expect, test } from 'vitest';
import { byUrgency, needsOf } from './needs.ts';

type Args = Parameters<typeof needsOf>;
const NOW = 1_000_000;
const minutes = (count: number) => NOW + count * 60_000;
const run = (number: number, ...waits: object[]) =>
  ({
    runId: `run-${number}`,
    number,
    planId: 'p',
    planTitle: 'Migrate',
    planVersion: 1,
    startedAt: NOW,
    waits,
  }) as Args[0][number];
const asked = (approvalId: string, tier: string, expiresAt: number, more: object = {}) =>
  ({
    approvalId,
    runId: 'run-1',
    planId: 'p',
    planTitle: 'Migrate',
    address: 'a',
    request: { tier, summary: approvalId, ...more },
    requestedAt: NOW,
    expiresAt,
  }) as unknown as Args[1][number];
const lost = (number: number, address: string) =>
  ({
    runId: `run-${number}`,
    runNumber: number,
    planId: 'p',
    planTitle: 'Migrate',
    planVersion: 1,
    address,
    summary: `Pay ${address}`,
    intendedAt: NOW,
    operationKey: address,
  }) as Args[2][number];
const sorted = (...args: Args) => needsOf(...args).sort(byUrgency);

describe('what needs you', () => {
  test('unknown outcomes stand first, then critical calls by the time left, then high, then low', () => {
    const needs = sorted(
      [run(1, { code: 'unknown-outcome', address: { stepId: 'pay' } })],
      [
        asked('low', 'low', minutes(1)),
        asked('high', 'high', minutes(2)),
        asked('critical-late', 'critical', minutes(90)),
        asked('critical-soon', 'critical', minutes(14)),
      ],
      [lost(1, 'pay')],
    );
    expect(needs.map(({ title }) => title)).toEqual([
      'Pay pay',
      'critical-soon',
      'critical-late',
      'high',
      'low',
    ]);
  });

  test('an unknown outcome that a run left behind is not forgotten when the run has ended', () => {
    const needs = sorted([], [], [lost(7, 'invoice[3]')]);
    expect(needs).toMatchObject([
      { kind: 'unknown', runNumber: 7, address: { stepId: 'invoice', item: 3 }, title: 'Pay invoice[3]' },
    ]);
  });

  test('one that is being looked up waits for nobody yet', () => {
    expect(sorted([run(1, { code: 'reconcile', address: { stepId: 'pay' } })], [], [lost(1, 'pay')])).toEqual(
      [],
    );
  });

  test('the calls of one batch are one row with their number', () => {
    const batch = { batchOf: 'copy' };
    const needs = sorted(
      [run(1)],
      [
        asked('a', 'low', minutes(9), batch),
        asked('b', 'low', minutes(3), batch),
        asked('c', 'low', minutes(9)),
      ],
      [],
    );
    expect(needs.map(({ title, calls, expiresAt }) => [title, calls, expiresAt])).toEqual([
      ['a', 2, minutes(3)],
      ['c', 1, minutes(9)],
    ]);
  });

  test('steps for a person, revisions and runs without recovery are named', () => {
    const needs = sorted(
      [
        run(
          1,
          { code: 'person-step', address: { stepId: 'ask' }, stepTitle: 'Ask Ben' },
          { code: 'revision-review', planVersion: 2 },
          { code: 'escalation', stepTitle: 'Copy', untilAt: minutes(5) },
          { code: 'paused', inFlight: 0 },
        ),
      ],
      [],
      [],
    );
    expect(needs.map(({ kind }) => kind)).toEqual(['escalation', 'person', 'revision']);
  });
});
