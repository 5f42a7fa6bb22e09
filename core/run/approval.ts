/**
 * Approvals (domain A): consent of people to one sealed operation, until it expires.
 *
 *   pending -> granted -> consumed (with the intent; covers retries under the same seal)
 *      |          '-> withdrawn | expired | voided
 *      '-> rejected | expired | withdrawn | voided
 *
 * Policy, approver counts and roles come in with the verdict; here they are only ever tightened.
 */
import { withDefaults } from '../plan/normal-form.ts';
import type { Risk, Step } from '../plan/schema.ts';
import type { PolicyVerdict } from '../policy/verdict.ts';
import { addressKey, type Address } from './address.ts';
import type { Call } from './call.ts';
import type { Preparation } from './commands.ts';
import type { ApprovalRequest, CheckResult } from './events.ts';
import { editorOfCall } from './edited-arguments.ts';
import { APPROVAL_EXPIRES_MS } from './limits.ts';
import { get, keysOf } from './record.ts';
import type { ApprovalState, EffectEntry, RunState, StepState } from './state.ts';

export type Tier = ApprovalRequest['tier'];

/** A14. Only calls that ask have a tier: a read that policy allows has no card. */
export function tierOf(
  call: Pick<Call, 'effect' | 'risk' | 'compensationHash'>,
  checks: readonly CheckResult[],
  softDeny = false,
): Tier {
  if (
    call.effect === 'irreversible' ||
    call.risk === 'critical' ||
    softDeny ||
    checks.some((check) => !check.holds)
  )
    return 'critical';
  const isUndoable = call.effect === 'write' && call.compensationHash !== null;
  return isUndoable && (call.risk === 'low' || call.risk === 'medium') ? 'low' : 'high';
}

/** What a step asks for tightens what policy says, never the other way (G3). */
export function mustAsk(policy: PolicyVerdict, step: Step, repeats: EffectEntry | undefined): boolean {
  return policy.verdict === 'ask' || withDefaults(step).approval?.required === true || repeats !== undefined;
}

/** An equal intent of another step that has committed (domain E). */
export function repeatedEffect(
  state: RunState,
  call: Call,
  argsHash: string,
  address: Address,
): EffectEntry | undefined {
  if (call.effect === 'read') return undefined;
  const own = addressKey(address);
  for (const key of keysOf(state.effects)) {
    const effect = get(state.effects, key);
    if (
      effect?.state === 'committed' &&
      effect.argsHash === argsHash &&
      effect.tool === call.tool &&
      effect.identity === call.identity &&
      addressKey(effect.address) !== own
    )
      return effect;
  }
  return undefined;
}

export function requestOf(
  state: RunState,
  step: Step,
  current: StepState,
  preparation: Preparation,
  text: string,
  at: number,
  repeats: EffectEntry | undefined,
): ApprovalRequest {
  const { call, policy } = preparation;
  const expires = [policy.expiresAfterMs, step.approval?.expiresAfterMs].filter((ms) => ms !== undefined);
  const notRequester = !state.solo && policy.notRequester === true;
  const editor = editorOfCall(state, current);
  return {
    approvalId: preparation.approvalId,
    seal: preparation.seal,
    callHash: preparation.callHash,
    callText: text,
    tier: tierOf(call, preparation.checks),
    summary: preparation.summary,
    effectSentence: preparation.effectSentence,
    risk: higherRisk(call.risk, step.risk),
    origins: preparation.origins,
    checks: preparation.checks,
    policy,
    need: approversNeeded(state, step, policy),
    roles: policy.roles ?? [],
    notRequester,
    notEditor: notRequester,
    ...(editor !== undefined && { editor }),
    solo: state.solo,
    expiresAt: at + (expires.length > 0 ? Math.min(...expires) : APPROVAL_EXPIRES_MS),
    ...(preparation.address.item !== undefined && { batchOf: preparation.address.stepId }),
    ...(repeats && {
      repeats: { operationKey: repeats.operationKey, address: repeats.address, summary: repeats.summary },
    }),
  };
}

/** A10: one person alone signs once; the typed confirmation of the Critical tier stands for the second. */
export function approversNeeded(state: RunState, step: Step, policy: PolicyVerdict): number {
  return state.solo
    ? 1
    : Math.max(policy.verdict === 'ask' ? (policy.approvers ?? 1) : 1, step.approval?.approvers ?? 1);
}

const risks: Risk[] = ['low', 'medium', 'high', 'critical'];
function higherRisk(a: Risk, b: Risk | undefined): Risk {
  return b !== undefined && risks.indexOf(b) > risks.indexOf(a) ? b : a;
}

/** Who counts as the editor of the call on a card (A5). */
export function editorOf(state: RunState, request: ApprovalRequest): string | undefined {
  return request.editor ?? state.lastEditor;
}

/** The approval that stands at the step, if any. */
export function currentApproval(state: RunState, step: StepState): ApprovalState | undefined {
  return step.approvalId === undefined ? undefined : get(state.approvals, step.approvalId);
}

export function isExpired(approval: ApprovalState, at: number): boolean {
  return at >= approval.request.expiresAt;
}

/** A1: granted by as many as policy needs today (G1), for exactly this seal, not expired, not used. */
export function isConsumable(
  state: RunState,
  approval: ApprovalState | undefined,
  step: Step,
  policy: PolicyVerdict,
  seal: string,
  at: number,
): boolean {
  if (approval?.status !== 'granted' || approval.request.seal !== seal || isExpired(approval, at))
    return false;
  const notRequester = policy.notRequester === true && !state.solo;
  const barred = notRequester ? [state.startedBy?.id, editorOf(state, approval.request)] : [];
  const grants = approval.grants.filter((grant) => !barred.includes(grant.by.id));
  return grants.length >= approversNeeded(state, step, policy);
}

/** A1: an approval that an earlier attempt consumed covers a retry of that operation under the same seal. */
export function covers(state: RunState, step: StepState, seal: string, at: number): string | undefined {
  const id = step.consumedApprovalId;
  const approval = id === undefined ? undefined : get(state.approvals, id);
  if (
    id === undefined ||
    approval?.status !== 'consumed' ||
    approval.request.seal !== seal ||
    isExpired(approval, at)
  )
    return undefined;
  const effect = approval.consumedBy === undefined ? undefined : get(state.effects, approval.consumedBy);
  return effect?.state === 'undone' || effect?.state === 'committed' ? undefined : id;
}

/** Whether the step waits on an approval that has expired: `Ask again` is what helps. */
export function hasExpiredApproval(state: RunState, step: StepState): boolean {
  return step.status === 'needs-approval' && currentApproval(state, step)?.status === 'expired';
}
