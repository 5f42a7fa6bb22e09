/** What people remember of comparing versions: which changes they have seen, and which steps are not the same one. */
import type { Actor } from '#core/run/events.ts';
import type { Sql } from './connect.ts';
import { asJson } from './rows.ts';

type Of = { workspaceId: string; planId: string };

export async function listSeen(sql: Sql, of: Of & { userId: string }, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await sql<{ hash: string }[]>`
    select change_hash as hash from seen_changes
    where workspace_id = ${of.workspaceId} and user_id = ${of.userId} and plan_id = ${of.planId} and change_hash = any(${hashes})`;
  return rows.map(({ hash }) => hash);
}

export async function setSeen(
  sql: Sql,
  of: Of & { userId: string },
  hashes: string[],
  seen: boolean,
): Promise<void> {
  if (seen) {
    await sql`
      insert into seen_changes (workspace_id, user_id, plan_id, change_hash)
      select ${of.workspaceId}, ${of.userId}, ${of.planId}, hash from unnest(${hashes}::text[]) as hash
      on conflict do nothing`;
    return;
  }
  await sql`
    delete from seen_changes
    where workspace_id = ${of.workspaceId} and user_id = ${of.userId} and plan_id = ${of.planId} and change_hash = any(${hashes})`;
}

export type StepsApart = { a: string; b: string; by: Actor; at: number };

export async function listApart(sql: Sql, of: Of): Promise<StepsApart[]> {
  const rows = await sql<{ a: string; b: string; by: Actor; at: Date }[]>`
    select step_a as a, step_b as b, said_by as by, said_at as at from steps_apart
    where workspace_id = ${of.workspaceId} and plan_id = ${of.planId} order by said_at, step_a, step_b`;
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

export async function setApart(
  sql: Sql,
  of: Of,
  pair: readonly [string, string],
  apart: boolean,
  by: Actor,
): Promise<void> {
  const [a = '', b = ''] = [...pair].sort();
  if (apart) {
    await sql`
      insert into steps_apart (workspace_id, plan_id, step_a, step_b, said_by)
      values (${of.workspaceId}, ${of.planId}, ${a}, ${b}, ${asJson(by)}::text::json) on conflict do nothing`;
    return;
  }
  await sql`
    delete from steps_apart
    where workspace_id = ${of.workspaceId} and plan_id = ${of.planId} and step_a = ${a} and step_b = ${b}`;
}
