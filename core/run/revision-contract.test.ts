/**
 * The contract between the run and the diff: what a person is told a revision changes is what the run asks them about,
 * and what it takes back of their consent.
 */
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { must } from '../assert.ts';
import { resolveBindings } from '../plan/binding.ts';
import { callRisk } from '../plan/call-risk.ts';
import { celReferences } from '../plan/cel.ts';
import { diffPlans, type PlanDiff } from '../plan/diff.ts';
import { applyEdits, type PlanEdit } from '../plan/edit.ts';
import { stepExpressions } from '../plan/expressions.ts';
import { lintPlan } from '../plan/lint.ts';
import { normalizePlan, planHash } from '../plan/normal-form.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';
import { testCatalog, testTools } from '../testing/build-plan.ts';
import {
  ana,
  answers,
  approver,
  approves,
  ben,
  failsWith,
  given,
  planner,
  postconditions,
  preparationOf,
  type Ask,
  type Prepared,
  type TestRun,
} from '../testing/given.ts';
import { anyEditOf, anyPlan } from '../testing/plan-arbitraries.ts';
import { addressKey } from './address.ts';
import { get, keysOf } from './record.ts';
import { finishedSteps, revisionFacts } from './replan.ts';

vi.setConfig({ testTimeout: 120_000 });

const proposes =
  (document: PlanDocument) =>
  (run: TestRun): Ask => ({
    type: 'propose-revision',
    actor: planner,
    planVersion: run.state.planVersion + 1,
    document,
    planHash: planHash(document),
    note: 'Another way.',
    provenance: { role: 'recovery', kind: 'playbook', ref: 'test@1' },
    catalog: testCatalog,
    earlierHashes: [],
  });
const agrees = (run: TestRun): Ask => {
  if (run.state.replan?.phase !== 'review') throw new Error('nothing to review');
  return {
    type: 'decide-revision',
    actor: ben,
    decider: approver(ben),
    planVersion: run.state.replan.planVersion,
    planHash: run.state.replan.planHash,
    verdict: 'approve',
    reason: 'I have read it.',
  };
};

/** Prepares as the driver does: bindings resolved, and reads of some resources asked about by policy. */
function preparesForReal(key: string): (run: TestRun) => Ask {
  return (run) => {
    const step = must(
      run.state.document.steps.find(({ id }) => id === key),
      key,
    );
    if (step.work.kind !== 'tool') throw new Error(`${key} is no tool step`);
    const outputs = Object.keys(finishedSteps(run.state)).map(
      (id) => [id, { output: { from: id } }] as const,
    );
    const resolved = resolveBindings(step.work.args, {
      inputs: run.state.document.inputs ?? {},
      run: { planVersion: run.state.planVersion },
      steps: Object.fromEntries(outputs),
    });
    if (!resolved.ok) throw new Unbound(resolved.message);
    const tool = must(testTools[step.work.tool], step.work.tool);
    const asks = step.work.tool === 'test.read' && ['users', 'copy'].includes(String(step.work.args['key']));
    const more: Prepared = {
      with: { args: resolved.args, risk: callRisk(tool, tool.effect, step.risk) },
      ...(asks && { policy: { verdict: 'ask', approvers: 1, roles: ['approver'] } }),
    };
    return { type: 'prepare-attempt', preparation: preparationOf(run, { stepId: key }, more) };
  };
}
class Unbound extends Error {}

/** Plays a run some way: each number decides what happens to one step that is ready. */
function play(run: TestRun, choices: readonly number[]): void {
  for (const choice of choices) {
    if (run.state.replan) return;
    const ready = run.state.ready.filter((key) => run.step(key).status === 'ready');
    const key = ready[choice % Math.max(1, ready.length)];
    if (key === undefined) return;
    try {
      if (!run.attempt(preparesForReal(key)(run)).ok) continue;
    } catch (error) {
      if (error instanceof Unbound) continue;
      throw error;
    }
    if (run.step(key).status === 'needs-approval') {
      if (choice % 3 === 0) continue;
      const { need } = run.approval(key).request;
      for (const person of [ana, ben].slice(0, need)) run.attempt(approves(key, person)(run));
      if (choice % 3 === 1 || run.step(key).status !== 'ready') continue;
      if (!run.attempt(preparesForReal(key)(run)).ok) continue;
    }
    if (run.step(key).status !== 'running') continue;
    if (choice % 5 === 0) run.and(failsWith(key));
    else run.and(answers(key));
    if (run.step(key).status === 'checking') run.and(postconditions(key));
  }
}

const errorsOf = (document: PlanDocument) =>
  lintPlan(document, testCatalog).filter(({ severity }) => severity === 'error');

/** Without what is not built, and waiting for all that it reads. */
function runnable({ fallbacks: _fallbacks, join: _join, ...step }: Step): Step {
  const checks = new Map((step.preconditions ?? []).map((check) => [check.id, check]));
  const kept = { ...step, preconditions: [...checks.values()] };
  const read = stepExpressions(kept, []).flatMap(({ expr }) => {
    const references = celReferences(expr);
    return references.ok ? references.steps : [];
  });
  return { ...kept, needs: [...new Set([...(step.needs ?? []), ...read])].filter((id) => id !== step.id) };
}

/** Plans a run accepts. */
const anyRunnablePlan = anyPlan
  .map((document) =>
    normalizePlan({
      ...document,
      inputs: { users: 1, ...document.inputs },
      limits: { ...document.limits, replans: 2 },
      steps: document.steps.map(runnable),
    }),
  )
  .filter((document) => document.steps.length > 1 && errorsOf(document).length === 0);

/** A run stopped somewhere, and a document that is proposed to it: edits of what is not finished. */
const anyProposal = anyRunnablePlan.chain((document) =>
  fc.record({
    document: fc.constant(document),
    choices: fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 12 }),
    edits: fc.array(anyEditOf(document), { minLength: 1, maxLength: 4 }),
  }),
);

const stepOfEdit = (edit: PlanEdit) =>
  edit.type === 'set-plan-field' ? undefined : edit.type === 'add-step' ? edit.step.id : edit.stepId;

function revisionOf(run: TestRun, edits: readonly PlanEdit[]): PlanDocument | undefined {
  const finished = finishedSteps(run.state);
  let document = run.state.document;
  for (const edit of edits) {
    const id = stepOfEdit(edit);
    if (id !== undefined && Object.hasOwn(finished, id)) continue;
    const edited = applyEdits(document, [edit]);
    if (edited.ok && errorsOf(edited.document).length === 0) document = edited.document;
  }
  return planHash(document) === run.state.planHash ? undefined : normalizePlan(document);
}

const phaseOf = (run: TestRun) => run.state.replan?.phase;

/** Class A as the screen shows it: the step, or the plan itself, with every reason. */
function classA(diff: PlanDiff): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const why = (fields: PlanDiff['plan']) =>
    fields.flatMap((field) => (field.class === 'A' && field.why ? [field.why] : []));
  for (const step of diff.steps) if (step.class === 'A') found.set(step.stepId, why(step.fields));
  if (why(diff.plan).length > 0) found.set('the plan', why(diff.plan));
  return found;
}

test('[case 63] [UC5] [N4] a revision is reviewed if and only if class A is not empty, for those reasons, and every approval it voids belongs to class A', () => {
  const seen = { proposals: 0, reviewed: 0, adopted: 0, gated: 0, carried: 0, voided: 0, dropped: 0 };
  fc.assert(
    fc.property(anyProposal, ({ document, choices, edits }) => {
      const run = given(document, { planHash: planHash(document) });
      play(run, choices);
      if (!run.state.replan) run.attempt({ type: 'request-replan', reason: 'Another way.', actor: ana });
      fc.pre(phaseOf(run) === 'asked');
      const next = revisionOf(run, edits);
      fc.pre(next !== undefined);
      if (!next) return;
      const [before, facts] = [run.state.document, revisionFacts(run.state)];
      const decision = run.attempt(proposes(next)(run));
      const proposed = decision.ok && decision.events.find(({ type }) => type === 'revision-proposed');
      fc.pre(Boolean(proposed));
      if (!proposed || proposed.type !== 'revision-proposed') return;
      seen.proposals += 1;
      seen.gated += facts.gated.length;

      const diff = diffPlans(before, next, testCatalog, { facts });
      const shown = classA(diff);
      const reasons = proposed.data.reviewReasons;
      expect([...shown.keys()].sort()).toEqual(
        [...new Set(reasons.map(({ stepId }) => stepId ?? 'the plan'))].sort(),
      );
      for (const { stepId = 'the plan', message } of reasons)
        expect(shown.get(stepId)?.join('. ')).toContain(message);
      for (const [step, why] of shown)
        for (const sentence of why.flatMap((each) => each.split(/\. (?=Step |The |What )/)))
          expect(reasons.map(({ stepId = 'the plan', message }) => [stepId, message])).toContainEqual([
            step,
            sentence,
          ]);
      expect(phaseOf(run) === 'review').toBe(shown.size > 0);

      const standing = keysOf(run.state.steps).filter((key) => run.step(key).approvalId !== undefined);
      const start = run.log.length;
      if (phaseOf(run) === 'review') {
        seen.reviewed += 1;
        run.and(agrees);
      } else seen.adopted += 1;
      fc.pre(phaseOf(run) === undefined);
      for (const key of standing) {
        if (get(run.state.stepIndex, key) === undefined) continue;
        if (run.step(key).status !== 'ready') continue;
        try {
          run.attempt(preparesForReal(key)(run));
        } catch (error) {
          if (!(error instanceof Unbound)) throw error;
        }
      }
      for (const event of run.log.slice(start)) {
        if (event.type === 'approval-carried') seen.carried += 1;
        if (event.type !== 'approval-voided') continue;
        const stepId = must(
          keysOf(run.state.steps).find((key) =>
            run.log.some(
              (each) =>
                each.type === 'approval-requested' &&
                each.data.approval.approvalId === event.data.approvalId &&
                addressKey(each.data.address) === key,
            ),
          ),
          'an approval is somewhere',
        );
        const change = diff.steps.find((step) => step.fromStep?.id === stepId);
        if (event.data.cause === 'step-dropped') {
          seen.dropped += 1;
          // Gone, and shown so; or it lives on under another id, where it needs an approval of its own.
          if (change?.kind !== 'removed') expect(change).toMatchObject({ kind: 'changed', class: 'A' });
        } else {
          seen.voided += 1;
          expect({ stepId, members: event.data.members, isA: shown.has(stepId) }).toMatchObject({
            isA: true,
          });
        }
      }
    }),
    { numRuns: 500, maxSkipsPerRun: 200 },
  );
  // The property says something only if it has met what it is about.
  for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true]);
});
