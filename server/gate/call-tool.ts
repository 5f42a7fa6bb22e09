/**
 * The gate: the only caller of a tool's `execute` and `reconcile`. Steps, probes, planners and agents all come
 * through here, and nothing else holds a credential.
 */
import type { Hash } from '#core/ids.ts';
import { canonicalJson, type Json, type JsonObject } from '#core/json.ts';
import type { Risk, Step } from '#core/plan/schema.ts';
import type { PolicyVerdict } from '#core/policy/verdict.ts';
import type { Address } from '#core/run/address.ts';
import { type Call, callHash, changedMembers, sealOf } from '#core/run/call.ts';
import type { Failure, Spend } from '#core/run/events.ts';
import type { Clock } from '#server/clock.ts';
import type { Connections } from '#server/connections/resolve.ts';
import type { ToolCatalog } from '#server/tools/catalog.ts';
import type {
  DryRun,
  LookContext,
  Reach,
  ReconcileResult,
  Tool,
  ToolContext,
  ToolOutcome,
} from '#server/tools/tool.ts';
import { type BuiltCall, buildCall, denied } from './build-call.ts';
import { limitOutcome, limitOutput } from './limit-outcome.ts';
import type { PolicyDecider } from './policy-decider.ts';
import { createRedactor } from './redact.ts';
import { runWithLimit } from './run-with-limit.ts';

/** What one step may use (G5): the tools its work names. A call of any other tool is refused. */
export type Capability = { tools: readonly string[] };

export type Gate = {
  /** Validates arguments, resolves the connection and says exactly what would be sent. */
  describe(input: {
    workspaceId: string;
    tool: string;
    args: JsonObject;
    identity: string;
    risk?: Risk;
    checksHash: Hash;
    compensationHash: Hash | null;
    capability?: Capability;
  }): Promise<
    | {
        call: Call;
        callHash: Hash;
        summary: string;
        effectSentence: string;
        resource: string | null;
        estimate: Spend;
        canReconcile: boolean;
        maxInFlightMs: number;
      }
    | { failure: Failure }
  >;
  decidePolicy(input: {
    call: Call;
    principal: { id: string; roles: readonly string[] };
    runId: string;
    planVersion: number;
    stepApproval?: Step['approval'];
    solo: boolean;
  }): PolicyVerdict;
  /** Sends a sealed call. The seal is built anew from what is about to be sent; another seal sends nothing. */
  dispatch(input: {
    workspaceId: string;
    runId: string;
    address: Address;
    operationKey: string;
    seal: string;
    call: Call;
    signal: AbortSignal;
    timeoutMs: number;
    capability?: Capability;
    /** When the step began to wait (ms); absent: now. */
    waitingSince?: number;
  }): Promise<ToolOutcome>;
  /** One fresh read for a check or a planner: read tools only, and only where policy allows without asking. */
  probe(input: {
    workspaceId: string;
    tool: string;
    args: JsonObject;
    identity: string;
    signal: AbortSignal;
    timeoutMs?: number;
    capability?: Capability;
  }): Promise<{ ok: true; output: Json } | { ok: false; failure: Failure }>;
  /** What a tool can tell of its calls before they are made. */
  abilities(tool: string, args: JsonObject): { dryRun: boolean; reach: boolean };
  /** Tries exactly this call and takes it back. Another call than the one that was hashed is not tried. */
  dryRun(input: { call: Call; callHash: Hash; signal: AbortSignal }): Promise<DryRun>;
  /** What the resource of this call concerns; null: not known. */
  reach(input: { call: Call; callHash: Hash; signal: AbortSignal }): Promise<Reach | null>;
  /** Asks what became of a call without an answer (E2). */
  reconcile(input: {
    workspaceId: string;
    runId: string;
    address: Address;
    operationKey: string;
    tool: string;
    args: JsonObject;
    identity: string;
    signal: AbortSignal;
    /** When it was sent. Absent: nothing is sent again, only looked up. */
    dispatchedAt?: number;
    timeoutMs?: number;
  }): Promise<ReconcileResult>;
};

export type GateDeps = {
  catalog: ToolCatalog;
  connections: Connections;
  policy: PolicyDecider;
  clock: Pick<Clock, 'now'>;
};

const PROBE_TIMEOUT_MS = 30_000;
const RECONCILE_TIMEOUT_MS = 30_000;
const LOOK_TIMEOUT_MS = 8_000;
const NO_SAFEGUARDS = { checksHash: '' as Hash, compensationHash: null };

export function createGate({ catalog, connections, policy, clock }: GateDeps): Gate {
  const redactor = createRedactor(() => connections.secrets());

  async function build(input: Parameters<Gate['describe']>[0]): Promise<BuiltCall | { failure: Failure }> {
    if (input.capability && !input.capability.tools.includes(input.tool))
      return denied(
        'not-in-capability',
        `This step may not use ${input.tool}: its contract does not name it.`,
      );
    const built = await buildCall(input, catalog, connections);
    return 'failure' in built ? { failure: redactFailure(built.failure) } : built;
  }

  function redactFailure(failure: Failure): Failure {
    return { ...failure, message: redactor.text(failure.message) };
  }

  function redactOutcome(outcome: ToolOutcome): ToolOutcome {
    if (outcome.outcome === 'not-yet') return { ...outcome, message: redactor.text(outcome.message) };
    return 'failure' in outcome
      ? { ...outcome, failure: redactFailure(outcome.failure) }
      : { ...outcome, output: redactor.json(outcome.output) };
  }

  async function execute(
    { tool, connection, call }: BuiltCall,
    operationKey: string,
    signal: AbortSignal,
    timeoutMs: number,
    waitOf?: (limited: AbortSignal) => NonNullable<ToolContext['wait']>,
  ): Promise<ToolOutcome> {
    const outcome = await runWithLimit(call, signal, timeoutMs, (limited) =>
      tool.execute(call.args, {
        operationKey,
        signal: limited,
        timeoutMs,
        connection,
        ...(waitOf && { wait: waitOf(limited) }),
      }),
    );
    return redactOutcome(limitOutcome(outcome));
  }

  /** The same call, built anew, if policy lets it near its target at all. */
  async function sameCall(
    call: Call,
    approved: Hash,
    signal: AbortSignal,
  ): Promise<{ tool: Tool; context: LookContext } | { why: string }> {
    const { workspace: workspaceId, tool, args, identity, risk, checksHash, compensationHash } = call;
    const built = await build({ workspaceId, tool, args, identity, risk, checksHash, compensationHash });
    if ('failure' in built) return { why: built.failure.message };
    if (callHash(built.call) !== approved)
      return {
        why: `The call on the card is not the one that would be sent now: ${changedMembers(call, built.call).join(', ')} changed.`,
      };
    const verdict = policy.decide({
      ...policyFacts(built.call),
      knownTool: true,
      principal: { id: identity, roles: [] },
      solo: false,
    });
    if (verdict.verdict === 'deny') return { why: verdict.reason };
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
    return { tool: built.tool, context: { signal: limited, connection: built.connection } };
  }

  async function probe({
    workspaceId,
    tool,
    args,
    identity,
    signal,
    timeoutMs = PROBE_TIMEOUT_MS,
    capability,
  }: Parameters<Gate['probe']>[0]): ReturnType<Gate['probe']> {
    const built = await build({
      workspaceId,
      tool,
      args,
      identity,
      ...NO_SAFEGUARDS,
      ...(capability && { capability }),
    });
    if ('failure' in built) return { ok: false, ...built };
    if (built.call.effect !== 'read')
      return {
        ok: false,
        ...denied('probe-not-a-read', `A check may only read; ${tool} would change something.`),
      };
    const verdict = policy.decide({
      ...policyFacts(built.call),
      knownTool: true,
      principal: { id: identity, roles: [] },
      solo: false,
    });
    if (verdict.verdict !== 'allow')
      return { ok: false, ...denied(`policy:${verdict.rules[0] ?? 'default-deny'}`, verdict.reason) };
    const outcome = await execute(built, '', signal, timeoutMs);
    if (outcome.outcome === 'not-yet')
      return { ok: false, failure: { class: 'permanent', code: 'waits', message: outcome.message } };
    return 'failure' in outcome
      ? { ok: false, failure: outcome.failure }
      : { ok: true, output: outcome.output };
  }

  return {
    abilities(name, args) {
      const tool = catalog.get(name);
      const dryRun = tool?.dryRun !== undefined && (tool.mayDryRun?.(args) ?? true);
      return { dryRun, reach: tool?.reach !== undefined };
    },

    async dryRun({ call, callHash: approved, signal }) {
      const same = await sameCall(call, approved, signal);
      if ('why' in same) return { done: false, why: redactor.text(same.why) };
      if (!same.tool.dryRun) return { done: false, why: `${call.tool} has no dry run.` };
      const found = await same.tool.dryRun(call.args, same.context);
      return redactor.json(found as unknown as Json) as unknown as DryRun;
    },

    async reach({ call, callHash: approved, signal }) {
      const same = await sameCall(call, approved, signal);
      if ('why' in same || !same.tool.reach) return null;
      try {
        return await same.tool.reach(call.args, same.context);
      } catch {
        return null; // not known is a true answer; whether the target can be reached is told by its checks
      }
    },

    async describe(input) {
      const built = await build(input);
      if ('failure' in built) return built;
      const { tool, connection, call } = built;
      return {
        call,
        callHash: callHash(call),
        summary: redactor.text(tool.summary(call.args, connection)),
        effectSentence: redactor.text(tool.effectSentence(call.args, connection)),
        resource: call.resource,
        estimate: tool.estimate(call.args),
        canReconcile: call.effect !== 'read' && call.dedupe !== 'none' && tool.reconcile !== undefined,
        maxInFlightMs: Math.max(tool.maxInFlightMs, connection?.maxInFlightMs ?? 0),
      };
    },

    decidePolicy({ call, principal, runId, planVersion, stepApproval, solo }) {
      return policy.decide({
        ...policyFacts(call),
        knownTool: catalog.get(call.tool) !== undefined,
        principal,
        runId,
        planVersion,
        solo,
        ...(stepApproval && { stepApproval }),
      });
    },

    async dispatch({
      workspaceId,
      runId,
      address,
      operationKey,
      seal,
      call,
      signal,
      timeoutMs,
      capability,
      waitingSince,
    }) {
      // The bytes that are sent are parsed from the text that is hashed: nothing can change one without the other.
      const args = JSON.parse(canonicalJson(call.args)) as JsonObject;
      const { tool, identity, risk, checksHash, compensationHash } = call;
      const built = await build({
        workspaceId,
        tool,
        args,
        identity,
        risk,
        checksHash,
        compensationHash,
        ...(capability && { capability }),
      });
      if ('failure' in built) return { outcome: 'not-applied', failure: built.failure, final: false };
      if (sealOf(callHash(built.call), runId, address) !== seal) {
        return { outcome: 'not-applied', failure: sealMismatch(call, built.call), final: false };
      }
      return await execute(built, operationKey, signal, timeoutMs, (limited) => ({
        since: waitingSince ?? clock.now(),
        now: clock.now(),
        probe: (probed, probeArgs) =>
          probe({
            workspaceId,
            tool: probed,
            args: probeArgs,
            identity,
            signal: limited,
            timeoutMs,
            ...(capability && { capability }),
          }),
      }));
    },

    probe,

    async reconcile({
      workspaceId,
      operationKey,
      tool: name,
      args,
      identity,
      signal,
      dispatchedAt,
      timeoutMs = RECONCILE_TIMEOUT_MS,
    }) {
      const built = await build({ workspaceId, tool: name, args, identity, ...NO_SAFEGUARDS });
      if ('failure' in built)
        return { verdict: 'inconclusive', final: false, evidence: built.failure.message };
      const { tool, connection, call } = built;
      if (!tool.reconcile)
        return {
          verdict: 'inconclusive',
          final: true,
          evidence: `${name} cannot find out whether a call took effect.`,
        };
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const answer = await tool.reconcile(call.args, {
          operationKey,
          signal: limit,
          timeoutMs,
          connection,
          dispatchedAt,
          now: clock.now(),
        });
        return {
          ...answer,
          evidence: redactor.text(answer.evidence),
          ...(answer.output !== undefined && { output: redactor.json(limitOutput(answer.output)) }),
        };
      } catch (error) {
        return {
          verdict: 'inconclusive',
          final: false,
          evidence: redactor.text(`Asking failed: ${error instanceof Error ? error.message : String(error)}`),
        };
      }
    },
  };
}

function policyFacts({
  tool,
  effect,
  risk,
  args,
  resource,
  connection,
  environment,
  identity,
  workspace,
}: Call) {
  return { tool, effect, risk, args, resource, connection, environment, identity, workspace };
}

function sealMismatch(approved: Call, about: Call): Failure {
  const members = changedMembers(about, approved);
  const what =
    members.length > 0 ? `${members.join(', ')} changed` : 'it belongs to another run, step or call';
  return {
    class: 'denied',
    code: 'seal-mismatch',
    message: `Nothing was sent: the call is not the one that was sealed (${what}).`,
  };
}
