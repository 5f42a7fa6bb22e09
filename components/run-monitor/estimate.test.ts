import { describe, expect, test } from 'vitest';
import { aPlan, readWork, writeWork } from '#core/testing/build-plan.ts';
import { ana, answers, approves, given, prepares } from '#core/testing/given.ts';
import { messages } from '#components/ui/messages.ts';
import { timeLeft, type ToolDurations } from './estimate.ts';

const took = (tool: string, samples: number, typicalMs = 60_000, slowMs = 120_000): ToolDurations => ({
  tool,
  samples,
  typicalMs,
  slowMs,
});

describe('time left', () => {
  const run = given(aPlan('a -> b -> d, a -> c -> d'));

  test('[UE8] is not said below five earlier calls of every tool that is left', () => {
    expect(timeLeft(run.state, [], run.now)).toBeUndefined();
    expect(timeLeft(run.state, [took('test.read', 4)], run.now)).toBeUndefined();
    expect(timeLeft(run.state, [took('test.read', 5)], run.now)).toBeDefined();
    const mixed = given(aPlan('a -> b', { steps: { b: { work: writeWork() } } }));
    expect(timeLeft(mixed.state, [took('test.read', 9), took('test.write', 4)], mixed.now)).toBeUndefined();
    expect(messages.run.noEstimate).toBe('No estimate yet');
  });

  test('[UE8] is the longest way through what is left, not the sum', () => {
    const left = timeLeft(run.state, [took('test.read', 9)], run.now);
    expect(left).toEqual({ ms: 180_000, slowMs: 360_000, afterYou: false });
    expect(messages.run.timeLeft({ ms: 350_000, slowMs: 831_000, afterYou: false })).toBe(
      'About 6 min left, 14 min if slow',
    );
  });

  test('counts what a running step has already taken, and nothing of what is done', () => {
    const going = run.and(prepares('a'), answers('a'), prepares('b'));
    const left = timeLeft(going.state, [took('test.read', 9)], going.now + 45_000);
    expect(left?.ms).toBe(120_000);
  });

  test('does not count waiting for a person, and says so', () => {
    const document = aPlan('a -> b', { steps: { a: { work: writeWork() }, b: { work: readWork() } } });
    const asking = given(document).and(prepares('a'));
    const known = [took('test.read', 9), took('test.write', 9)];
    const left = timeLeft(asking.state, known, asking.now);
    expect(left).toEqual({ ms: 120_000, slowMs: 240_000, afterYou: true });
    expect(messages.run.timeLeft({ ms: 350_000, slowMs: 831_000, afterYou: true })).toBe(
      'About 6 min after you decide, 14 min if slow',
    );
    const decided = asking.and(approves('a', ana));
    expect(timeLeft(decided.state, known, decided.now)?.afterYou).toBe(false);
  });
});
