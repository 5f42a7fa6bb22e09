/** Named ways out (T3). Rows hold a reference to the secret, never the secret. */
import type { Json, JsonObject } from '#core/json.ts';
import type { Sql } from './connect.ts';
import { asJson, withInstants } from './rows.ts';
import { inTransaction } from './transaction.ts';

/** What only some kinds have. */
export type ConnectionConfig = {
  baseUrl?: string;
  credentialHeader?: string;
  allowPrivate?: boolean;
  keyHeader?: string;
  keyRetentionMs?: number;
  lookup?: { path: string; committedWhen: string };
  /** folder: where it is; shell: where its commands run */ path?: string;
  /** shell: command templates, parsed where they are used */ commands?: JsonObject[];
};
export type ConnectionSettings = {
  environment: string;
  credentialRef: string | null;
  allowList: string[];
  readOnly: boolean;
  dedupe: 'key' | 'lookup' | 'none';
  maxInFlightMs: number;
  config: ConnectionConfig;
};
export type ConnectionRecord = ConnectionSettings & {
  name: string;
  kind: 'postgres' | 'http' | 'folder' | 'shell' | 'mcp';
  testedAt: number | null;
  testResult: Json;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
};
type ConnectionRow = Omit<ConnectionRecord, 'testedAt' | 'createdAt' | 'updatedAt'> & {
  testedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = (sql: Sql) => sql`
  name, kind, environment, config, credential_ref as "credentialRef", allow_list as "allowList", read_only as "readOnly", dedupe,
  max_in_flight_ms as "maxInFlightMs", tested_at as "testedAt", test_result as "testResult", created_by as "createdBy",
  created_at as "createdAt", updated_at as "updatedAt"`;

export async function listConnections(sql: Sql, workspaceId: string): Promise<ConnectionRecord[]> {
  const rows = await sql<ConnectionRow[]>`
    select ${columns(sql)} from connections where workspace_id = ${workspaceId} and archived_at is null order by name`;
  return rows.map(withInstants);
}

export async function getConnection(
  sql: Sql,
  workspaceId: string,
  name: string,
): Promise<ConnectionRecord | undefined> {
  const [row] = await sql<ConnectionRow[]>`
    select ${columns(sql)} from connections where workspace_id = ${workspaceId} and name = ${name} and archived_at is null`;
  return row && withInstants(row);
}

export type NewConnection = ConnectionSettings & {
  workspaceId: string;
  name: string;
  kind: ConnectionRecord['kind'];
  createdBy: string;
};

/** Undefined: the name is taken. An archived one's name is free again. */
export async function createConnection(
  sql: Sql,
  input: NewConnection,
): Promise<ConnectionRecord | undefined> {
  const [row] = await sql<ConnectionRow[]>`
    insert into connections (
      workspace_id, name, kind, environment, config, credential_ref, allow_list, read_only, dedupe, max_in_flight_ms, created_by)
    values (${input.workspaceId}, ${input.name}, ${input.kind}, ${input.environment}, ${asJson(input.config)}::text::json,
      ${input.credentialRef}, ${input.allowList}, ${input.readOnly}, ${input.dedupe}, ${input.maxInFlightMs}, ${input.createdBy})
    on conflict (workspace_id, name) do update set
      kind = excluded.kind, environment = excluded.environment, config = excluded.config, credential_ref = excluded.credential_ref,
      allow_list = excluded.allow_list, read_only = excluded.read_only, dedupe = excluded.dedupe,
      max_in_flight_ms = excluded.max_in_flight_ms, created_by = excluded.created_by, created_at = now(), updated_at = now(),
      tested_at = null, test_result = null, archived_at = null
    where connections.archived_at is not null
    returning ${columns(sql)}`;
  return row && withInstants(row);
}

/** Only the members that are given change. */
export async function updateConnection(
  sql: Sql,
  workspaceId: string,
  name: string,
  changes: Partial<ConnectionSettings>,
): Promise<ConnectionRecord | undefined> {
  return await inTransaction(sql, async (tx) => {
    await tx`select from connections where workspace_id = ${workspaceId} and name = ${name} for update`;
    const found = await getConnection(tx, workspaceId, name);
    if (!found) return undefined;
    const next = { ...found, ...changes };
    await tx`
      update connections set environment = ${next.environment}, config = ${asJson(next.config)}::text::json,
        credential_ref = ${next.credentialRef}, allow_list = ${next.allowList}, read_only = ${next.readOnly}, dedupe = ${next.dedupe},
        max_in_flight_ms = ${next.maxInFlightMs}, updated_at = now()
      where workspace_id = ${workspaceId} and name = ${name}`;
    return await getConnection(tx, workspaceId, name);
  });
}

export async function archiveConnection(sql: Sql, workspaceId: string, name: string): Promise<boolean> {
  const rows = await sql`
    update connections set archived_at = now() where workspace_id = ${workspaceId} and name = ${name} and archived_at is null returning name`;
  return rows.length > 0;
}

export async function recordConnectionTest(
  sql: Sql,
  workspaceId: string,
  name: string,
  result: Json,
): Promise<void> {
  await sql`
    update connections set tested_at = now(), test_result = ${asJson(result)}::text::json
    where workspace_id = ${workspaceId} and name = ${name}`;
}
