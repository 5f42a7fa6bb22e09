/** What the executor needs from the rest of the server. `server/app.ts` wires the real ones, the simulator its own. */
import type { Json, JsonObject } from '#core/json.ts';
import type { Risk, Step } from '#core/plan/schema.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import type { PolicyVerdict } from '#core/policy/verdict.ts';
import type { Address } from '#core/run/address.ts';
import type { Call } from '#core/run/call.ts';
import type { Failure, Provenance, Spend } from '#core/run/events.ts';
import type { Hash } from '#core/ids.ts';

export type DescribedCall = {
  call: Call;
  callHash: Hash;
  summary: string;
  effectSentence: string;
  resource: string | null;
  estimate: Spend;
  canReconcile: boolean;
  maxInFlightMs: number;
};

export type CallOutcome =
  | { outcome: 'read' | 'committed'; output: Json; spent?: Partial<Spend> }
  | { outcome: 'not-applied'; failure: Failure; final: boolean; spent?: Partial<Spend> }
  | { outcome: 'unknown'; failure: Failure; spent?: Partial<Spend> }
  /** Only of a read: what it waits for is not there yet, and it wants to look again at that time (ms). */
  | { outcome: 'not-yet'; message: string; againAt: number; spent?: Partial<Spend> };

export type ReconcileAnswer = {
  verdict: 'committed' | 'not-applied' | 'inconclusive';
  /** No later look can find something else. */
  final: boolean;
  evidence: string;
  output?: Json;
};

/** The gate: the only way from the executor to a tool. */
export type GatePort = {
  describe(input: {
    workspaceId: string;
    tool: string;
    args: JsonObject;
    identity: string;
    risk?: Risk;
    checksHash: Hash;
    compensationHash: Hash | null;
  }): Promise<DescribedCall | { failure: Failure }>;
  decidePolicy(input: {
    call: Call;
    principal: { id: string; roles: string[] };
    runId: string;
    planVersion: number;
    stepApproval?: Step['approval'];
    solo: boolean;
  }): PolicyVerdict;
  dispatch(input: {
    workspaceId: string;
    runId: string;
    address: Address;
    operationKey: string;
    seal: string;
    call: Call;
    signal: AbortSignal;
    timeoutMs: number;
    /** What the step may use (G5). */
    capability: { tools: readonly string[] };
    /** When this step began to wait: now, unless an earlier look said "not yet". */
    waitingSince: number;
  }): Promise<CallOutcome>;
  probe(input: {
    workspaceId: string;
    tool: string;
    args: JsonObject;
    identity: string;
    signal: AbortSignal;
  }): Promise<{ ok: true; output: Json } | { ok: false; failure: Failure }>;
  reconcile(input: {
    workspaceId: string;
    runId: string;
    address: Address;
    operationKey: string;
    tool: string;
    args: JsonObject;
    identity: string;
    signal: AbortSignal;
    /** When it was sent and how long it was given: "not found" is final only after these and maxInFlightMs (E3). */
    dispatchedAt: number;
    timeoutMs: number;
  }): Promise<ReconcileAnswer>;
};

/** Facts about a workspace and a plan that are in no run. */
export type WorkspaceFacts = {
  rolesOf(workspaceId: string, personId: string): Promise<string[]>;
  /** Who made a plan version; undefined when a person drew it. */
  provenanceOf(workspaceId: string, planId: string, planVersion: number): Promise<Provenance | undefined>;
  catalog(workspaceId: string): Promise<Catalog>;
};
