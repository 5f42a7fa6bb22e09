/** Plans and their versions. A version never changes (P1); only its state and its decision are written later. */
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Actor, Provenance, Trigger } from '#core/run/events.ts';
import type { RunStatus } from '#core/run/state.ts';
import type { Sql } from './connect.ts';
import { inTransaction } from './transaction.ts';

export type VersionState = 'in review' | 'approved' | 'superseded' | 'rejected';
export type PlanVersion = {
  planId: string;
  version: number;
  state: VersionState;
  hash: string;
  parent: number | null;
  note: string;
  submittedBy: Actor;
  provenance: Provenance;
  trigger: Trigger | null;
  originRunId: string | null;
  promotedAt: number | null;
  createdAt: number;
  decidedBy: Actor | null;
  decidedAt: number | null;
  decisionReason: string | null;
  approvalExpiresAt: number | null;
  toolDigests: Record<string, string> | null;
};
export type PlanVersionWithDocument = PlanVersion & { document: PlanDocument };
export type Plan = {
  planId: string;
  title: string;
  objective: string;
  headVersion: number;
  lastVersion: number;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
};
export type NewVersion = {
  document: PlanDocument;
  hash: string;
  note: string;
  submittedBy: Actor;
  provenance: Provenance;
};

export async function insertPlan(
  sql: Sql,
  workspaceId: string,
  plan: { planId: string; title: string; createdBy: string },
  first: NewVersion,
): Promise<void> {
  await sql`
    with made as (
      insert into plans (workspace_id, id, title, objective, head_version, last_version, created_by)
      values (${workspaceId}, ${plan.planId}, ${plan.title}, ${first.document.objective.replaceAll('\0', '\uFFFD')}, 1, 1, ${plan.createdBy})
      returning workspace_id, id
    )
    insert into plan_versions (workspace_id, plan_id, version, state, hash, document, note, submitted_by, provenance)
    select workspace_id, id, 1, 'in review', ${first.hash}, ${JSON.stringify(first.document)}::text::json, ${first.note},
      ${JSON.stringify(first.submittedBy)}::text::json, ${JSON.stringify(first.provenance)}::text::json
    from made`;
}

export type SaveResult =
  | { ok: true; version: number }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'base-moved'; head: { version: number; hash: string } };

/** Seals the next version of a plan, if `base` is still its head (V2). Older versions in review are superseded. */
export function insertVersion(
  sql: Sql,
  workspaceId: string,
  planId: string,
  base: { version: number; hash: string },
  next: NewVersion,
): Promise<SaveResult> {
  return inTransaction(sql, async (tx): Promise<SaveResult> => {
    const [plan] = await tx<{ head: number; last: number }[]>`
      select head_version as head, last_version as last from plans where workspace_id = ${workspaceId} and id = ${planId} for update`;
    if (!plan) return { ok: false, reason: 'unknown' };
    const [head] = await tx<{ hash: string }[]>`
      select hash from plan_versions where workspace_id = ${workspaceId} and plan_id = ${planId} and version = ${plan.head}`;
    if (plan.head !== base.version || head?.hash !== base.hash)
      return { ok: false, reason: 'base-moved', head: { version: plan.head, hash: head?.hash ?? '' } };
    const version = plan.last + 1;
    await tx`
      insert into plan_versions (workspace_id, plan_id, version, state, hash, document, parent, note, submitted_by, provenance)
      values (${workspaceId}, ${planId}, ${version}, 'in review', ${next.hash}, ${JSON.stringify(next.document)}::text::json, ${base.version},
        ${next.note}, ${JSON.stringify(next.submittedBy)}::text::json, ${JSON.stringify(next.provenance)}::text::json)`;
    await tx`
      update plan_versions set state = 'superseded'
      where workspace_id = ${workspaceId} and plan_id = ${planId} and version < ${version} and state = 'in review' and (origin_run_id is null or promoted_at is not null)`;
    await tx`
      update plans set head_version = ${version}, last_version = ${version}, objective = ${next.document.objective.replaceAll('\0', '\uFFFD')}, updated_at = now()
      where workspace_id = ${workspaceId} and id = ${planId}`;
    return { ok: true, version };
  });
}

export type VersionDecision = {
  planId: string;
  version: number;
  hash: string;
  verdict: 'approved' | 'rejected';
  by: Actor;
  reason: string | null;
  /** Of an approval (V5). */
  lifeMs: number;
  toolDigests: Record<string, string>;
};

/** Decides a version in review, whose hash the person named. False: it is not in review any more, or is another one. */
export function decideVersion(sql: Sql, workspaceId: string, decision: VersionDecision): Promise<boolean> {
  const { planId, version, hash, verdict, by, reason, lifeMs, toolDigests } = decision;
  return sql.begin(async (tx): Promise<boolean> => {
    await tx`select from plans where workspace_id = ${workspaceId} and id = ${planId} for update`;
    const decided = await tx`
      update plan_versions set state = ${verdict}, decided_by = ${JSON.stringify(by)}::text::json, decided_at = now(), decision_reason = ${reason},
        approval_expires_at = case when ${verdict} = 'approved' then now() + ${`${lifeMs} milliseconds`}::interval end,
        tool_digests = case when ${verdict} = 'approved' then ${JSON.stringify(toolDigests)}::text::json end
      where workspace_id = ${workspaceId} and plan_id = ${planId} and version = ${version} and hash = ${hash} and state = 'in review' and (origin_run_id is null or promoted_at is not null)
      returning version`;
    if (decided.length === 0) return false;
    if (verdict === 'approved') {
      await tx`
        update plan_versions set state = 'superseded'
        where workspace_id = ${workspaceId} and plan_id = ${planId} and version < ${version} and state in ('approved', 'in review') and (origin_run_id is null or promoted_at is not null)`;
    }
    await tx`update plans set updated_at = now() where workspace_id = ${workspaceId} and id = ${planId}`;
    return true;
  }) as Promise<boolean>;
}

type VersionRow = Omit<PlanVersion, 'createdAt' | 'decidedAt' | 'approvalExpiresAt' | 'promotedAt'> & {
  createdAt: Date;
  decidedAt: Date | null;
  approvalExpiresAt: Date | null;
  promotedAt: Date | null;
};

const versionColumns = (sql: Sql) => sql`
  v.plan_id as "planId", v.version, v.state, v.hash, v.parent, v.note, v.submitted_by as "submittedBy", v.provenance, v.trigger,
  v.origin_run_id as "originRunId", v.promoted_at as "promotedAt", v.created_at as "createdAt", v.decided_by as "decidedBy",
  v.decided_at as "decidedAt", v.decision_reason as "decisionReason", v.approval_expires_at as "approvalExpiresAt", v.tool_digests as "toolDigests"`;

function versionOf<T extends VersionRow>(row: T): Omit<T, keyof VersionRow> & PlanVersion {
  const time = (at: Date | null) => at?.getTime() ?? null;
  return {
    ...row,
    createdAt: row.createdAt.getTime(),
    decidedAt: time(row.decidedAt),
    approvalExpiresAt: time(row.approvalExpiresAt),
    promotedAt: time(row.promotedAt),
  };
}

export async function findPlan(sql: Sql, workspaceId: string, planId: string): Promise<Plan | undefined> {
  const [row] = await sql<(Omit<Plan, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date })[]>`
    select id as "planId", title, objective, head_version as "headVersion", last_version as "lastVersion", created_by as "createdBy",
      created_at as "createdAt", updated_at as "updatedAt"
    from plans where workspace_id = ${workspaceId} and id = ${planId}`;
  return row && { ...row, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime() };
}

/** The version that a save is based on. */
export async function findHead(
  sql: Sql,
  workspaceId: string,
  planId: string,
): Promise<{ version: number; hash: string } | undefined> {
  const [row] = await sql<{ version: number; hash: string }[]>`
    select v.version, v.hash from plans p join plan_versions v on v.workspace_id = p.workspace_id and v.plan_id = p.id and v.version = p.head_version
    where p.workspace_id = ${workspaceId} and p.id = ${planId}`;
  return row && { ...row };
}

/** Newest first, without their documents. */
export async function listVersions(sql: Sql, workspaceId: string, planId: string): Promise<PlanVersion[]> {
  const rows = await sql<VersionRow[]>`
    select ${versionColumns(sql)} from plan_versions v where v.workspace_id = ${workspaceId} and v.plan_id = ${planId} order by v.version desc`;
  return rows.map(versionOf);
}

export async function findVersion(
  sql: Sql,
  workspaceId: string,
  planId: string,
  version: number,
): Promise<PlanVersionWithDocument | undefined> {
  const [row] = await sql<(VersionRow & { document: PlanDocument })[]>`
    select ${versionColumns(sql)}, v.document from plan_versions v
    where v.workspace_id = ${workspaceId} and v.plan_id = ${planId} and v.version = ${version}`;
  return row && versionOf(row);
}

export type PlanListRow = {
  planId: string;
  title: string;
  updatedAt: number;
  head: PlanVersionWithDocument;
  lastRun: { runId: string; status: RunStatus; startedAt: number } | null;
};

/** Recently changed first, each with its head and its last run. */
export async function listPlans(
  sql: Sql,
  workspaceId: string,
  { limit, search }: { limit: number; search?: string | undefined },
): Promise<PlanListRow[]> {
  const like = search ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : '%';
  const rows = await sql<
    (VersionRow & {
      document: PlanDocument;
      title: string;
      updatedAt: Date;
      run: { runId: string; status: RunStatus; startedAt: string } | null;
    })[]
  >`
    select p.title, p.updated_at as "updatedAt", ${versionColumns(sql)}, v.document,
      (select json_build_object('runId', r.id, 'status', r.status, 'startedAt', r.started_at) from runs r
        where r.workspace_id = p.workspace_id and r.plan_id = p.id order by r.started_at desc limit 1) as run
    from plans p join plan_versions v on v.workspace_id = p.workspace_id and v.plan_id = p.id and v.version = p.head_version
    where p.workspace_id = ${workspaceId} and p.archived_at is null and (p.title ilike ${like} or p.objective ilike ${like})
    order by p.updated_at desc, p.id limit ${limit}`;
  return rows.map(({ title, updatedAt, run, ...head }) => ({
    planId: head.planId,
    title,
    updatedAt: updatedAt.getTime(),
    head: versionOf(head),
    lastRun: run && { ...run, startedAt: Date.parse(run.startedAt) },
  }));
}

/** Versions that wait for a decision and are no revision of a run, oldest first. */
export async function versionsInReview(
  sql: Sql,
  workspaceId: string,
  limit: number,
): Promise<(PlanVersion & { title: string })[]> {
  const rows = await sql<(VersionRow & { title: string })[]>`
    select p.title, ${versionColumns(sql)} from plan_versions v join plans p on p.workspace_id = v.workspace_id and p.id = v.plan_id
    where v.workspace_id = ${workspaceId} and v.state = 'in review' and (v.origin_run_id is null or v.promoted_at is not null) and p.archived_at is null
    order by v.created_at limit ${limit}`;
  return rows.map(versionOf);
}
