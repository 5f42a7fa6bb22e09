/** Rows that tests start from. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '../connect.ts';
import { insertPlan } from '../plans.ts';
import { ANNA, HASH, planOf } from './run-events.ts';

export async function addWorkspace(sql: Sql, mode: 'solo' | 'team' = 'solo'): Promise<string> {
  const id = randomUUID();
  await sql`insert into workspaces (id, name, mode) values (${id}, 'Test', ${mode})`;
  return id;
}

/** A plan with version 1 in review. */
export async function addPlan(sql: Sql, workspaceId: string, planId: string, hash = HASH): Promise<void> {
  await insertPlan(
    sql,
    workspaceId,
    { planId, title: 'Copy rows', createdBy: ANNA.id },
    {
      document: planOf('read', 'copy'),
      hash,
      note: 'First',
      submittedBy: ANNA,
      provenance: { role: 'planner', kind: 'person', ref: ANNA.id },
    },
  );
}
