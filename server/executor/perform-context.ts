import { assert, must } from '#core/assert.ts';
import type { Json } from '#core/json.ts';
import { bindingReferences } from '#core/plan/binding.ts';
import { type CelContext, celReferences } from '#core/plan/cel.ts';
import type { Check, Step } from '#core/plan/schema.ts';
import type { Address } from '#core/run/address.ts';
import type { RunState } from '#core/run/state.ts';
import type { RunStore } from '#db/run-store.ts';
import type { Clock } from '../clock.ts';
import type { Reviser } from '../planner/playbook.ts';
import type { GatePort, WorkspaceFacts } from './ports.ts';
import type { RunOutputs } from './run-outputs.ts';

export type PerformDeps = {
  store: RunStore;
  gate: GatePort;
  reviser: Reviser;
  clock: Clock;
  newId: (prefix: string) => string;
  facts: WorkspaceFacts;
};

/** What preparing a call needs; the web process has it too, for looking without acting. */
export type PrepareDeps = Omit<PerformDeps, 'reviser'>;

/** The run an action is performed for. `state` is the driver's live fold: read it before the first await. */
export type Scene = { state: RunState; outputs: RunOutputs; signal: AbortSignal };

export function stepOf(state: RunState, stepId: string): Step {
  return must(state.document.steps[state.stepIndex[stepId] ?? -1], `step ${stepId} is in the document`);
}

/** Step ids that an expression reads. An expression that does not parse reads nothing: its evaluation says why. */
export function stepsReadBy(expressions: readonly string[]): string[] {
  const ids = new Set<string>();
  for (const expression of expressions) {
    const references = celReferences(expression);
    if (references.ok) for (const id of references.steps) ids.add(id);
  }
  return [...ids];
}

/** Step ids that the bindings inside a value read. */
export function stepsBoundIn(value: Json): string[] {
  return stepsReadBy(bindingReferences(value).map(({ expr }) => expr));
}

/** Everything the expressions of one address may name, with only those outputs read that they do name. */
export async function contextFor(
  scene: Scene,
  address: Address | undefined,
  stepIds: readonly string[],
): Promise<CelContext> {
  const { state, outputs } = scene;
  const context: CelContext = {
    inputs: state.document.inputs ?? {},
    run: { id: state.runId, plan: state.planId, planVersion: state.planVersion, startedAt: state.startedAt },
    steps: await outputs.ofSteps(state, stepIds),
  };
  if (address?.item === undefined) return context;
  const items = await outputs.items(address.stepId);
  assert(address.item < items.length, `item ${address.item} of ${address.stepId} is frozen in the log`);
  return { ...context, item: items[address.item] ?? null };
}

export function hasProbe(checks: readonly (Check | undefined)[]): boolean {
  return checks.some((check) => check?.probe !== undefined);
}

/** Assumptions with a check that this step leans on. One that names no step is checked where the plan starts. */
export function assumptionsOf(state: RunState, step: Step): Check[] {
  const isRoot = (step.needs ?? []).length === 0;
  return (state.document.assumptions ?? []).flatMap(({ steps, check }) => {
    if (!check) return [];
    const leans = steps && steps.length > 0 ? steps.includes(step.id) : isRoot;
    return leans ? [check] : [];
  });
}
