/** Approvals as rows: for the inbox and the card. They are decided through the run's events only. */
import type { ApprovalRequest } from '#core/run/events.ts';
import type { Actor } from '#core/run/events.ts';
import type { ApprovalStatus } from '#core/run/state.ts';
import type { Sql } from './connect.ts';
import { withInstants, type WithInstants } from './rows.ts';

type Row = {
  approvalId: string;
  runId: string;
  planId: string;
  planTitle: string;
  address: string;
  status: ApprovalStatus;
  callText: string;
  request: Omit<ApprovalRequest, 'callText'>;
  need: number;
  granted: number;
  grants: { by: Actor; at: number; reason?: string }[];
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  decidedBy: Actor[];
  reason: string | null;
  startedBy: Actor | null;
};
export type ApprovalRecord = WithInstants<Row>;

const columns = (sql: Sql) => sql`
  a.id as "approvalId", a.run_id as "runId", r.plan_id as "planId", p.title as "planTitle", a.address, a.status, a.call_text as "callText", a.request,
  a.need, a.granted, a.grants, a.requested_at as "requestedAt", a.expires_at as "expiresAt", a.decided_at as "decidedAt", a.decided_by as "decidedBy",
  a.reason, r.started_by as "startedBy"`;
const from = (sql: Sql) => sql`
  from approvals a join runs r on r.workspace_id = a.workspace_id and r.id = a.run_id
  join plans p on p.workspace_id = r.workspace_id and p.id = r.plan_id`;

/** Those that expire first stand first. */
export async function listPendingApprovals(
  sql: Sql,
  workspaceId: string,
  filter: { limit: number; runId?: string | undefined },
): Promise<ApprovalRecord[]> {
  const { limit, runId = null } = filter;
  const rows = await sql<Row[]>`
    select ${columns(sql)} ${from(sql)}
    where a.workspace_id = ${workspaceId} and a.status = 'pending' and (${runId}::text is null or a.run_id = ${runId})
    order by a.expires_at, a.id limit ${limit}`;
  return rows.map(withInstants);
}

/** Decided last stands first. */
export async function listDecidedApprovals(
  sql: Sql,
  workspaceId: string,
  filter: { limit: number; runId?: string | undefined },
): Promise<ApprovalRecord[]> {
  const { limit, runId = null } = filter;
  const rows = await sql<Row[]>`
    select ${columns(sql)} ${from(sql)}
    where a.workspace_id = ${workspaceId} and a.status <> 'pending' and (${runId}::text is null or a.run_id = ${runId})
    order by a.decided_at desc nulls last, a.id limit ${limit}`;
  return rows.map(withInstants);
}

export async function findApproval(
  sql: Sql,
  workspaceId: string,
  approvalId: string,
): Promise<ApprovalRecord | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} ${from(sql)} where a.workspace_id = ${workspaceId} and a.id = ${approvalId}`;
  return row && withInstants(row);
}

/** What was decided on this tool before, newest first. */
export async function earlierDecisions(
  sql: Sql,
  workspaceId: string,
  tool: string,
  but: string,
  limit: number,
): Promise<ApprovalRecord[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} ${from(sql)}
    where a.workspace_id = ${workspaceId} and a.status in ('granted', 'rejected', 'consumed') and a.id <> ${but}
      and a.decided_at is not null and a.tool = ${tool}
    order by a.decided_at desc, a.id limit ${limit}`;
  return rows.map(withInstants);
}

/** The run an approval belongs to; the only thing a decision needs to find its way. */
export async function runOfApproval(
  sql: Sql,
  workspaceId: string,
  approvalId: string,
): Promise<string | undefined> {
  const [row] = await sql<
    { runId: string }[]
  >`select run_id as "runId" from approvals where workspace_id = ${workspaceId} and id = ${approvalId}`;
  return row?.runId;
}
