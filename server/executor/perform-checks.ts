import type { Json, JsonObject } from '#core/json.ts';
import { resolveBindings } from '#core/plan/binding.ts';
import type { CelContext } from '#core/plan/cel.ts';
import { evaluateCheck } from '#core/plan/condition.ts';
import type { Check } from '#core/plan/schema.ts';
import type { Address } from '#core/run/address.ts';
import type { CheckResult, Failure } from '#core/run/events.ts';
import { contextFor, type PrepareDeps, type Scene, stepsBoundIn, stepsReadBy } from './perform-context.ts';

/** Pauses between tries of a probe whose target is briefly not there. */
const PROBE_RETRY_MS = [200, 1_000, 3_000];

export type Checked = {
  results: CheckResult[];
  /** A probe that could not be made, although tried again. */ failure?: Failure;
};

/** Evaluates checks on fresh evidence: each probe is one read through the gate, made now. */
export async function evaluateChecks(
  deps: PrepareDeps,
  scene: Scene,
  address: Address | undefined,
  checks: readonly { kind: CheckResult['kind']; check: Check }[],
  more: Partial<CelContext> = {},
): Promise<Checked> {
  if (checks.length === 0) return { results: [] };
  const expressions = checks.map(({ check }) => check.expr);
  const bound = checks.flatMap(({ check }) => (check.probe ? stepsBoundIn(check.probe.args) : []));
  const context = { ...(await contextFor(scene, address, [...stepsReadBy(expressions), ...bound])), ...more };
  const checked = await Promise.all(checks.map((one) => evaluateOne(deps, scene, one, context)));
  const failure = checked.find((one) => one.failure)?.failure;
  return { results: checked.map((one) => one.result), ...(failure ? { failure } : {}) };
}

async function evaluateOne(
  deps: PrepareDeps,
  scene: Scene,
  { kind, check }: { kind: CheckResult['kind']; check: Check },
  context: CelContext,
): Promise<{ result: CheckResult; failure?: Failure }> {
  const { store, clock } = deps;
  if (!check.probe) return { result: evaluateCheck(check, kind, context, clock.now()) };
  const resolved = resolveBindings(check.probe.args as JsonObject, context);
  if (!resolved.ok) return { result: failed(kind, check, resolved.message, clock.now()) };
  const probed = await probe(deps, scene, check.probe.tool, resolved.args);
  const at = clock.now();
  if (!probed.ok) return { result: failed(kind, check, probed.failure.message, at), failure: probed.failure };
  const result = evaluateCheck(check, kind, { ...context, probe: probed.output }, at);
  return { result: { ...result, probe: await store.putPayload(scene.state.workspaceId, probed.output) } };
}

async function probe(
  deps: PrepareDeps,
  { state, signal }: Scene,
  tool: string,
  args: JsonObject,
): Promise<{ ok: true; output: Json } | { ok: false; failure: Failure }> {
  const { workspaceId, identity } = state;
  for (let tried = 0; ; tried++) {
    const answer = await deps.gate.probe({ workspaceId, tool, args, identity, signal });
    const pauseMs = PROBE_RETRY_MS[tried];
    if (answer.ok || answer.failure.class !== 'transient' || pauseMs === undefined) return answer;
    await deps.clock.sleep(pauseMs, signal);
  }
}

function failed(kind: CheckResult['kind'], check: Check, message: string, at: number): CheckResult {
  return { id: check.id, kind, expr: check.expr, holds: false, message, at };
}
