/** "Later": what one person put off for themselves. It changes nothing for anybody else, nor for the run. */
import type { Sql } from './connect.ts';

export async function snoozeApproval(
  sql: Sql,
  workspaceId: string,
  userId: string,
  approvalId: string,
  until: number | null,
): Promise<void> {
  if (until === null)
    await sql`delete from approval_snoozes where workspace_id = ${workspaceId} and user_id = ${userId} and approval_id = ${approvalId}`;
  else
    await sql`
      insert into approval_snoozes (workspace_id, user_id, approval_id, until_at)
      values (${workspaceId}, ${userId}, ${approvalId}, ${new Date(until)})
      on conflict (workspace_id, user_id, approval_id) do update set until_at = excluded.until_at`;
}

/** Those that still hold, by approval. */
export async function snoozesOf(
  sql: Sql,
  workspaceId: string,
  userId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ id: string; until: Date }[]>`
    select approval_id as id, until_at as until from approval_snoozes
    where workspace_id = ${workspaceId} and user_id = ${userId} and until_at > ${new Date(now)}
    order by until_at limit 1000`;
  return new Map(rows.map(({ id, until }) => [id, until.getTime()]));
}
