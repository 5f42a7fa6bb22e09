import type { JsonObject } from '#core/json.ts';
import type { Address } from '#core/run/address.ts';
import type { DriverCommand } from '#core/run/commands.ts';
import type { RunEvent } from '#core/run/events.ts';
import type { PerformDeps, Scene } from './perform-context.ts';

const EVENTS_PER_READ = 1_000;
/** Between two looks at a target that did not answer: half the time since dispatch, within these. */
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;
/** After this long without an answer a person must say. */
const GIVE_UP_MS = 86_400_000;

type Intent = Extract<RunEvent, { type: 'attempt-dispatched' }>['data'] & { dispatchedAt: number };

/**
 * Finds out what became of a call without an answer (E2). "Not found" counts only once the call can no longer take
 * effect: when the tool says so, or after timeout and maxInFlightMs have passed (E3). Measured: believing it at once
 * gave two effects.
 */
export async function reconcile(
  deps: PerformDeps,
  scene: Scene,
  address: Address,
  operationKey: string,
): Promise<DriverCommand> {
  const { signal } = scene;
  const { workspaceId, runId, identity } = scene.state;
  const intent = await findIntent(deps, scene, operationKey);
  const base = { type: 'record-reconcile' as const, address, operationKey };
  const args =
    'inline' in intent.args
      ? intent.args.inline
      : await deps.store.readPayload(workspaceId, intent.args.ref.sha256);
  const { dispatchedAt, tool, timeoutAt, quietAt } = intent;
  const asked = {
    workspaceId,
    runId,
    address,
    operationKey,
    tool,
    args: args as JsonObject,
    identity,
    signal,
  };
  const quiet = deps.clock.now() >= quietAt;
  const answer = await deps.gate.reconcile({ ...asked, dispatchedAt, timeoutMs: timeoutAt - dispatchedAt });
  const now = deps.clock.now();
  const { evidence } = answer;
  if (answer.verdict === 'committed') {
    const observation =
      answer.output === undefined ? undefined : await deps.store.putPayload(workspaceId, answer.output);
    return { ...base, verdict: 'committed', final: true, evidence, ...(observation ? { observation } : {}) };
  }
  if (answer.verdict === 'not-applied' && (answer.final || quiet)) {
    return { ...base, verdict: 'not-applied', final: true, evidence };
  }
  if (answer.verdict === 'not-applied')
    return { ...base, verdict: 'inconclusive', final: false, evidence, nextAt: quietAt };
  const since = now - dispatchedAt;
  const pauseMs = Math.min(Math.max(since / 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  const nextAt = answer.final || since > GIVE_UP_MS ? null : Math.ceil(now + pauseMs);
  return { ...base, verdict: 'inconclusive', final: false, evidence, nextAt };
}

/** The arguments are in no state: the latest intent with this key has them. */
async function findIntent(deps: PerformDeps, { state }: Scene, operationKey: string): Promise<Intent> {
  let found: Intent | undefined;
  for (let after = 0; ;) {
    const events = await deps.store.readEvents(state.workspaceId, state.runId, after, EVENTS_PER_READ);
    for (const event of events) {
      if (event.type === 'attempt-dispatched' && event.data.operationKey === operationKey)
        found = { ...event.data, dispatchedAt: event.at };
    }
    const last = events.at(-1);
    if (!last || events.length < EVENTS_PER_READ) break;
    after = last.version;
  }
  if (!found) throw new Error(`Bug: no intent with operation key ${operationKey} in run ${state.runId}`);
  return found;
}
