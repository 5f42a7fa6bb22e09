/**
 * Composition root: settings -> everything a process works with. The only file that wires ports. The worker uses all of
 * it, the web process the part without a driver. It starts no PostgreSQL and forks nothing.
 */
import type { Catalog } from '#core/plan/tool-contract.ts';
import { listMembers } from '#db/accounts.ts';
import { type Changes, openChanges } from '#db/changes.ts';
import { openSql, type Sql } from '#db/connect.ts';
import { findVersion } from '#db/plans.ts';
import { createPostgresRunStore } from '#db/postgres-run-store.ts';
import { openQueue, type Queue } from '#db/queue.ts';
import type { RunStore } from '#db/run-store.ts';
import { type Clock, realClock } from './clock.ts';
import { type Connections, createConnections } from './connections/resolve.ts';
import { connectionInfos, storedConnections } from './connections/stored-connections.ts';
import type { WorkspaceFacts } from './executor/ports.ts';
import { createGate, type Gate } from './gate/call-tool.ts';
import { createCedarPolicyDecider } from './gate/cedar-policy-decider.ts';
import type { PolicyDecider } from './gate/policy-decider.ts';
import { logFor } from './log.ts';
import { builtinTools } from './tools/builtin-tools.ts';
import { createCatalog, type ToolCatalog } from './tools/catalog.ts';
import type { Tool } from './tools/tool.ts';

export type App = {
  sql: Sql;
  store: RunStore;
  queue: Queue;
  changes: Changes;
  tools: ToolCatalog;
  connections: Connections;
  policy: PolicyDecider;
  gate: Gate;
  facts: WorkspaceFacts;
  clock: Clock;
  /** Whether plans may run commands. */
  shellTools: boolean;
  /** Tools and connections of a workspace, without their functions. */
  catalog(workspaceId: string): Promise<Catalog>;
  close(): Promise<void>;
};

export type AppOptions = {
  /** May go through a transaction pooler. */
  databaseUrl: string;
  /** For LISTEN, session locks and the queue: must not. */
  directDatabaseUrl?: string;
  /** The process's own pool, if it has one already; it is then not closed here. */
  sql?: Sql;
  /** Whether plans may run commands (SHELL_TOOLS); off unless said. */
  shellTools?: boolean;
  /** Beside the built-in ones: benches and tests bring their own. */
  moreTools?: readonly Tool[];
  clock?: Clock;
  /** Instead of the default rules: tests bring their own. */
  policy?: PolicyDecider;
};

export async function createApp(options: AppOptions): Promise<App> {
  const {
    databaseUrl,
    directDatabaseUrl = databaseUrl,
    moreTools = [],
    clock = realClock,
    shellTools = false,
  } = options;
  const log = logFor({ component: 'app' });
  const sql = options.sql ?? openSql(databaseUrl, { prepare: directDatabaseUrl === databaseUrl });
  const queue = await openQueue({
    url: directDatabaseUrl,
    onError: (error) => log.warn({ error }, 'The queue reports an error'),
  });
  const changes = openChanges({
    sql,
    listenUrl: directDatabaseUrl,
    onError: (error) => log.warn({ error }, 'LISTEN reports an error'),
  });
  const store = createPostgresRunStore(sql, { ring: queue.ringInside });
  const tools = createCatalog([...builtinTools, ...moreTools]);
  const connections = createConnections({ source: storedConnections(sql), shellTools });
  const policy = options.policy ?? createCedarPolicyDecider();
  const gate = createGate({ catalog: tools, connections, policy, clock });
  const catalog = async (workspaceId: string) => tools.contracts(await connectionInfos(sql, workspaceId));
  return {
    sql,
    store,
    queue,
    changes,
    tools,
    connections,
    policy,
    gate,
    clock,
    shellTools,
    catalog,
    facts: workspaceFacts(sql, catalog),
    async close() {
      await Promise.all([changes.stop(), queue.stop(), connections.close()]);
      if (!options.sql) await sql.end({ timeout: 5 });
    },
  };
}

function workspaceFacts(sql: Sql, catalog: WorkspaceFacts['catalog']): WorkspaceFacts {
  return {
    catalog,
    async rolesOf(workspaceId, personId) {
      const members = await listMembers(sql, workspaceId);
      return members.find(({ userId }) => userId === personId)?.roles ?? [];
    },
    async provenanceOf(workspaceId, planId, planVersion) {
      return (await findVersion(sql, workspaceId, planId, planVersion))?.provenance;
    },
  };
}
