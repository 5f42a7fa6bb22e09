import { must } from '#core/assert.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Actor } from '#core/run/events.ts';
import type { Sql } from './connect.ts';
import { asJson } from './rows.ts';
import { columnText } from './run-projections.ts';
import { inTransaction } from './transaction.ts';

export type PromoteResult =
  | { ok: true; version: number }
  | { ok: false; reason: 'unknown' | 'not-of-a-run' | 'already-promoted' | 'rejected' }
  | { ok: false; reason: 'base-moved'; head: { version: number; hash: string } };

type Found = { originRunId: string | null; isPromoted: boolean; state: string; document: PlanDocument };

/**
 * Makes a version of a run the plan's head, in review: its approval bound that run alone (V6). Refused when the head is
 * not among its ancestors, since that would overwrite in silence what somebody saved meanwhile (V2).
 */
export function promoteVersion(
  sql: Sql,
  workspaceId: string,
  promotion: { planId: string; version: number; by: Actor },
): Promise<PromoteResult> {
  const { planId, version, by } = promotion;
  return inTransaction(sql, async (tx): Promise<PromoteResult> => {
    const [plan] = await tx<{ head: number }[]>`
      select head_version as head from plans where workspace_id = ${workspaceId} and id = ${planId} for update`;
    const [found] = await tx<Found[]>`
      select origin_run_id as "originRunId", promoted_at is not null as "isPromoted", state, document
      from plan_versions where workspace_id = ${workspaceId} and plan_id = ${planId} and version = ${version}`;
    if (!plan || !found) return { ok: false, reason: 'unknown' };
    if (found.originRunId === null) return { ok: false, reason: 'not-of-a-run' };
    if (found.isPromoted) return { ok: false, reason: 'already-promoted' };
    if (found.state === 'rejected') return { ok: false, reason: 'rejected' };
    const ancestors = await tx<{ version: number }[]>`
      with recursive line as (
        select version, parent from plan_versions
        where workspace_id = ${workspaceId} and plan_id = ${planId} and version = ${version}
        union
        select v.version, v.parent from plan_versions v join line l on v.version = l.parent
        where v.workspace_id = ${workspaceId} and v.plan_id = ${planId}
      )
      select version from line`;
    if (!ancestors.some((ancestor) => ancestor.version === plan.head)) {
      const [head] = await tx<{ version: number; hash: string }[]>`
        select version, hash from plan_versions
        where workspace_id = ${workspaceId} and plan_id = ${planId} and version = ${plan.head}`;
      return { ok: false, reason: 'base-moved', head: must(head, 'a plan without its head') };
    }
    await tx`
      update plan_versions set state = 'superseded'
      where workspace_id = ${workspaceId} and plan_id = ${planId} and state = 'in review'
        and (origin_run_id is null or promoted_at is not null)`;
    await tx`
      update plan_versions set state = 'in review', promoted_at = now(), promoted_by = ${asJson(by)}::text::json,
        decided_by = null, decided_at = null, decision_reason = null
      where workspace_id = ${workspaceId} and plan_id = ${planId} and version = ${version}`;
    await tx`
      update plans set head_version = ${version}, objective = ${columnText(found.document.objective)}, updated_at = now()
      where workspace_id = ${workspaceId} and id = ${planId}`;
    return { ok: true, version };
  });
}
