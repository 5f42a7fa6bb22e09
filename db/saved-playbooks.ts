/** Playbooks that people saved. A version never changes; only whether the name is offered is written later. */
import type { PlaybookParameter } from '#core/plan/playbook-template.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Actor } from '#core/run/events.ts';
import type { Sql } from './connect.ts';
import { asJson, withInstants } from './rows.ts';
import { inTransaction } from './transaction.ts';

export type NewSavedPlaybook = {
  name: string;
  title: string;
  description: string;
  document: PlanDocument;
  parameters: PlaybookParameter[];
  hash: string;
  planId: string;
  planVersion: number;
  runId: string | null;
  savedBy: Actor;
};
export type SavedPlaybook = NewSavedPlaybook & {
  version: number;
  savedAt: number;
  archivedAt: number | null;
};
type Row = Omit<SavedPlaybook, 'savedAt' | 'archivedAt'> & { savedAt: Date; archivedAt: Date | null };

const columns = (sql: Sql) => sql`
  name, version, title, description, document, parameters, hash, plan_id as "planId", plan_version as "planVersion", run_id as "runId",
  saved_by as "savedBy", saved_at as "savedAt", archived_at as "archivedAt"`;

/** The newest version of each name, by title; archived ones too. */
export async function listSavedPlaybooks(sql: Sql, workspaceId: string): Promise<SavedPlaybook[]> {
  const rows = await sql<Row[]>`
    select * from (
      select distinct on (name) ${columns(sql)} from saved_playbooks where workspace_id = ${workspaceId} order by name, version desc
    ) newest order by lower(title), name`;
  return rows.map(withInstants);
}

/** One version of a name; without a number its newest. */
export async function findSavedPlaybook(
  sql: Sql,
  workspaceId: string,
  name: string,
  version?: number,
): Promise<SavedPlaybook | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from saved_playbooks
    where workspace_id = ${workspaceId} and name = ${name} and (${version ?? null}::int is null or version = ${version ?? null}::int)
    order by version desc limit 1`;
  return row && withInstants(row);
}

export type SavePlaybookResult = { ok: true; version: number } | { ok: false; newest: number };

/**
 * Makes the version after `replaces` (null: the first). The very same thing again is the version that is there already,
 * so a request whose answer was lost may be repeated.
 */
export function insertSavedPlaybook(
  sql: Sql,
  workspaceId: string,
  playbook: NewSavedPlaybook,
  replaces: number | null,
): Promise<SavePlaybookResult> {
  return inTransaction(sql, async (tx): Promise<SavePlaybookResult> => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`playbook ${workspaceId} ${playbook.name}`}, 0))`;
    const newest = await findSavedPlaybook(tx, workspaceId, playbook.name);
    if (newest?.hash === playbook.hash && newest.archivedAt === null)
      return { ok: true, version: newest.version };
    if ((newest?.version ?? null) !== replaces) return { ok: false, newest: newest?.version ?? 0 };
    const version = (replaces ?? 0) + 1;
    await tx`
      insert into saved_playbooks (workspace_id, name, version, title, description, document, parameters, hash, plan_id, plan_version, run_id, saved_by)
      values (${workspaceId}, ${playbook.name}, ${version}, ${playbook.title}, ${playbook.description}, ${asJson(playbook.document)}::text::json,
        ${asJson(playbook.parameters)}::text::json, ${playbook.hash}, ${playbook.planId}, ${playbook.planVersion}, ${playbook.runId},
        ${asJson(playbook.savedBy)}::text::json)`;
    return { ok: true, version };
  });
}

/** Hides a playbook or shows it again. False: there is none of this name. */
export async function setPlaybookArchived(
  sql: Sql,
  workspaceId: string,
  name: string,
  archived: boolean,
): Promise<boolean> {
  const changed = await sql`
    update saved_playbooks p set archived_at = case when ${archived} then coalesce(archived_at, now()) end
    where workspace_id = ${workspaceId} and name = ${name}
      and version = (select max(version) from saved_playbooks n where n.workspace_id = p.workspace_id and n.name = p.name)
    returning version`;
  return changed.length > 0;
}
