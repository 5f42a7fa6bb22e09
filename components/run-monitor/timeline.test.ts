import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import { ana, answers, approves, failsWith, given, isLost, prepares } from '#core/testing/given.ts';
import { GAP_PX, idleGaps, timeScale } from './timeline-scale.ts';
import { spansOf, type Span } from './timeline-spans.ts';

const kindsOf = (spans: readonly Span[] | undefined) => (spans ?? []).map(({ kind }) => kind);

describe('spans', () => {
  test('tell waiting for a person from running, and a retry from both', () => {
    const document = aPlan('a', { steps: { a: { work: writeWork() } } });
    const run = given(document).and(
      prepares('a'),
      approves('a', ana),
      prepares('a'),
      failsWith('a', 'transient'),
    );
    const spans = spansOf(run.log, run.state.approvals).get('a');
    expect(kindsOf(spans)).toEqual(['wait', 'running', 'retry']);
    expect(spans?.at(-1)?.to).toBeUndefined();
  });

  test('[UE4] an unknown outcome goes on until it is known, and never looks like a failure', () => {
    const run = given(aPlan('a', { steps: { a: { work: writeWork() } } })).and(
      prepares('a', { policy: { verdict: 'allow' } }),
      isLost('a'),
    );
    const spans = spansOf(run.log, run.state.approvals).get('a');
    expect(kindsOf(spans)).toEqual(['running', 'unknown']);
    expect(spans?.at(-1)?.to).toBeUndefined();
  });

  test('a step that is done has no open span', () => {
    const run = given(aPlan('a -> b')).and(prepares('a'), answers('a'), prepares('b'));
    const spans = spansOf(run.log, run.state.approvals);
    expect(spans.get('a')?.every((span) => span.to !== undefined)).toBe(true);
    expect(spans.get('b')?.at(-1)?.to).toBeUndefined();
  });
});

describe('the scale', () => {
  const minute = 60_000;
  const spans: Span[] = [
    { kind: 'running', from: 0, to: minute },
    { kind: 'wait', from: minute, to: 31 * minute },
    { kind: 'running', from: 31 * minute, to: 32 * minute },
  ];
  test('folds a long wait, and only a long one', () => {
    expect(idleGaps(spans, 0, 32 * minute)).toEqual([{ from: minute, to: 31 * minute }]);
    expect(idleGaps(spans, 0, 32 * minute + 1_000)).toHaveLength(1);
    expect(idleGaps([{ kind: 'running', from: 0, to: 95 }], 0, 100)).toEqual([]);
  });
  test('gives a folded wait its own width and shares the rest fairly', () => {
    const scale = timeScale(0, 32 * minute, 600, idleGaps(spans, 0, 32 * minute));
    expect(scale.x(31 * minute) - scale.x(minute)).toBeCloseTo(GAP_PX);
    expect(scale.x(minute)).toBeCloseTo(scale.x(32 * minute) - scale.x(31 * minute));
    expect(scale.x(32 * minute)).toBeCloseTo(600);
  });
  test('keeps time in order and inside the width, whatever the spans', () => {
    const anySpan = fc
      .tuple(fc.nat(100_000), fc.nat(30_000))
      .map(([from, ms]): Span => ({ kind: 'running', from, to: from + ms }));
    fc.assert(
      fc.property(
        fc.array(anySpan, { maxLength: 12 }),
        fc.integer({ min: 200, max: 2_000 }),
        (all, width) => {
          const to = 130_000;
          const gaps = idleGaps(all, 0, to);
          const scale = timeScale(0, to, width, gaps);
          const places = Array.from({ length: 131 }, (_, index) => scale.x(index * 1_000));
          for (const [index, place] of places.entries()) {
            expect(place).toBeGreaterThanOrEqual((places[index - 1] ?? 0) - 1e-6);
            expect(place).toBeLessThanOrEqual(width + 1e-6);
          }
          for (const at of scale.ticks) expect(gaps.some((gap) => at > gap.from && at < gap.to)).toBe(false);
        },
      ),
    );
  });
});
