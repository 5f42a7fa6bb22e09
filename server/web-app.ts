import type { JsonObject } from '#core/json.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import type { PolicyVerdict } from '#core/policy/verdict.ts';
import type { Call } from '#core/run/call.ts';
import type { RunState } from '#core/run/state.ts';
import type { Step } from '#core/plan/schema.ts';
import type { ConnectionRecord } from '#db/connections.ts';
import type { Db, Sql } from '#db/connect.ts';
import type { RunStore } from '#db/run-store.ts';
import type { Auth } from './auth/auth.ts';
import type { OriginGuard } from './auth/origin.ts';
import type { Clock } from './clock.ts';
import type { RunMetrics } from './metrics/run-metrics.ts';
import type { GatePort } from './executor/ports.ts';
import type { ChangeFeed } from './feed/change-feed.ts';
import type { CheckedAgain } from './review/check-again.ts';
import type { DryRun, Reach } from './tools/tool.ts';

/** Policy as the review asks it: the same decider that binds at dispatch (G1). */
export type PolicyPreview = (input: {
  call: Call;
  principal: { id: string; roles: readonly string[] };
  runId: string;
  planVersion: number;
  stepApproval?: Step['approval'];
  solo: boolean;
}) => PolicyVerdict;

/** What the procedures work with. Made once a process, at first use; tests make their own. */
export type WebApp = {
  sql: Sql;
  db: Db;
  store: RunStore;
  auth: Auth;
  origins: OriginGuard;
  /** Where people reach the application, BASE_PATH included. */
  baseUrl: string;
  dataDir: string;
  clock: Clock;
  feed: ChangeFeed;
  /** What this process has seen happen to runs. */
  metrics: RunMetrics;
  /** Whether connections that run commands may be made. */
  shellTools: boolean;
  /** Tools and connections of a workspace, without their functions. */
  catalog(workspaceId: string): Promise<Catalog>;
  decidePolicy: PolicyPreview;
  /** The call that these arguments would make, or why the tool refuses them. */
  describeCall: GatePort['describe'];
  /** Looking at a waiting call without making it. */
  look: {
    abilities(tool: string, args: JsonObject): { dryRun: boolean; reach: boolean };
    /** A call of the plan in the tool's own words; bindings may still be in it. */
    summary(tool: string, args: JsonObject): string | undefined;
    checkAgain(state: RunState, waiting: { address: string; callText: string }): Promise<CheckedAgain>;
    dryRun(call: Call): Promise<DryRun>;
    reach(call: Call): Promise<Reach | null>;
  };
  testConnection(
    workspaceId: string,
    connection: ConnectionRecord,
  ): Promise<{ ok: boolean; message: string }>;
};
