/**
 * What policy will ask for, as far as it can be said before anything runs (G1). Arguments may still hold bindings, so
 * this binds nothing: each call is judged again, with its real arguments, before it is sent.
 */
import { canonicalJson, type JsonObject } from '#core/json.ts';
import { contentHash } from '#core/hash.ts';
import { callRisk } from '#core/plan/call-risk.ts';
import { commandOf } from '#core/plan/connection-command.ts';
import { namedCalls } from '#core/plan/named-calls.ts';
import type { PlanDocument, Step, ToolWork } from '#core/plan/schema.ts';
import type { Catalog, EffectClass, ToolContract } from '#core/plan/tool-contract.ts';
import { tierOf } from '#core/run/approval.ts';
import type { Call } from '#core/run/call.ts';
import { checksHashOf, compensationHashOf } from '#core/run/safeguards.ts';
import type { PolicyPreview } from '#server/web-app.ts';

export type ExpectedApproval = {
  stepId: string;
  title: string;
  tool: string;
  effect: EffectClass;
  verdict: 'allow' | 'ask' | 'deny';
  tier: 'auto' | 'low' | 'high' | 'critical';
  approvers: number;
  roles: string[];
  notRequester: boolean;
  reason: string;
  rules: string[];
};

export type ReviewInput = {
  document: PlanDocument;
  catalog: Catalog;
  decidePolicy: PolicyPreview;
  principal: { id: string; roles: string[] };
  workspace: { id: string; mode: 'solo' | 'team' };
  planVersion: number;
};

/** One entry for each step that calls a tool, in plan order; fallbacks are judged like the step's own work. */
export function expectedApprovals(input: ReviewInput): ExpectedApproval[] {
  return input.document.steps.flatMap((step) => {
    const works = [step.work, ...(step.fallbacks ?? [])].filter((work) => work.kind === 'tool');
    const all = works.map((work) => expectedFor(input, step, work));
    return all.length === 0 ? [] : [all.reduce(stricter)];
  });
}

function expectedFor(input: ReviewInput, step: Step, work: ToolWork): ExpectedApproval {
  const contract = Object.hasOwn(input.catalog.tools, work.tool) ? input.catalog.tools[work.tool] : undefined;
  const base = { stepId: step.id, title: step.title, tool: work.tool };
  if (!contract) {
    return {
      ...base,
      effect: 'irreversible',
      verdict: 'deny',
      tier: 'critical',
      approvers: 0,
      roles: [],
      notRequester: false,
      reason: `No tool is called ${work.tool}.`,
      rules: ['default-unknown-tool'],
    };
  }
  const call = previewCall(input, step, work, contract);
  const solo = input.workspace.mode === 'solo';
  const policy = input.decidePolicy({
    call,
    principal: input.principal,
    runId: 'preview',
    planVersion: input.planVersion,
    solo,
    ...(step.approval && { stepApproval: step.approval }),
  });
  const asks =
    policy.verdict === 'ask' ||
    (policy.verdict === 'allow' && step.approval !== undefined && step.approval.required !== false);
  return {
    ...base,
    effect: call.effect,
    verdict: policy.verdict === 'deny' ? 'deny' : asks ? 'ask' : 'allow',
    tier: policy.verdict === 'deny' ? 'critical' : asks ? tierOf(call, []) : 'auto',
    approvers: asks ? (solo ? 1 : Math.max(policy.approvers ?? 1, step.approval?.approvers ?? 1)) : 0,
    roles: asks ? (policy.roles ?? []) : [],
    notRequester: asks && !solo && policy.notRequester === true,
    reason: policy.reason,
    rules: policy.rules,
  };
}

function previewCall(input: ReviewInput, step: Step, work: ToolWork, contract: ToolContract): Call {
  const { catalog } = input;
  const connection = contract.connectionArg ? work.args[contract.connectionArg] : undefined;
  const name = typeof connection === 'string' ? connection : null;
  const own =
    name !== null && catalog.connections && Object.hasOwn(catalog.connections, name)
      ? catalog.connections[name]
      : undefined;
  const effect = effectOfWork(catalog, work, contract);
  return {
    v: 1,
    workspace: input.workspace.id,
    tool: work.tool,
    toolVersion: contract.version,
    schemaHash: contentHash(contract.argsSchema),
    args: work.args,
    resource: catalog.resourceOf?.(work.tool, work.args) ?? null,
    connection: name,
    identity: input.principal.id,
    environment: own?.environment ?? null,
    effect,
    dedupe: contract.dedupe,
    risk: callRisk(contract, effect, step.risk),
    checksHash: checksHashOf(step),
    compensationHash: compensationHashOf(step),
  };
}

/** A tool may say more of one call than of all its calls: a GET of the HTTP tool only reads. */
export function effectOfWork(
  catalog: Catalog,
  work: { tool: string; args: JsonObject },
  contract: ToolContract,
): EffectClass {
  const named = commandOf(catalog, work.tool, work.args);
  if (named.kind === 'known') return named.command.effect;
  return catalog.effectOf?.(work.tool, work.args) ?? contract.effect;
}

const verdicts = ['allow', 'ask', 'deny'];
const tiers = ['auto', 'low', 'high', 'critical'];
function stricter(a: ExpectedApproval, b: ExpectedApproval): ExpectedApproval {
  const rank = (one: ExpectedApproval) => verdicts.indexOf(one.verdict) * 10 + tiers.indexOf(one.tier);
  return rank(b) > rank(a) || (rank(b) === rank(a) && b.approvers > a.approvers) ? b : a;
}

/** Tools a document names, each once, in order: what V5 pins and startPreview shows. */
export function toolsOf(document: PlanDocument): string[] {
  return [...new Set(namedCalls(document).map(({ tool }) => tool))];
}

/** Name -> digest of what a tool takes, does and returns. A tool that differs is not the one that was approved (V5). */
export function toolDigests(document: PlanDocument, catalog: Catalog): Record<string, string> {
  return Object.fromEntries(
    toolsOf(document).map((name) => [
      name,
      digestOf(Object.hasOwn(catalog.tools, name) ? catalog.tools[name] : undefined),
    ]),
  );
}

function digestOf(contract: ToolContract | undefined): string {
  if (!contract) return 'absent';
  const { version, argsSchema, outputSchema, effect } = contract;
  return contentHash(canonicalJson({ version, argsSchema, outputSchema, effect }));
}

/** Connections a document names, each once. */
export function connectionsOf(document: PlanDocument, catalog: Catalog): string[] {
  const names = new Set<string>();
  for (const { tool, args } of namedCalls(document)) {
    const argument = Object.hasOwn(catalog.tools, tool) ? catalog.tools[tool]?.connectionArg : undefined;
    const name = argument === undefined ? undefined : args?.[argument];
    if (typeof name === 'string') names.add(name);
  }
  return [...names];
}
