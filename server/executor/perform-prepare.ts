/**
 * Everything before an attempt, in the order of domain R: `when` -> resolve bindings -> validate (gate.describe) ->
 * assumptions and preconditions on fresh probes -> policy. The result is data for `decide`, which asks for approval,
 * reserves budget and writes the intent.
 */
import type { Json, JsonObject } from '#core/json.ts';
import { assert, must } from '#core/assert.ts';
import { type ResolvedBindings, resolveBindings } from '#core/plan/binding.ts';
import { celReferences, evaluateCel } from '#core/plan/cel.ts';
import type { Check, Step, ToolWork } from '#core/plan/schema.ts';
import { type Address, addressKey } from '#core/run/address.ts';
import { argsHash, sealOf } from '#core/run/call.ts';
import type { DriverCommand } from '#core/run/commands.ts';
import type { CheckResult, Failure } from '#core/run/events.ts';
import { checksHashOf, compensationHashOf } from '#core/run/safeguards.ts';
import type { ArgumentEdit, RunState } from '#core/run/state.ts';
import { evaluateChecks } from './perform-checks.ts';
import {
  assumptionsOf,
  contextFor,
  type PrepareDeps,
  type Scene,
  stepOf,
  stepsBoundIn,
  stepsReadBy,
} from './perform-context.ts';

export async function prepare(
  deps: PrepareDeps,
  scene: Scene,
  address: Address,
  askOnly: boolean,
): Promise<DriverCommand> {
  const { state } = scene;
  const step = stepOf(state, address.stepId);
  assert(step.work.kind === 'tool', `${step.id} calls a tool`);
  const work: ToolWork = step.work;
  const failed = (failure: Failure): DriverCommand => ({ type: 'fail-preparation', address, failure });

  const skipped = await skippedByWhen(scene, step, address);
  if (skipped)
    return 'class' in skipped
      ? failed(skipped)
      : { type: 'skip-step', address, cause: 'when', reason: skipped.reason };

  const { edit } = must(state.steps[addressKey(address)], `step ${addressKey(address)} is in the run`);
  const read = edit ? [] : stepsBoundIn(work.args);
  const lost = skippedNeed(state, step, read);
  if (lost)
    return failed(permanent('skipped-output', `It needs the output of "${lost}", which was skipped.`));
  const resolved = edit
    ? await editedArguments(deps, state, edit)
    : resolveBindings(work.args as JsonObject, await contextFor(scene, address, read));
  if (!resolved.ok) return failed(permanent('binding', `${resolved.path}: ${resolved.message}`));

  const described = await deps.gate.describe({
    workspaceId: state.workspaceId,
    tool: work.tool,
    args: resolved.args,
    identity: state.identity,
    ...(step.risk ? { risk: step.risk } : {}),
    checksHash: checksHashOf(step),
    compensationHash: compensationHashOf(step),
  });
  if ('failure' in described) return failed(described.failure);

  const before = [
    ...tagged('assumption', assumptionsOf(state, step)),
    ...tagged('precondition', step.preconditions ?? []),
    ...tagged('stop', state.document.stop ?? []),
  ];
  const checked = await evaluateChecks(deps, scene, address, before);
  if (checked.failure?.class === 'transient') return failed(checked.failure);

  const { call, callHash } = described;
  const policy = deps.gate.decidePolicy({
    call,
    principal: { id: state.identity, roles: await rolesOf(deps, state) },
    runId: state.runId,
    planVersion: state.planVersion,
    ...(step.approval ? { stepApproval: step.approval } : {}),
    solo: state.solo,
  });
  return {
    type: 'prepare-attempt',
    preparation: {
      address,
      approvalId: deps.newId('apr'),
      call,
      callHash,
      seal: sealOf(callHash, state.runId, address),
      argsHash: argsHash(call.args),
      args: await deps.store.putPayload(state.workspaceId, call.args),
      summary: described.summary,
      effectSentence: described.effectSentence,
      canReconcile: described.canReconcile,
      maxInFlightMs: described.maxInFlightMs,
      origins: resolved.origins,
      checks: checked.results,
      policy,
      estimate: described.estimate,
      ...(askOnly ? { askOnly } : {}),
    },
  };
}

/** What a person gave on the card is sent as it stands: it holds no bindings (A6). */
async function editedArguments(
  deps: PrepareDeps,
  state: RunState,
  { args, origins }: ArgumentEdit,
): Promise<ResolvedBindings> {
  const value =
    'inline' in args ? args.inline : await deps.store.readPayload(state.workspaceId, args.ref.sha256);
  if (value === null || value === undefined || typeof value !== 'object' || Array.isArray(value))
    return { ok: false, path: '', message: 'The edited arguments are not in the store.' };
  return { ok: true, args: value, origins };
}

export function tagged(kind: CheckResult['kind'], checks: readonly Check[]) {
  return checks.map((check) => ({ kind, check }));
}

/**
 * `when` of a forEach is asked once, before it is expanded; only one that reads `item` is asked for each child.
 * An expression that fails, or gives something else than true or false, fails the step (R13).
 */
export async function skippedByWhen(
  scene: Scene,
  step: Step,
  address: Address,
): Promise<Failure | { reason: string } | undefined> {
  if (step.when === undefined) return undefined;
  const references = celReferences(step.when);
  const isPerItem = references.ok && references.names.includes('item');
  if (step.forEach && isPerItem !== (address.item !== undefined)) return undefined;
  const answer = evaluateCel(step.when, await contextFor(scene, address, stepsReadBy([step.when])));
  if (!answer.ok) return permanent('when', `when: ${answer.message}`);
  if (typeof answer.value !== 'boolean')
    return permanent('when', `when gave ${kindOf(answer.value)}, not true or false.`);
  return answer.value ? undefined : { reason: `${step.when} is false` };
}

export function permanent(code: string, message: string): Failure {
  return { class: 'permanent', code, message };
}

export function kindOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** With `join: all`, a binding to a skipped output is for a person to solve (R13). */
function skippedNeed(state: RunState, step: Step, read: readonly string[]): string | undefined {
  if (step.join !== undefined && step.join !== 'all') return undefined;
  return read.find((id) => state.steps[id]?.status === 'skipped');
}

async function rolesOf(deps: PrepareDeps, state: RunState): Promise<string[]> {
  return state.startedBy?.kind === 'person' ? deps.facts.rolesOf(state.workspaceId, state.startedBy.id) : [];
}
