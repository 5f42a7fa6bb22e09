/** Definitions from the connections table, as the gate resolves them. */
import { type ConnectionRecord, getConnection } from '#db/connections.ts';
import type { Sql } from '#db/connect.ts';
import type { Connection } from './connection.ts';
import type { ConnectionSource } from './resolve.ts';

export function createStoredConnections(sql: Sql): ConnectionSource {
  return {
    async find(workspaceId, name) {
      const row = await getConnection(sql, workspaceId, name);
      return row && definitionOf(row);
    },
  };
}

export function definitionOf(row: ConnectionRecord): Connection {
  const { name, environment, readOnly, dedupe, maxInFlightMs, config } = row;
  const common = { name, environment, readOnly, dedupe, maxInFlightMs };
  if (row.kind === 'postgres') return { ...common, kind: 'postgres', credentialRef: row.credentialRef ?? '' };
  return {
    ...common,
    kind: 'http',
    baseUrl: config.baseUrl ?? '',
    allowList: row.allowList,
    allowPrivate: config.allowPrivate ?? false,
    ...(row.credentialRef !== null && { credentialRef: row.credentialRef }),
    ...(config.credentialHeader !== undefined && { credentialHeader: config.credentialHeader }),
    ...(config.keyHeader !== undefined && { keyHeader: config.keyHeader }),
    ...(config.keyRetentionMs !== undefined && { keyRetentionMs: config.keyRetentionMs }),
    ...(config.lookup !== undefined && { lookup: config.lookup }),
  };
}
