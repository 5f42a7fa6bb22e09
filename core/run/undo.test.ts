import { describe, expect, test } from 'vitest';
import { aPlan, testCatalog, writeWork } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  approves,
  done,
  failsWith,
  given,
  isLost,
  planner,
  prepares,
  reconciles,
  type Ask,
  type TestRun,
} from '#core/testing/given.ts';
import { lintPlan } from '../plan/lint.ts';
import { planHash } from '../plan/normal-form.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';
import { nextActions } from './schedule.ts';
import { undoable, undoDocument, type UndoWork } from './undo.ts';
import { effectsView } from './views.ts';

const provenance = { role: 'recovery', kind: 'playbook', ref: 'undo@1' } as const;
const changes: Record<string, Partial<Step>> = {
  a: { work: writeWork('one'), compensation: writeWork('one', 0), risk: 'high' },
  b: { work: writeWork('two'), compensation: writeWork('two', { $expr: 'output.before' }) },
};
const document = (more: Partial<Pick<PlanDocument, 'limits'>> = {}, steps = changes) =>
  aPlan('a -> b -> c -> d', { steps, limits: { replans: 0, onStepFailure: 'undo' }, ...more });

/** As the driver works them out: what `b` had found before it wrote was 7. */
const worked = (work: UndoWork): UndoWork =>
  work.kind === 'tool' && typeof work.args['value'] === 'object'
    ? writeWork(String(work.args['key']), 7)
    : work;
const proposesUndo =
  (change: (document: PlanDocument) => PlanDocument = (same) => same) =>
  (run: TestRun): Ask => {
    const works = undoable(run.state).map(({ effect, step, work }) => ({
      step,
      address: effect.address,
      work: worked(work),
    }));
    const next = change(undoDocument(run.state, works));
    return {
      type: 'propose-revision',
      actor: planner,
      planVersion: run.state.planVersion + 1,
      document: next,
      planHash: planHash(next),
      note: 'Takes back 2 effects, the last one first.',
      provenance,
      catalog: testCatalog,
      earlierHashes: [],
    };
  };
const failed = () => done(given(document()), 'a', 'b').and(prepares('c'), failsWith('c'));
const actionsOf = (run: TestRun) =>
  nextActions(run.state, run.now).actions.map((action) =>
    'address' in action ? `${action.type} ${action.address.stepId}` : action.type,
  );
const summary = (run: TestRun) =>
  effectsView(run.state).effects.map(({ address, state, undoes }) => [
    address.stepId,
    state,
    ...(undoes === undefined ? [] : ['takes back']),
  ]);

describe('taking back', () => {
  test('[E4] a failed step: what was committed is taken back, the last first, each by its own gated call', () => {
    const run = done(given(document()), 'a', 'b').and(prepares('c'));
    run.when(failsWith('c')).records('attempt-finished', 'step-failed', 'replan-requested');
    expect(actionsOf(run)).toEqual(['revise']);
    // The reviewed version says how: nothing gained authority, so it is adopted without asking.
    run.when(proposesUndo()).records('revision-proposed', 'revision-adopted', 'step-dropped', 'step-dropped');
    expect(
      run.state.document.steps.map(({ id, needs, undoes, risk }) => ({ id, needs, undoes, risk })),
    ).toEqual([
      { id: 'a', needs: undefined, undoes: undefined, risk: 'high' },
      { id: 'b', needs: ['a'], undoes: undefined, risk: undefined },
      { id: 'undo_b', needs: undefined, undoes: { step: 'b' }, risk: undefined },
      { id: 'undo_a', needs: ['undo_b'], undoes: { step: 'a' }, risk: 'high' },
    ]);
    expect(actionsOf(run)).toEqual(['prepare undo_b']);
    run.when(prepares('undo_b')).records('approval-requested');
    run.and(approves('undo_b', ana), prepares('undo_b'));
    // Until it has succeeded the effect stands.
    expect(effectsView(run.state).remaining.map(({ address }) => address.stepId)).toEqual(['a', 'b']);
    run.when(answers('undo_b')).records('attempt-finished', 'step-succeeded', 'effects-undone');
    expect(run.step('b').status).toBe('undone');
    expect(effectsView(run.state).remaining.map(({ address }) => address.stepId)).toEqual(['a']);
    done(run, 'undo_a');
    expect(summary(run)).toEqual([
      ['a', 'undone'],
      ['b', 'undone'],
      ['undo_b', 'committed', 'takes back'],
      ['undo_a', 'committed', 'takes back'],
    ]);
    expect(run.state.end).toEqual({
      status: 'failed',
      end: 'gave-up',
      reason: 'Taken back after a failure: c failed.',
    });
    expect(effectsView(run.state).remaining).toEqual([]);
  });

  test('[E4] the order is that of the commits, not of the intents', () => {
    const run = given(aPlan('a, b -> c', { steps: changes, limits: { replans: 0, onStepFailure: 'undo' } }));
    const allow = { policy: { verdict: 'allow' as const } };
    run.and(prepares('a', allow), prepares('b', allow), answers('b'), answers('a'));
    run.and(prepares('c'), failsWith('c'), proposesUndo());
    expect(run.state.document.steps.map(({ id }) => id)).toEqual(['a', 'b', 'undo_a', 'undo_b']);
  });

  test('[E4] [E2] an outcome that is not known is found out first, and taken back when it had happened', () => {
    const allow = { policy: { verdict: 'allow' as const } };
    const other = given(
      aPlan('a -> b, a -> c', { steps: changes, limits: { replans: 0, onStepFailure: 'undo' } }),
    );
    done(other, 'a').and(prepares('b', allow), prepares('c'), failsWith('c'), isLost('b'));
    expect(other.state.replan?.trigger.kind).toBe('undo-after-failure');
    expect(actionsOf(other)).toEqual(['reconcile b']);
    other.and(reconciles('b', 'committed'));
    expect(actionsOf(other)).toEqual(['revise']);
    other.and(proposesUndo());
    expect(other.state.document.steps.map(({ id }) => id)).toEqual(['a', 'b', 'undo_b', 'undo_a']);
  });

  test('[E4] [R4] a step that cannot be taken back stops the rest and asks a person; nothing is planned again', () => {
    const run = done(given(document({ limits: { replans: 2, onStepFailure: 'undo' } })), 'a', 'b');
    run.and(prepares('c'), failsWith('c'));
    expect(run.state.replan?.trigger.kind).toBe('step-failed');
    run
      .when({ type: 'decline-revision', reason: 'No other way.', actor: planner })
      .records('revision-declined', 'replan-requested');
    run.and(proposesUndo(), prepares('undo_b'), approves('undo_b', ana), prepares('undo_b'));
    run.when(failsWith('undo_b')).records('attempt-finished', 'step-failed', 'run-escalated');
    expect(actionsOf(run)).toEqual([]);
    expect(effectsView(run.state).remaining.map(({ address }) => address.stepId)).toEqual(['a', 'b']);
    run.and({ type: 'retry-step', address: { stepId: 'undo_b' }, actor: ana });
    done(run, 'undo_b', 'undo_a');
    expect(run.state.end?.status).toBe('failed');
    expect(effectsView(run.state).remaining).toEqual([]);
  });

  test('[E4] a stop finishes what is in flight and takes back no more', () => {
    const run = failed().and(proposesUndo(), prepares('undo_b'), approves('undo_b', ana), prepares('undo_b'));
    run.and({ type: 'stop-run', mode: 'after-running', actor: ana }, answers('undo_b'));
    expect(run.state.end?.status).toBe('cancelled');
    expect(effectsView(run.state).remaining.map(({ address }) => address.stepId)).toEqual(['a']);
  });

  test('[E4] [N4] another call than the reviewed one, or an effect that nothing takes back, is for a person to decide', () => {
    const withOther = (id: string, change: Partial<Step>) => (next: PlanDocument) => ({
      ...next,
      steps: next.steps.map((step) => (step.id === id ? { ...step, ...change } : step)),
    });
    for (const change of [
      { work: writeWork('one', 1) },
      { work: writeWork('other', 0) },
      { risk: 'low' as const },
      { undoes: { step: 'b' } },
      { forEach: { items: '[1]' } },
    ]) {
      const run = failed().and(proposesUndo(withOther('undo_a', change)));
      expect(run.state.replan?.phase, JSON.stringify(change)).toBe('review');
    }
    const { a, b } = changes;
    const { compensation: _none, ...rest } = b ?? {};
    const partly = done(given(document({}, { ...(a && { a }), b: rest })), 'a', 'b');
    partly.and(prepares('c'), failsWith('c'));
    const outcome = partly.when(proposesUndo());
    expect(outcome.event('revision-proposed').reviewReasons.map(({ code }) => code)).toEqual(['effect-left']);
  });

  test('[E4] a person may have a run taken back; it ends cancelled', () => {
    const asked: Ask = { type: 'undo-run', reason: 'Wrong database.', actor: ana };
    given(document()).when(asked).isRefused('nothing-to-undo');
    const run = done(given(document({ limits: { replans: 0 } })), 'a');
    run.and({ type: 'pause-run', actor: ana });
    run.when(asked).records('run-resumed', 'replan-requested');
    run.when(asked).isRefused('replan-pending');
    run.and(proposesUndo());
    done(run, 'undo_a');
    expect(run.state.end).toEqual({
      status: 'cancelled',
      end: 'stopped',
      reason: 'Taken back: Wrong database.',
    });
  });

  test('[E4] without anything to take back the failure is a person’s, as ever', () => {
    const run = given(document()).and(prepares('a'), approves('a', ana), prepares('a'));
    run.when(failsWith('a')).records('attempt-finished', 'step-failed', 'run-escalated');
    // A planner that has nothing to offer does not ask for it again and again.
    const declined = failed();
    declined
      .when({ type: 'decline-revision', reason: 'Nothing can be taken back.', actor: planner })
      .records('revision-declined', 'run-escalated');
  });

  test('[E4] [P7] lint names the writes that nothing takes back', () => {
    const { a } = changes;
    const codes = (plan: PlanDocument) =>
      lintPlan(plan, testCatalog).filter(({ code }) => code.startsWith('undo-'));
    expect(codes(document({}, { ...(a && { a }), b: { work: writeWork('two') } }))).toMatchObject([
      { stepId: 'b' },
    ]);
    expect(codes(document())).toEqual([]);
    expect(codes(document({ limits: {} }, { b: { work: writeWork('two') } }))).toEqual([]);
  });
});
