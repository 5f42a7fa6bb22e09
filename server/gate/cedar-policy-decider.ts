/** Policy by Cedar: text that people can read and edit, deny by default, forbid wins. */
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { Risk } from '#core/plan/schema.ts';
import type { PolicyVerdict } from '#core/policy/verdict.ts';
import { cedarRecord } from './cedar-values.ts';
import { defaultPolicy, type PolicyText } from './default-policy.ts';
import type { PolicyDecider, PolicyInput } from './policy-decider.ts';

/** Rules compare risk as a number: context.risk >= 2. */
const riskNumber: Record<Risk, number> = { low: 0, medium: 1, high: 2, critical: 3 };
const DEFAULT_ROLES = ['approver'];

type Rule = { id: string; annotations: cedar.Annotations };
type Prepared = { setId: string; rules: Map<string, Rule> };
/** `ids` are rules that fired. */
type Answer = { ok: true; allowed: boolean; ids: string[] } | { ok: false; message: string };

let prepared = 0;

/** Throws on text that Cedar cannot read: a policy is checked before it binds. */
export function createCedarPolicyDecider(text: PolicyText = defaultPolicy): PolicyDecider {
  const gate = prepare(text.gate);
  const approvals = prepare(text.approvals);
  return {
    decide(input) {
      try {
        return verdictOf(input, gate, approvals, text.revision);
      } catch (error) {
        return deny(
          ['policy-engine-failed'],
          `Policy could not be evaluated: ${messageOf(error)}`,
          text.revision,
        );
      }
    },
  };
}

function verdictOf(input: PolicyInput, gate: Prepared, approvals: Prepared, revision: number): PolicyVerdict {
  if (!input.knownTool)
    return deny(['default-unknown-tool'], `The tool ${input.tool} is not known here.`, revision);
  const request = requestOf(input);
  const passed = ask(gate, request);
  if (!passed.ok) return deny(['policy-engine-failed'], passed.message, revision);
  if (!passed.allowed)
    return deny(
      passed.ids.length > 0 ? passed.ids : ['default-deny'],
      reasonOf(gate, passed.ids) ?? 'No rule allows this call.',
      revision,
    );
  const asked = ask(approvals, request);
  if (!asked.ok) return deny(['policy-engine-failed'], asked.message, revision);
  return tighten(fromRules(passed, asked, gate, approvals, revision), input);
}

function fromRules(
  passed: { ids: string[] },
  asked: { ids: string[] },
  gate: Prepared,
  approvals: Prepared,
  revision: number,
): PolicyVerdict {
  if (asked.ids.length === 0) {
    return {
      verdict: 'allow',
      rules: passed.ids,
      reason: reasonOf(gate, passed.ids) ?? 'Allowed without asking.',
      revision,
    };
  }
  const fired = asked.ids.flatMap((id) => approvals.rules.get(id) ?? []);
  const roles = commonRoles(fired.map(({ annotations }) => listOf(annotations['roles'])));
  const expiries = fired.flatMap(({ annotations }) => durationMs(annotations['expires']) ?? []);
  return {
    verdict: 'ask',
    rules: asked.ids,
    reason: reasonOf(approvals, asked.ids) ?? 'A rule asks for approval.',
    revision,
    approvers: Math.max(1, ...fired.map(({ annotations }) => Number(annotations['approvals'] ?? 1) || 1)),
    roles,
    notRequester: fired.some(({ annotations }) => 'notRequester' in annotations),
    ...(expiries.length > 0 && { expiresAfterMs: Math.min(...expiries) }),
  };
}

/** The step's own approval settings can ask for more and never for less (G3). */
function tighten(verdict: PolicyVerdict, { stepApproval }: PolicyInput): PolicyVerdict {
  if (!stepApproval || verdict.verdict === 'deny') return verdict;
  if (verdict.verdict === 'allow' && stepApproval.required !== true) return verdict;
  const own = verdict.verdict === 'allow';
  const expiries = [verdict.expiresAfterMs, stepApproval.expiresAfterMs].filter((ms) => ms !== undefined);
  return {
    ...verdict,
    verdict: 'ask',
    rules: own ? [...verdict.rules, 'step-asks'] : verdict.rules,
    reason: own ? 'The plan asks for approval of this step.' : verdict.reason,
    approvers: Math.max(verdict.approvers ?? 1, stepApproval.approvers ?? 1),
    roles: verdict.roles ?? DEFAULT_ROLES,
    notRequester: verdict.notRequester ?? false,
    ...(expiries.length > 0 && { expiresAfterMs: Math.min(...expiries) }),
  };
}

function requestOf(input: PolicyInput): Omit<cedar.StatefulAuthorizationCall, 'preparsedPolicySetId'> {
  const uid = (type: string, id: string): cedar.TypeAndId => ({ type, id });
  const principal = uid('User', input.principal.id);
  const action = uid('Action', input.tool);
  const resource = uid('Resource', input.resource ?? input.tool);
  const roles = input.principal.roles.map((role) => uid('Role', role));
  const { effect, args, connection, environment, identity, workspace, runId, planVersion, solo } = input;
  return {
    principal,
    action,
    resource,
    context: cedarRecord({
      effect,
      risk: riskNumber[input.risk],
      args,
      connection,
      environment,
      identity,
      workspace,
      runId,
      planVersion,
      solo,
    }),
    entities: [
      { uid: principal, attrs: {}, parents: roles },
      { uid: action, attrs: {}, parents: [uid('Action', effect)] },
      {
        uid: resource,
        attrs: cedarRecord({ known: input.knownTool, tool: input.tool, connection, environment }),
        parents: [],
      },
    ],
  };
}

function ask(set: Prepared, request: Omit<cedar.StatefulAuthorizationCall, 'preparsedPolicySetId'>): Answer {
  const answer = cedar.statefulIsAuthorized({ ...request, preparsedPolicySetId: set.setId });
  if (answer.type === 'failure')
    return {
      ok: false,
      message: `Policy could not be evaluated: ${answer.errors.map(messageOf).join('; ')}`,
    };
  const { decision, diagnostics } = answer.response;
  // A rule that fails is skipped by Cedar; a forbid or an approval rule must not vanish that way.
  if (diagnostics.errors.length > 0) {
    return {
      ok: false,
      message: `A rule failed: ${diagnostics.errors.map(({ policyId, error }) => `${policyId}: ${error.message}`).join('; ')}`,
    };
  }
  return { ok: true, allowed: decision === 'allow', ids: diagnostics.reason };
}

function prepare(text: string): Prepared {
  const parts = cedar.policySetTextToParts(text);
  if (parts.type === 'failure')
    throw new Error(`Policy cannot be read: ${parts.errors.map(messageOf).join('; ')}`);
  const rules = new Map<string, Rule>();
  const policies: Record<string, string> = {};
  for (const [index, policy] of parts.policies.entries()) {
    const json = cedar.policyToJson(policy);
    if (json.type === 'failure')
      throw new Error(`Policy cannot be read: ${json.errors.map(messageOf).join('; ')}`);
    const annotations = json.json.annotations ?? {};
    const id = annotations['id'] ?? `rule-${index + 1}`;
    if (rules.has(id)) throw new Error(`Two rules are called ${id}.`);
    rules.set(id, { id, annotations });
    policies[id] = policy;
  }
  const setId = `policy-${++prepared}`;
  const answer = cedar.preparsePolicySet(setId, { staticPolicies: policies });
  if (answer.type === 'failure')
    throw new Error(`Policy cannot be read: ${answer.errors.map(messageOf).join('; ')}`);
  return { setId, rules };
}

/** Roles that satisfy every rule that fired; if no role does, those of the first: people of it decide, and the count is the highest. */
function commonRoles(lists: readonly string[][]): string[] {
  const named = lists.filter((list) => list.length > 0);
  const first = named[0] ?? DEFAULT_ROLES;
  const common = first.filter((role) => named.every((list) => list.includes(role)));
  return common.length > 0 ? common : first;
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
function durationMs(text: string | undefined): number | undefined {
  const match = /^(\d+)([smhd])$/.exec(text ?? '');
  return match ? Number(match[1]) * (unitMs[match[2] ?? ''] ?? 0) : undefined;
}

function reasonOf(set: Prepared, ids: readonly string[]): string | undefined {
  return ids.map((id) => set.rules.get(id)?.annotations['reason']).find((reason) => reason !== undefined);
}

function deny(rules: string[], reason: string, revision: number): PolicyVerdict {
  return { verdict: 'deny', rules, reason, revision };
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
