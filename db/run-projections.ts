/**
 * What is kept of a run beside its events, as rows: read from the state after the append, for what the append touched.
 * Pure. Opaque documents leave here as JSON text (`json` columns), times as ISO text.
 */
import { addressKey, parseAddressKey } from '#core/run/address.ts';
import type { Actor, RunEventBody } from '#core/run/events.ts';
import { nextActions } from '#core/run/schedule.ts';
import { get } from '#core/run/record.ts';
import type { ApprovalState, RunState } from '#core/run/state.ts';
import { progress, waitingReasons } from '#core/run/views.ts';
import type { AppendBatch } from './run-store.ts';

/** U+0000 and lone surrogates are JSON, but no text of PostgreSQL's. */
export function columnText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
const orNull = (text: string | null | undefined) =>
  text === null || text === undefined ? null : columnText(text);
export const isoTime = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null | undefined) => (at === null || at === undefined ? null : isoTime(at));
const jsonOrNull = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

export function runRow(state: RunState, at: number) {
  const { done, total } = progress(state);
  const next = nextActions(state, at);
  const pendingApprovals = Object.values(state.approvals).filter(
    (approval) => approval.status === 'pending',
  ).length;
  return {
    plan_id: state.planId,
    plan_version: state.planVersion,
    plan_hash: state.planHash,
    objective: columnText(state.document.objective),
    status: state.status,
    has_work: next.actions.length > 0 || state.inFlight.length > 0,
    wake_at: isoOrNull(next.wakeAt),
    done,
    total,
    waits: JSON.stringify(waitingReasons(state, at)),
    pending_approvals: pendingApprovals,
    unknown_effects: state.unknown.length,
    replans: state.replans,
    spent: JSON.stringify(state.spent),
    started_by: jsonOrNull(state.startedBy),
    started_at: isoTime(state.startedAt),
    ended_at: isoOrNull(state.endedAt),
    ending: jsonOrNull(state.end),
    at: isoTime(at),
  };
}

export function stepRows({
  state,
  touched,
  outputs = [],
}: Pick<AppendBatch, 'state' | 'touched' | 'outputs'>) {
  const outputOf = new Map(outputs.map(({ key, output }) => [key, output]));
  const keys = new Set([...touched, ...outputOf.keys()]);
  return [...keys].flatMap((key) => {
    const step = get(state.steps, key);
    if (!step) return [];
    const { stepId, item } = parseAddressKey(key);
    return {
      address: key,
      step_id: stepId,
      item: item ?? null,
      status: step.status,
      attempt: step.attempt,
      generation: step.generation,
      tool: orNull(step.call?.tool),
      summary: orNull(step.call?.summary),
      approval_id: step.approvalId ?? null,
      failure: jsonOrNull(step.failure),
      retry_at: isoOrNull(step.retryAt),
      manual: step.manual ?? false,
      started_at: isoOrNull(step.startedAt),
      ended_at: isoOrNull(step.endedAt),
      output: jsonOrNull(outputOf.get(key)),
    };
  });
}

/** From the canonical text, here and not in SQL: PostgreSQL cannot look into JSON that holds U+0000. */
function toolOf(callText: string): string {
  const call = JSON.parse(callText) as { tool?: unknown };
  return typeof call.tool === 'string' ? columnText(call.tool) : '';
}

/** Who rejected or withdrew is in the event only; null keeps what the row has. */
function decidersOf(approval: ApprovalState, events: readonly RunEventBody[]): Actor[] | null {
  for (const event of events) {
    const isRefusal = event.type === 'approval-rejected' || event.type === 'approval-withdrawn';
    if (isRefusal && event.data.approvalId === approval.request.approvalId) return [event.data.by];
  }
  if (approval.status === 'rejected' || approval.status === 'withdrawn') return null;
  return approval.grants.map((grant) => grant.by);
}

export function approvalRows(state: RunState, ids: Iterable<string>, events: readonly RunEventBody[]) {
  return [...ids].flatMap((id) => {
    const approval = get(state.approvals, id);
    if (!approval) return [];
    const { callText, ...request } = approval.request;
    return {
      id,
      address: addressKey(approval.address),
      status: approval.status,
      tier: request.tier,
      summary: columnText(request.summary),
      seal: request.seal,
      call_hash: request.callHash,
      call_text: callText,
      tool: toolOf(callText),
      request: JSON.stringify(request),
      need: request.need,
      granted: approval.grants.length,
      grants: JSON.stringify(approval.grants),
      batch_of: orNull(request.batchOf),
      requested_at: isoTime(approval.requestedAt),
      expires_at: isoTime(request.expiresAt),
      decided_at: isoOrNull(approval.decidedAt),
      decided_by: jsonOrNull(decidersOf(approval, events)),
      reason: orNull(approval.reason),
    };
  });
}

export function effectRows(state: RunState, operationKeys: Iterable<string>) {
  return [...operationKeys].flatMap((key) => {
    const effect = get(state.effects, key);
    if (!effect) return [];
    return {
      operation_key: key,
      address: addressKey(effect.address),
      attempt: effect.attempt,
      generation: effect.generation,
      tool: columnText(effect.tool),
      resource: orNull(effect.resource),
      effect: effect.effect,
      state: effect.state,
      args_hash: effect.argsHash,
      summary: columnText(effect.summary),
      intended_at: isoTime(effect.intendedAt),
      settled_at: isoOrNull(effect.settledAt),
      reconciled_by: jsonOrNull(effect.reconciledBy),
      evidence: orNull(effect.evidence),
      undoes: orNull(effect.undoes),
    };
  });
}

/** Approvals and effects whose rows an append may change: those its events name, and those of the touched steps. */
export function touchedRecords(
  events: readonly RunEventBody[],
  state: RunState,
  touched: readonly string[],
): { approvalIds: Set<string>; operationKeys: Set<string> } {
  const approvalIds = new Set<string>();
  const operationKeys = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'run-finished' || type === 'revision-adopted') {
      return {
        approvalIds: new Set(Object.keys(state.approvals)),
        operationKeys: new Set(Object.keys(state.effects)),
      };
    }
    if ('approval' in data) approvalIds.add(data.approval.approvalId);
    if ('approvalId' in data) approvalIds.add(data.approvalId);
    if ('consumes' in data) for (const id of data.consumes) approvalIds.add(id);
    if ('operationKey' in data) operationKeys.add(data.operationKey);
    if ('operationKeys' in data) for (const key of data.operationKeys) operationKeys.add(key);
  }
  for (const key of touched) {
    const step = get(state.steps, key);
    if (step?.approvalId) approvalIds.add(step.approvalId);
    if (step?.call) operationKeys.add(step.call.operationKey);
  }
  return { approvalIds, operationKeys };
}
