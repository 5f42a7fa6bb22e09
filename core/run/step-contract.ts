import { canonicalJson } from '../json.ts';
import { normalizeStep } from '../plan/normal-form.ts';
import type { PlanDocument, Step } from '../plan/schema.ts';

/** A step in normal form as text: equal texts are the same contract, byte for byte (N2). */
export function contractText(step: Step): string {
  return canonicalJson(normalizeStep(step));
}

export function stepsById(document: PlanDocument): Map<string, Step> {
  return new Map(document.steps.map((step) => [step.id, step]));
}
