/**
 * A tool: what the gate may call for a step, a probe or an agent (domain T1). Tools know neither the run nor the
 * database of the product. `execute` and `reconcile` have one caller: server/gate/call-tool.ts.
 */
import type { Json, JsonObject } from '#core/json.ts';
import type { EffectClass, ToolContract } from '#core/plan/tool-contract.ts';
import type { Failure, Spend } from '#core/run/events.ts';
import type { Connection, ResolvedConnection } from '#server/connections/connection.ts';

export type ToolContext = {
  /** hash(run, address, slot, argument hash, generation): stable over retries of one operation (E3). */
  operationKey: string;
  /** Aborts at the time limit and when the operator cancels. */
  signal: AbortSignal;
  /** The same limit as a number, for targets that enforce it themselves. */
  timeoutMs: number;
  connection: ResolvedConnection | undefined;
  /** For tools that wait: given where a step is carried out, absent where a check or an agent asks. */
  wait?: {
    /** When the step began to wait: the first look, whichever process made it. */
    since: number;
    now: number;
    /** One read through the gate, within what the step may use. */
    probe(
      tool: string,
      args: JsonObject,
    ): Promise<{ ok: true; output: Json } | { ok: false; failure: Failure }>;
  };
};

export type ToolOutcome =
  | { outcome: 'read'; output: Json; spent?: Partial<Spend> }
  | { outcome: 'committed'; output: Json; spent?: Partial<Spend> }
  /** It certainly did not happen. `final`: this operation key can never take effect any more. */
  | { outcome: 'not-applied'; failure: Failure; final: boolean; spent?: Partial<Spend> }
  /** It was sent, and whether it took effect is not known (E2). */
  | { outcome: 'unknown'; failure: Failure; spent?: Partial<Spend> }
  /** Only of a read: it is called again at that time (ms), which uses up no retry. */
  | { outcome: 'not-yet'; message: string; againAt: number; spent?: Partial<Spend> };

export type ToolReconcileContext = ToolContext & {
  /** When it was sent; undefined = not known, so nothing may be sent again. */
  dispatchedAt: number | undefined;
  now: number;
};
export type ReconcileResult = {
  verdict: 'committed' | 'not-applied' | 'inconclusive';
  final: boolean;
  /** One sentence for people: what was asked and what the answer was. */
  evidence: string;
  output?: Json;
};

/** For looking at what a call would do. Nothing may stay of it. */
export type LookContext = Pick<ToolContext, 'signal' | 'connection'>;
export type DryRunRow = { before: JsonObject | null; after: JsonObject | null };
export type DryRun =
  /** `wouldFail`: it was tried, and this is why the call itself would change nothing. */
  { done: true; rows: number; sample: DryRunRow[]; wouldFail?: string } | { done: false; why: string };
export type Reach = {
  target: string;
  kind: string;
  estimatedRows: number | null;
  size: string | null;
  readBy: string[];
  referredBy: string[];
  triggers: number;
};

export type Tool = ToolContract & {
  /** The kind of connection it needs, if it goes outside. */
  connectionKind?: Connection['kind'];
  /** The effect class of one call, where arguments decide; absent = `effect` of the contract. Bindings may still be in them. */
  effectOf?(args: JsonObject, connection?: Connection): EffectClass;
  /** Why these arguments are refused although they fit the schema; undefined = accepted. */
  refuse?(args: JsonObject): string | undefined;
  /** The same, where only the connection that is named can say. */
  refuseAt?(args: JsonObject, connection: Connection): string | undefined;
  /** What a call reads or writes; args may still hold bindings: null where that cannot be said. */
  resource(args: JsonObject): string | null;
  /** One plain sentence for people. */
  summary(args: JsonObject, connection?: Connection): string;
  /** What a call does and whether it can be undone. */
  effectSentence(args: JsonObject, connection?: Connection): string;
  estimate(args: JsonObject): Spend;
  execute(args: JsonObject, context: ToolContext): Promise<ToolOutcome>;
  reconcile?(args: JsonObject, context: ToolReconcileContext): Promise<ReconcileResult>;
  /** Tries the call and takes it back completely, or says why it cannot. */
  dryRun?(args: JsonObject, context: LookContext): Promise<DryRun>;
  /** Whether a call with these arguments can have a dry run at all; absent = every one. */
  mayDryRun?(args: JsonObject): boolean;
  /** Who and what else the resource of the call concerns; null where that is not known. */
  reach?(args: JsonObject, context: LookContext): Promise<Reach | null>;
};

/** One call of a tool that costs no money and no tokens. */
export const ONE_CALL: Spend = { costMicroUsd: 0, tokens: 0, toolCalls: 1 };

export function effectOfCall(tool: Tool, args: JsonObject, connection?: Connection): EffectClass {
  return tool.effectOf?.(args, connection) ?? tool.effect;
}
