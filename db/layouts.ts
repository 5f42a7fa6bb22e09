/** Where the cards of a plan stand: shared, unversioned, outside every hash (V7, P2). */
import type { Sql } from './connect.ts';
import { asJson } from './rows.ts';
import { inTransaction } from './transaction.ts';

export type Positions = Record<string, { x: number; y: number }>;
export type LayoutRecord = { positions: Positions; rev: number };

export async function getLayout(
  sql: Sql,
  workspaceId: string,
  planId: string,
): Promise<LayoutRecord | undefined> {
  const [row] = await sql<LayoutRecord[]>`
    select positions, rev from plan_layouts where workspace_id = ${workspaceId} and plan_id = ${planId}`;
  return row && { ...row };
}

/** null = back to where the layout puts it. */
export type PositionMoves = Record<string, { x: number; y: number } | null>;

/** The last one wins: a position is not worth a conflict. Moves of other cards stay. */
export async function movePositions(
  sql: Sql,
  input: { workspaceId: string; planId: string; positions: PositionMoves; by: string },
): Promise<LayoutRecord> {
  return await inTransaction(sql, async (tx) => {
    await tx`
      insert into plan_layouts (workspace_id, plan_id, positions, rev, updated_by)
      values (${input.workspaceId}, ${input.planId}, '{}', 0, ${input.by}) on conflict do nothing`;
    const [held] = await tx<LayoutRecord[]>`
      select positions, rev from plan_layouts where workspace_id = ${input.workspaceId} and plan_id = ${input.planId} for update`;
    const all = Object.entries({ ...held?.positions, ...input.positions });
    const positions = Object.fromEntries(all.flatMap(([step, at]) => (at ? [[step, at] as const] : [])));
    const next = { positions, rev: (held?.rev ?? 0) + 1 };
    await tx`
      update plan_layouts set positions = ${asJson(next.positions)}::text::json, rev = ${next.rev}, updated_by = ${input.by}, updated_at = now()
      where workspace_id = ${input.workspaceId} and plan_id = ${input.planId}`;
    return next;
  });
}

/** A layout that was drawn before, by the hash of what it depends on. */
export async function findDrawnLayout(sql: Sql, workspaceId: string, graphKey: string): Promise<unknown> {
  const [row] = await sql<{ layout: unknown }[]>`
    select layout from drawn_layouts where workspace_id = ${workspaceId} and graph_key = ${graphKey}`;
  return row?.layout;
}

/** Two that drew the same at once have drawn the same: the first stays. */
export async function keepDrawnLayout(
  sql: Sql,
  workspaceId: string,
  graphKey: string,
  layout: object,
): Promise<void> {
  await sql`
    insert into drawn_layouts (workspace_id, graph_key, layout)
    values (${workspaceId}, ${graphKey}, ${JSON.stringify(layout)}::text::json) on conflict do nothing`;
}
