/**
 * A waiting call prepared once more by the executor's own code: bindings, validation, checks on fresh probes, policy.
 * Nothing is written to the run; before the call is sent all of it is done again anyway.
 */
import { parseAddressKey } from '#core/run/address.ts';
import { type Call, changedMembers } from '#core/run/call.ts';
import type { CheckResult } from '#core/run/events.ts';
import type { RunState } from '#core/run/state.ts';
import { prepare } from '#server/executor/perform-prepare.ts';
import type { PrepareDeps } from '#server/executor/perform-context.ts';
import { createRunOutputs } from '#server/executor/run-outputs.ts';

export type CheckedAgain = {
  at: number;
  checks: CheckResult[];
  /** Members of the call that would be different now; the approval would be void (A4). */
  changed: string[];
  /** Why the step would not get as far as a call now. */
  problem: string | null;
};

export async function checkAgain(
  deps: PrepareDeps,
  state: RunState,
  waiting: { address: string; callText: string },
  signal: AbortSignal,
): Promise<CheckedAgain> {
  const outputs = createRunOutputs(deps.store, state.workspaceId, state.runId);
  const command = await prepare(deps, { state, outputs, signal }, parseAddressKey(waiting.address), true);
  const at = deps.clock.now();
  switch (command.type) {
    case 'prepare-attempt': {
      const { checks, call, policy } = command.preparation;
      const changed = changedMembers(JSON.parse(waiting.callText) as Call, call);
      return { at, checks, changed, problem: policy.verdict === 'deny' ? policy.reason : null };
    }
    case 'fail-preparation':
      return { at, checks: command.failure.checks ?? [], changed: [], problem: command.failure.message };
    case 'skip-step':
      return { at, checks: [], changed: [], problem: command.reason };
    default:
      throw new Error(`Bug: preparing a call gave ${command.type}`);
  }
}
