/** One operator's unsaved edits on a base version (section P), autosaved. A save names the rev it has seen. */
import type { PlanEdit } from '#core/plan/edit.ts';
import type { SetAside } from '#core/plan/rebase.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Sql } from './connect.ts';
import type { Positions } from './layouts.ts';
import { asJson, withInstants } from './rows.ts';

export type DraftRecord = {
  draftId: string;
  userId: string;
  /** Null: of a plan that does not exist yet. */
  planId: string | null;
  baseVersion: number | null;
  baseHash: string | null;
  title: string;
  /** What the edits apply to when there is no base version. */
  document: PlanDocument | null;
  edits: PlanEdit[];
  /** Of cards of steps that no version has yet. */
  positions: Positions;
  setAside: SetAside[];
  rev: number;
  createdAt: number;
  updatedAt: number;
};
type DraftRow = Omit<DraftRecord, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

const columns = (sql: Sql) => sql`
  id as "draftId", user_id as "userId", plan_id as "planId", base_version as "baseVersion", base_hash as "baseHash", title, document,
  edits, positions, set_aside as "setAside", rev, created_at as "createdAt", updated_at as "updatedAt"`;

export type NewDraft = Omit<DraftRecord, 'positions' | 'setAside' | 'rev' | 'createdAt' | 'updatedAt'> & {
  workspaceId: string;
};

/** The draft the person has of that plan, if there is one; else this one, at rev 1. */
export async function createDraft(sql: Sql, input: NewDraft): Promise<DraftRecord> {
  await sql`
    insert into drafts (workspace_id, id, user_id, plan_id, base_version, base_hash, title, document, edits, rev)
    values (${input.workspaceId}, ${input.draftId}, ${input.userId}, ${input.planId}, ${input.baseVersion}, ${input.baseHash},
      ${input.title}, ${asJson(input.document)}::text::json, ${asJson(input.edits)}::text::json, 1)
    on conflict do nothing`;
  const [row] = await sql<DraftRow[]>`
    select ${columns(sql)} from drafts
    where workspace_id = ${input.workspaceId}
      and (id = ${input.draftId} or (plan_id = ${input.planId} and user_id = ${input.userId}))
    order by (id = ${input.draftId}) desc limit 1`;
  if (!row) throw new Error('Bug: a draft that was just made is not there');
  return withInstants(row);
}

export async function getDraft(
  sql: Sql,
  workspaceId: string,
  draftId: string,
): Promise<DraftRecord | undefined> {
  const [row] = await sql<
    DraftRow[]
  >`select ${columns(sql)} from drafts where workspace_id = ${workspaceId} and id = ${draftId}`;
  return row && withInstants(row);
}

export async function findDraft(
  sql: Sql,
  workspaceId: string,
  userId: string,
  planId: string,
): Promise<DraftRecord | undefined> {
  const [row] = await sql<DraftRow[]>`
    select ${columns(sql)} from drafts where workspace_id = ${workspaceId} and user_id = ${userId} and plan_id = ${planId}`;
  return row && withInstants(row);
}

export async function listDrafts(sql: Sql, workspaceId: string, userId: string): Promise<DraftRecord[]> {
  const rows = await sql<DraftRow[]>`
    select ${columns(sql)} from drafts where workspace_id = ${workspaceId} and user_id = ${userId} order by updated_at desc`;
  return rows.map(withInstants);
}

export type SaveDraftResult =
  | { ok: true; rev: number }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'rev-moved'; rev: number };

/** `base` moves it onto another version, after a rebase. What is not given stays. */
export async function saveDraft(
  sql: Sql,
  input: {
    workspaceId: string;
    draftId: string;
    userId: string;
    rev: number;
    edits?: PlanEdit[];
    positions?: Positions;
    setAside?: SetAside[];
    title?: string;
    base?: { version: number; hash: string };
  },
): Promise<SaveDraftResult> {
  const [saved] = await sql<{ rev: number }[]>`
    update drafts set rev = rev + 1, updated_at = now(),
      edits = coalesce(${asJson(input.edits)}::text::json, edits), positions = coalesce(${asJson(input.positions)}::text::json, positions),
      set_aside = coalesce(${asJson(input.setAside)}::text::json, set_aside),
      title = coalesce(${input.title ?? null}, title), base_version = coalesce(${input.base?.version ?? null}, base_version),
      base_hash = coalesce(${input.base?.hash ?? null}, base_hash)
    where workspace_id = ${input.workspaceId} and id = ${input.draftId} and user_id = ${input.userId} and rev = ${input.rev}
    returning rev`;
  if (saved) return { ok: true, rev: saved.rev };
  const found = await getDraft(sql, input.workspaceId, input.draftId);
  return found?.userId === input.userId
    ? { ok: false, reason: 'rev-moved', rev: found.rev }
    : { ok: false, reason: 'not-found' };
}

/** With `rev` only while it is as the caller has read it. */
export async function deleteDraft(
  sql: Sql,
  workspaceId: string,
  draftId: string,
  userId: string,
  rev?: number,
): Promise<boolean> {
  const rows = await sql`
    delete from drafts where workspace_id = ${workspaceId} and id = ${draftId} and user_id = ${userId}
      and rev = coalesce(${rev ?? null}, rev)
    returning id`;
  return rows.length > 0;
}
