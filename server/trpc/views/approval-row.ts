import type { z } from 'zod';
import type { WorkspaceRole } from '#core/policy/verdict.ts';
import { parseAddressKey } from '#core/run/address.ts';
import type { Call } from '#core/run/call.ts';
import { groupKey } from '#core/run/deciding/approvals.ts';
import type { ApprovalRecord } from '#db/approvals.ts';
import type { ApprovalRow } from '../shapes/approvals.ts';

type Viewer = { user: { id: string }; roles: WorkspaceRole[] };

export function callOf(record: Pick<ApprovalRecord, 'callText'>): Call {
  return JSON.parse(record.callText) as Call;
}

/** Whether it waits for this person, as far as the row says; the card and the decision ask `decide` itself. */
export function waitsFor(record: ApprovalRecord, viewer: Viewer, now: number): boolean {
  const { request, status, expiresAt, grants, startedBy } = record;
  const hasRole =
    viewer.roles.includes('approver') &&
    (request.roles.length === 0 || request.roles.some((role) => viewer.roles.some((own) => own === role)));
  return (
    status === 'pending' &&
    expiresAt > now &&
    hasRole &&
    !grants.some(({ by }) => by.id === viewer.user.id) &&
    !(request.notRequester && startedBy?.id === viewer.user.id) &&
    !(request.notEditor && request.editor === viewer.user.id)
  );
}

function groupOf({ runId, request, callText }: ApprovalRecord): string | null {
  if (request.tier === 'critical') return null;
  if (request.batchOf !== undefined) return `${runId} ${request.batchOf}`;
  const low = groupKey({ ...request, callText });
  return low === undefined ? null : `${runId} ${low}`;
}

export function approvalRow(
  record: ApprovalRecord,
  viewer: Viewer,
  now: number,
  snoozes: ReadonlyMap<string, number>,
): z.infer<typeof ApprovalRow> {
  const { request } = record;
  const call = callOf(record);
  return {
    approvalId: record.approvalId,
    runId: record.runId,
    planId: record.planId,
    planTitle: record.planTitle,
    address: parseAddressKey(record.address),
    tier: request.tier,
    status: record.status,
    summary: request.summary,
    tool: call.tool,
    resource: call.resource,
    requestedAt: record.requestedAt,
    expiresAt: record.expiresAt,
    decidedAt: record.decidedAt,
    need: record.need,
    granted: record.granted,
    batchOf: request.batchOf ?? null,
    group: record.status === 'pending' ? groupOf(record) : null,
    snoozedUntil: snoozes.get(record.approvalId) ?? null,
    canDecide: waitsFor(record, viewer, now),
  };
}
