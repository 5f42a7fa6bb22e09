import { describe, expect, test } from 'vitest';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import { given, isLost, prepares } from '#core/testing/given.ts';
import type { RunState } from '#core/run/state.ts';
import { messages } from '#components/ui/messages.ts';
import { iconOf, tabTitle, toldOf, type Sign } from './run-sign.ts';

const signs: Sign[] = ['unknown', 'needs-you', 'done', 'failed', 'cancelled', 'paused', 'running'];

describe('what the tab says', () => {
  const asking = given(
    aPlan('a, b', { steps: { a: { work: writeWork() }, b: { work: writeWork('y') } } }),
  ).and(prepares('a'), prepares('b'));
  const ended = (status: 'succeeded' | 'failed' | 'cancelled'): RunState => ({
    ...given(aPlan('a')).state,
    status,
    endedAt: 1,
  });

  test('[UE5] its title names what is wanted, then the run', () => {
    const of = (state: RunState) => tabTitle(toldOf(state, asking.now), 81);
    expect(of(asking.state)).toBe('(2) Needs you · Run 81');
    expect(of(ended('succeeded'))).toBe('✓ Run 81');
    expect(of(ended('failed'))).toBe('✖ Run 81');
    expect(of(given(aPlan('a')).state)).toBe('Run 81');
    const lost = given(aPlan('a', { steps: { a: { work: writeWork() } } })).and(
      prepares('a', { policy: { verdict: 'allow' }, canReconcile: false }),
      isLost('a'),
    );
    expect(of(lost.state)).toBe('? Outcome unknown · Run 81');
  });

  test('[UE5] every sign has a shape of its own, so that no colour is needed', () => {
    const shapes = signs.map((sign) => decodeURIComponent(iconOf(sign)).replaceAll(/#[0-9a-f]{3,6}/g, ''));
    expect(new Set(shapes).size).toBe(signs.length);
    for (const shape of shapes) expect(shape).toMatch(/<svg .*<\/svg>$/);
  });

  test('[UE7] progress says that the plan grew, and by how much', () => {
    expect(messages.run.progress(12, 22)).toBe('12 of 22 steps');
    expect(messages.run.grown(3)).toBe('(plan grew by 3)');
    expect(messages.run.grown(-1)).toBe('(plan shrank by 1)');
    expect(messages.run.grown(0)).toBe('');
  });
});
