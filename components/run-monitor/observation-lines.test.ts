import { describe, expect, test } from 'vitest';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import { ana, answers, approves, given, prepares } from '#core/testing/given.ts';
import { asJsonLines, asText, countAfter, findLines, observationsOf } from './observation-lines.ts';

const name = ({ stepId }: { stepId: string }) => `Step ${stepId}`;
const document = aPlan('a -> b', { steps: { b: { work: writeWork() } } });
const run = given(document).and(
  prepares('a'),
  answers('a'),
  prepares('b'),
  approves('b', ana),
  prepares('b'),
);
const { log: events, state } = run;

describe('observations', () => {
  test("of a step are its own, its approval's decision with it", () => {
    const own = observationsOf(events, { stepId: 'b' }, state.approvals);
    expect(own.map((event) => event.type)).toEqual([
      'approval-requested',
      'approval-granted',
      'attempt-dispatched',
    ]);
    expect(observationsOf(events, undefined, state.approvals)).toBe(events);
  });
  test('are found by all the words that were typed', () => {
    expect(findLines(events, 'ana APPROVED', name)).toHaveLength(1);
    expect(findLines(events, 'ana nothing', name)).toHaveLength(0);
    expect(findLines(events, ' ', name)).toBe(events);
  });
  test('[UE3] the pill counts exactly what came after the last line that was read', () => {
    const last = events.at(-1)?.version ?? 0;
    expect(countAfter(events, last)).toBe(0);
    expect(countAfter(events, last - 2)).toBe(2);
    expect(countAfter(events, 0)).toBe(events.length);
    expect(countAfter([], 3)).toBe(0);
  });
  test('are copied one a line, and raw as one JSON a line', () => {
    expect(asText(events, name).trim().split('\n')).toHaveLength(events.length);
    const raw = asJsonLines(events).trim().split('\n');
    expect(raw.map((line) => JSON.parse(line) as unknown)).toEqual(events);
  });
});
