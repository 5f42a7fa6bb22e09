import { describe, expect, test } from 'vitest';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import { ana, answers, done, driver, failsWith, given, prepares, START } from '#core/testing/given.ts';
import { decide } from './decide.ts';
import { evolve } from './evolve.ts';
import { nextActions } from './schedule.ts';
import { needsYou, progress, stepView, stepViews, waitingReasons } from './views.ts';

test('progress counts settled steps of the current document', () => {
  const run = given(aPlan('a -> b'));
  expect(progress(run.state)).toEqual({ done: 0, total: 2 });
  done(run, 'a');
  expect(progress(run.state)).toEqual({ done: 1, total: 2 });
  run.and({ type: 'stop-run', mode: 'after-running', actor: ana });
  expect(progress(run.state)).toEqual({ done: 1, total: 2 });
});

test('a card shows what its step does', () => {
  const run = given(aPlan('a, b', { steps: { a: { work: writeWork('users') } } })).and(prepares('a'));
  expect(stepView(run.state, 'a')).toMatchObject({ shown: 'needs approval', title: 'Step a' });
  run.later(24 * 3_600_000).and({ type: 'fire-timers' });
  expect(stepView(run.state, 'a')?.shown).toBe('approval expired');
  expect(stepView(run.state, 'nobody')).toBeUndefined();
  expect(stepViews(run.state).map((view) => view.key)).toEqual(['a', 'b']);
});

test('[A9] waiting is named, and counted for the person', () => {
  const run = given(
    aPlan('a, b', { steps: { a: { work: writeWork('users') } }, limits: { replans: 0 } }),
  ).and(prepares('a'), prepares('b'), failsWith('b'));
  expect(waitingReasons(run.state, run.now).map((reason) => reason.code)).toEqual(['approval', 'escalation']);
  expect(needsYou(run.state, run.now)).toBe(2);
});

describe('cost', () => {
  test('an event of a plan of 2,000 steps touches what it changes, not the plan', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `s${index}`);
    const run = given(aPlan(ids.slice(0, 1_000).join(' -> ') + ', ' + ids.slice(1_000).join(', ')), {
      checks: false,
    });
    const before = run.state.steps;
    const kept = before['s500'];
    run.and(prepares('s0'));
    const outcome = decide(run.state, run.command({ ...answers('s0')(run), actor: driver }));
    if (!outcome.ok) throw new Error('refused');
    const touched = outcome.events.flatMap((event) =>
      evolve(run.state, { version: run.state.version + 1, schema: 1, ...event }),
    );
    expect(new Set(touched)).toEqual(new Set(['s0', 's1']));
    expect(run.state.steps).toBe(before);
    expect(run.state.steps['s500']).toBe(kept);
    expect(nextActions(run.state, START).actions).toHaveLength(4);
  });

  test('decide changes nothing', () => {
    const run = given(aPlan('a -> b')).and(prepares('a'));
    const frozen = structuredClone(run.state);
    decide(run.state, run.command(answers('a')(run)));
    expect(run.state).toEqual(frozen);
  });
});
