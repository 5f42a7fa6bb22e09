import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walk, worlds, type Draw } from '#core/testing/explore.ts';
import { seeded } from '#core/testing/seed.ts';

const draws = fc.array(fc.record({ pick: fc.nat(10_000), detail: fc.nat(10_000) }), {
  minLength: 20,
  maxLength: 120,
});
const RUNS = process.env['TEST_LONG'] ? 3_000 : 60;

/** The laws are in core/run/invariants.ts (states) and core/testing/log-problems.ts (logs). */
describe.each(Object.entries(worlds))(
  '[case 83] [R1] [R2] [R3] [R6] [R8] [R13] [A1] [A3] [A5] [E2] [B1] [N5] whatever happens in %s',
  (_name, document) => {
    test(
      'the invariants hold after every event, and the log replays to the state',
      { timeout: 60_000 },
      () => {
        fc.assert(
          fc.property(draws, (drawn) => {
            expect(walk(document, drawn).problems).toEqual([]);
          }),
          { numRuns: RUNS, interruptAfterTimeLimit: 40_000 },
        );
      },
    );
  },
);

test('the walks reach every ending, so the laws are not held by standing still', { timeout: 60_000 }, () => {
  const seen = new Map<string, number>();
  const types = new Set<string>();
  for (const document of Object.values(worlds)) {
    for (let seed = 1; seed <= 120; seed += 1) {
      const chance = seeded(seed);
      const drawn: Draw[] = Array.from({ length: 120 }, () => ({
        pick: chance.below(10_000),
        detail: chance.below(10_000),
      }));
      const { run } = walk(document, drawn);
      seen.set(run.state.status, (seen.get(run.state.status) ?? 0) + 1);
      for (const event of run.log) types.add(event.type);
    }
  }
  expect([...seen.keys()].sort()).toEqual(
    expect.arrayContaining(['cancelled', 'failed', 'running', 'succeeded']),
  );
  const missing = (
    [
      'approval-carried',
      'approval-expired',
      'approval-extended',
      'approval-granted',
      'approval-rejected',
      'approval-voided',
      'approval-withdrawn',
      'arguments-edited',
      'attempt-dispatched',
      'budget-exhausted',
      'edit-dropped',
      'effect-reconciled',
      'effect-reused',
      'for-each-expanded',
      'person-answered',
      'reconcile-inconclusive',
      'replan-requested',
      'retry-scheduled',
      'revision-adopted',
      'revision-approved',
      'revision-declined',
      'revision-proposed',
      'revision-refused',
      'revision-rejected',
      'run-escalated',
      'run-finished',
      'run-paused',
      'step-cancelled',
      'step-dropped',
      'step-failed',
      'step-skipped',
      'step-succeeded',
      'success-checked',
    ] as const
  ).filter((type) => !types.has(type));
  expect(missing).toEqual([]);
});
