import type { JsonObject } from '#core/json.ts';
import type { Risk, Step } from '#core/plan/schema.ts';
import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { PolicyVerdict } from '#core/policy/verdict.ts';

/** What policy may look at (domain G). Everything in it comes from the runtime; nothing a plan or model says lowers it. */
export type PolicyInput = {
  principal: { id: string; roles: readonly string[] };
  tool: string;
  /** False for a tool that is in no catalog: always denied (G2). */
  knownTool: boolean;
  effect: EffectClass;
  risk: Risk;
  args: JsonObject;
  resource: string | null;
  connection: string | null;
  environment: string | null;
  identity: string;
  workspace: string;
  /** Absent for reads that are made outside of a run. */
  runId?: string;
  planVersion?: number;
  /** One person who may approve (A10). */
  solo: boolean;
  /** The step's own wish: may only tighten (G3). */
  stepApproval?: Step['approval'];
};

/** Synchronous: its answer enters `decide` as data. Never throws: an engine that cannot answer denies. */
export type PolicyDecider = { decide(input: PolicyInput): PolicyVerdict };
