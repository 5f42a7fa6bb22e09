import { type ConnectionRecord, getConnection, listConnections } from '#db/connections.ts';
import type { Sql } from '#db/connect.ts';
import type { ConnectionInfo } from '#core/plan/tool-contract.ts';
import { CommandTemplates, commandInfoOf } from './command-template.ts';
import type { Connection } from './connection.ts';
import type { ConnectionSource } from './resolve.ts';

/** The connections an admin made, read anew for each call: a change or an archived one binds at once. */
export function storedConnections(sql: Sql): ConnectionSource {
  return {
    async find(workspaceId, name) {
      const record = await getConnection(sql, workspaceId, name);
      return record && connectionOf(record);
    },
  };
}

/** What lint and review may know of them. */
export async function connectionInfos(sql: Sql, workspaceId: string): Promise<ConnectionInfo[]> {
  const records = await listConnections(sql, workspaceId);
  return records.map((record) => {
    const { name, kind, environment, readOnly } = record;
    const connection = connectionOf(record);
    const commands =
      connection?.kind === 'shell' &&
      Object.fromEntries(connection.commands.map((one) => [one.name, commandInfoOf(one)]));
    return { name, kind, environment, readOnly, ...(commands && { commands }) };
  });
}

/** Undefined for a kind no tool can use yet. */
export function connectionOf(record: ConnectionRecord): Connection | undefined {
  const { name, kind, environment, readOnly, dedupe, maxInFlightMs, credentialRef, allowList, config } =
    record;
  const common = { name, environment, readOnly, dedupe, maxInFlightMs };
  if (kind === 'postgres') return credentialRef === null ? undefined : { ...common, kind, credentialRef };
  if (kind === 'folder')
    return config.path === undefined ? undefined : { ...common, kind, dedupe: 'lookup', path: config.path };
  if (kind === 'shell') {
    const commands = CommandTemplates.safeParse(config.commands);
    if (config.path === undefined || !commands.success) return undefined;
    return { ...common, kind, dedupe: 'none', path: config.path, commands: commands.data };
  }
  if (kind !== 'http' || config.baseUrl === undefined) return undefined;
  const { baseUrl, credentialHeader, allowPrivate = false, keyHeader, keyRetentionMs, lookup } = config;
  return {
    ...common,
    kind,
    baseUrl,
    allowList,
    allowPrivate,
    ...(credentialRef !== null && { credentialRef }),
    ...(credentialHeader !== undefined && { credentialHeader }),
    ...(keyHeader !== undefined && { keyHeader }),
    ...(keyRetentionMs !== undefined && { keyRetentionMs }),
    ...(lookup !== undefined && { lookup }),
  };
}
