/** One Action -> one DriverCommand. Reads, probes and asks; it appends nothing and calls no writing tool. */
import { assertNever } from '#core/assert.ts';
import { contentHash } from '#core/hash.ts';
import type { JsonObject } from '#core/json.ts';
import { resolveBindings } from '#core/plan/binding.ts';
import { evaluateCel } from '#core/plan/cel.ts';
import { type Address, addressKey } from '#core/run/address.ts';
import type { DriverCommand } from '#core/run/commands.ts';
import type { Action, RunState } from '#core/run/state.ts';
import { evaluateChecks } from './perform-checks.ts';
import {
  assumptionsOf,
  contextFor,
  hasProbe,
  type PerformDeps,
  type Scene,
  stepOf,
  stepsBoundIn,
  stepsReadBy,
} from './perform-context.ts';
import { kindOf, permanent, prepare, skippedByWhen, tagged } from './perform-prepare.ts';
import { reconcile } from './perform-reconcile.ts';
import { revise } from './perform-revise.ts';

/** Actions that need something from outside the fold. The others are commands as they stand. */
export type OutsideAction = Exclude<Action, { type: 'attend' | 'adopt-revision' | 'fire-timers' }>;

export const DEFAULT_MAX_ITEMS = 1_000;

export function perform(deps: PerformDeps, scene: Scene, action: OutsideAction): Promise<DriverCommand> {
  switch (action.type) {
    case 'prepare':
      return prepare(deps, scene, action.address, action.askOnly);
    case 'expand-for-each':
      return expandForEach(deps, scene, action.address);
    case 'ask-person':
      return askPerson(deps, scene, action.address);
    case 'check-postconditions':
      return checkPostconditions(deps, scene, action.address);
    case 'reconcile':
      return reconcile(deps, scene, action.address, action.operationKey);
    case 'check-success':
      return checkSuccess(deps, scene);
    case 'revise':
      return revise(deps, scene, action.trigger);
    default:
      return assertNever(action);
  }
}

/** Without a probe it is over in a moment, so what it decides can share the transaction of what came before. */
export function isQuick(state: RunState, action: OutsideAction): boolean {
  if (action.type === 'check-success') return !hasProbe(state.document.success ?? []);
  if (action.type === 'revise' || action.type === 'reconcile') return false;
  const step = stepOf(state, action.address.stepId);
  if (action.type === 'check-postconditions') return !hasProbe(step.postconditions ?? []);
  return !hasProbe([
    ...assumptionsOf(state, step),
    ...(step.preconditions ?? []),
    ...(state.document.stop ?? []),
  ]);
}

async function expandForEach(deps: PerformDeps, scene: Scene, address: Address): Promise<DriverCommand> {
  const { state, outputs } = scene;
  const step = stepOf(state, address.stepId);
  const failed = (code: string, message: string): DriverCommand => ({
    type: 'fail-preparation',
    address,
    failure: permanent(code, message),
  });
  const skipped = await skippedByWhen(scene, step, address);
  if (skipped)
    return 'class' in skipped
      ? { type: 'fail-preparation', address, failure: skipped }
      : { type: 'skip-step', address, cause: 'when', reason: skipped.reason };
  const expression = step.forEach?.items ?? '[]';
  const answer = evaluateCel(expression, await contextFor(scene, undefined, stepsReadBy([expression])));
  if (!answer.ok) return failed('for-each', `forEach: ${answer.message}`);
  if (!Array.isArray(answer.value))
    return failed('for-each', `forEach gave ${kindOf(answer.value)}, not a list.`);
  const items = answer.value;
  const most = step.forEach?.maxItems ?? DEFAULT_MAX_ITEMS;
  if (items.length > most)
    return failed('for-each', `forEach gave ${items.length} items; at most ${most} are allowed.`);
  outputs.rememberItems(address.stepId, items);
  const stored = await deps.store.putPayload(state.workspaceId, items);
  return {
    type: 'expand-for-each',
    address,
    items: stored,
    count: items.length,
    itemsHash: contentHash(items),
  };
}

async function askPerson(deps: PerformDeps, scene: Scene, address: Address): Promise<DriverCommand> {
  const step = stepOf(scene.state, address.stepId);
  const failed = (failure: ReturnType<typeof permanent>): DriverCommand => ({
    type: 'fail-preparation',
    address,
    failure,
  });
  if (step.work.kind !== 'person')
    return failed(permanent('work', `"${step.work.kind}" steps are not available yet.`));
  const skipped = await skippedByWhen(scene, step, address);
  if (skipped)
    return 'class' in skipped
      ? failed(skipped)
      : { type: 'skip-step', address, cause: 'when', reason: skipped.reason };
  const { prompt, inputs, form } = step.work;
  const base = {
    type: 'ask-person' as const,
    address,
    prompt,
    ...(form ? { form: form as JsonObject } : {}),
  };
  if (!inputs) return base;
  const resolved = resolveBindings(
    inputs as JsonObject,
    await contextFor(scene, address, stepsBoundIn(inputs as JsonObject)),
  );
  if (!resolved.ok) return failed(permanent('binding', `${resolved.path}: ${resolved.message}`));
  return { ...base, inputs: await deps.store.putPayload(scene.state.workspaceId, resolved.args) };
}

async function checkPostconditions(
  deps: PerformDeps,
  scene: Scene,
  address: Address,
): Promise<DriverCommand> {
  const step = stepOf(scene.state, address.stepId);
  const key = addressKey(address);
  const output = (await scene.outputs.ofAddresses([key])).get(key) ?? null;
  const { results } = await evaluateChecks(
    deps,
    scene,
    address,
    tagged('postcondition', step.postconditions ?? []),
    { output },
  );
  return { type: 'record-postconditions', address, checks: results };
}

async function checkSuccess(deps: PerformDeps, scene: Scene): Promise<DriverCommand> {
  const { results } = await evaluateChecks(
    deps,
    scene,
    undefined,
    tagged('success', scene.state.document.success ?? []),
  );
  return { type: 'record-success-checks', checks: results };
}
