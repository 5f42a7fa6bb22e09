/**
 * Replanning (domain N): what a revision must keep, and whether it only repeats an earlier version. Lint and the
 * review reasons (class A of the diff) are the plan model's; here is what only the run knows.
 */
import { canonicalJson } from '../json.ts';
import { remainingEquivalence } from '../plan/equivalence.ts';
import { planHash } from '../plan/normal-form.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';
import { parseAddressKey, type Address } from './address.ts';
import { currentApproval } from './approval.ts';
import { get, keysOf } from './record.ts';
import type { RunState, StepState } from './state.ts';
import { contractText, stepsById } from './step-contract.ts';
import { TERMINAL } from './step-status.ts';

/** Done for good: a revision keeps it byte-equal (N2). A join's own skip is decided again instead. */
export function isFinished(step: StepState): boolean {
  return (
    step.status === 'succeeded' ||
    step.status === 'undone' ||
    (step.status === 'skipped' && step.skippedBy !== 'join')
  );
}

export function finishedSteps(state: RunState): Record<string, string | null> {
  const finished: [string, string | null][] = [];
  for (const { id } of state.document.steps) {
    const step = get(state.steps, id);
    if (step && isFinished(step)) finished.push([id, step.call?.operationKey ?? null]);
  }
  return Object.fromEntries(finished);
}

/** What a revision is judged by: what is done, and where an approval stands that it may void. */
export function revisionFacts(state: RunState): { finished: string[]; gated: string[] } {
  const gated = new Set<string>();
  for (const key of keysOf(state.steps)) {
    const step = get(state.steps, key);
    const approval = step && currentApproval(state, step);
    if (step && (approval?.status === 'pending' || approval?.status === 'granted'))
      gated.add(step.address.stepId);
  }
  return { finished: Object.keys(finishedSteps(state)), gated: [...gated] };
}

/** N2 as sentences; empty: everything that must be kept is kept. */
export function lostByRevision(state: RunState, next: PlanDocument): string[] {
  const reasons: string[] = [];
  const steps = stepsById(next);
  for (const step of state.document.steps) {
    const current = get(state.steps, step.id);
    if (!current) continue;
    const mustKeep = isFinished(current)
      ? 'is finished'
      : hasUnknown(state, current)
        ? 'has an outcome that is not known'
        : undefined;
    const replacement = steps.get(step.id);
    if (mustKeep) {
      if (!replacement) reasons.push(`Step "${step.id}" ${mustKeep} and may not be removed.`);
      else if (contractText(replacement) !== contractText(step))
        reasons.push(`Step "${step.id}" ${mustKeep} and may not change.`);
    } else if (
      current.forEach &&
      replacement &&
      canonicalJson(replacement.forEach ?? null) !== canonicalJson(step.forEach ?? null)
    ) {
      reasons.push(`The items of step "${step.id}" are fixed since it started.`);
    }
  }
  const constraints = new Map((next.constraints ?? []).map((constraint) => [constraint.id, constraint.text]));
  for (const { id, text } of state.document.constraints ?? []) {
    if (constraints.get(id) !== text)
      reasons.push(`Constraint "${id}" is the operator's and may not be dropped or reworded.`);
  }
  for (const { id } of next.steps) {
    const known = get(state.steps, id);
    if (known && !get(state.stepIndex, id) && get(state.stepIndex, id) !== 0 && known.status !== 'dropped')
      reasons.push(`Step "${id}" ended under an earlier version and may not come back.`);
  }
  return reasons;
}

function hasUnknown(state: RunState, step: StepState): boolean {
  return (
    step.status === 'unknown' ||
    state.unknown.some((key) => parseAddressKey(key).stepId === step.address.stepId)
  );
}

/** Arguments edited on a card hold for what was called then: another call, or other items, and they no longer do (A6). */
export function outdatedEdits(state: RunState, next: PlanDocument): Address[] {
  const [before, after] = [stepsById(state.document), stepsById(next)];
  const callOf = (step: Step | undefined) =>
    canonicalJson(step ? { work: step.work, forEach: step.forEach ?? null } : null);
  return keysOf(state.steps).flatMap((key) => {
    const step = get(state.steps, key);
    if (!step?.edit || TERMINAL[step.status]) return [];
    const { stepId } = step.address;
    return callOf(before.get(stepId)) === callOf(after.get(stepId)) ? [] : [step.address];
  });
}

/** N5: the earlier version of this run whose remaining work the document only repeats. */
export function repeatedVersion(
  state: RunState,
  next: PlanDocument,
  nextHash: string,
  earlierHashes: readonly string[],
): string | undefined {
  if (nextHash === state.planHash || planHash(state.document) === nextHash) return `v${state.planVersion}`;
  if (earlierHashes.includes(nextHash)) return 'an earlier version';
  const finished = finishedSteps(state);
  const equivalence = remainingEquivalence(next, finished);
  if (equivalence === remainingEquivalence(state.document, finished)) return `v${state.planVersion}`;
  const seen = state.versionsSeen.find((version) => version.equivalence === equivalence);
  return seen && `v${seen.planVersion}`;
}

export function equivalencesOf(state: RunState, planVersion: number, next: PlanDocument) {
  const finished = finishedSteps(state);
  return [
    { planVersion: state.planVersion, equivalence: remainingEquivalence(state.document, finished) },
    { planVersion, equivalence: remainingEquivalence(next, finished) },
  ];
}

/** Steps at work that `next` changes or leaves out: it is adopted once they have come to rest (N7). */
export function changedInFlight(state: RunState, next: PlanDocument): string[] {
  const busy = new Set(
    [...state.inFlight, ...state.checking, ...state.persons, ...state.unknown].map(
      (key) => parseAddressKey(key).stepId,
    ),
  );
  if (busy.size === 0) return [];
  const [before, after] = [stepsById(state.document), stepsById(next)];
  return [...busy].filter((id) => {
    const [from, to] = [before.get(id), after.get(id)];
    return from !== undefined && (to === undefined || contractText(from) !== contractText(to));
  });
}
