/** The safeguards of a call as they enter its hash: what is checked and how it is undone, not how that is worded or listed. */
import { contentHash } from '../hash.ts';
import type { Hash } from '../ids.ts';
import type { Check, Step } from '../plan/schema.ts';

export function checksHashOf(step: Pick<Step, 'preconditions' | 'postconditions'>): Hash {
  return contentHash({
    preconditions: meaningOf(step.preconditions),
    postconditions: meaningOf(step.postconditions),
  });
}

export function compensationHashOf(step: Pick<Step, 'compensation'>): Hash | null {
  return step.compensation ? contentHash(step.compensation) : null;
}

function meaningOf(checks: readonly Check[] = []) {
  return checks
    .map(({ id, expr, probe }) => ({ id, expr, probe: probe ?? null }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
