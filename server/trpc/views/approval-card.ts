/** Everything the approval card shows, from the sealed call and the run's state; nothing from what a planner says but its reason. */
import type { z } from 'zod';
import { rejectionMessage } from '#core/messages/rejections.ts';
import type { JsonObject } from '#core/json.ts';
import { descendants } from '#core/plan/graph.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import { addressKey, parseAddressKey } from '#core/run/address.ts';
import { editorOf } from '#core/run/approval.ts';
import type { Rejection } from '#core/run/commands.ts';
import { decide } from '#core/run/decide.ts';
import { areAlike, armingText, groupKey, hasRole } from '#core/run/deciding/approvals.ts';
import { EXTENSIONS, REASON_CHARACTERS } from '#core/run/limits.ts';
import type { ApprovalState, RunState } from '#core/run/state.ts';
import type { Member as Person } from '#db/accounts.ts';
import type { ApprovalRecord } from '#db/approvals.ts';
import type { EffectRecord } from '#db/effects.ts';
import { actorOf, deciderOf, type Member } from '#server/commands/member.ts';
import type { ApprovalCard } from '../shapes/approvals.ts';
import { callOf } from './approval-row.ts';
import { changedByPeople, changedByPlan } from './earlier-values.ts';
import { effectRow } from './effect-row.ts';
import { neighbourhood } from './neighbourhood.ts';
import { personOf } from './run-row.ts';

export type CardFacts = {
  record: ApprovalRecord;
  state: RunState;
  effects: EffectRecord[];
  earlier: ApprovalRecord[];
  people: Person[];
  catalog: Catalog;
  member: Member;
  now: number;
  runNumber: number | null;
  look: { dryRun: boolean; reach: boolean };
  summary(tool: string, args: JsonObject): string | undefined;
  /** The version the run started on, when it is not the one it is on now. */
  started: { version: number; document: PlanDocument } | undefined;
  /** The arguments as the plan had them, when a person edited them. */
  beforeEdit: JsonObject | undefined;
  snoozedUntil: number | null;
};

export function approvalCard(facts: CardFacts): z.infer<typeof ApprovalCard> {
  const { record, state, catalog, people, member } = facts;
  const request = { ...record.request, callText: record.callText };
  const call = callOf(record);
  const contract = Object.hasOwn(catalog.tools, call.tool) ? catalog.tools[call.tool] : undefined;
  const address = parseAddressKey(record.address);
  const step = state.document.steps.find(({ id }) => id === address.stepId);
  const whyNot = whyNotDecide(facts);
  const isMine = record.grants.some(({ by }) => by.id === member.user.id);
  const identity = people.find(({ userId }) => userId === call.identity);
  return {
    approvalId: record.approvalId,
    tier: request.tier,
    status: record.status,
    effect: call.effect,
    risk: request.risk,
    requestedAt: record.requestedAt,
    expiresAt: record.expiresAt,
    summary: request.summary,
    effectSentence: request.effectSentence,
    tool: call.tool,
    toolVersion: call.toolVersion,
    toolDescription: contract?.description ?? null,
    identity: { id: call.identity, name: identity?.name ?? call.identity },
    environment: call.environment,
    connection: call.connection,
    resource: call.resource,
    args: call.args,
    argsSchema: contract?.argsSchema ?? null,
    codeArgs: contract?.codeArgs ?? {},
    origins: request.origins,
    checks: request.checks,
    earlier: [
      ...changedByPlan(address.stepId, facts.started, state.document),
      ...changedByPeople(request.origins, facts.beforeEdit),
    ],
    look: facts.look,
    ifWrong: {
      compensation: compensationText(step?.compensation, facts.summary),
      committedEffects: facts.effects.filter(({ state: now }) => now === 'committed').map(effectRow),
      waitingBehind: step
        ? [...descendants(state.document, step.id)].map((id) => ({
            stepId: id,
            title: state.document.steps.find((other) => other.id === id)?.title ?? id,
          }))
        : [],
    },
    policy: request.policy,
    need: record.need,
    roles: request.roles,
    notRequester: request.notRequester,
    notEditor: request.notEditor,
    solo: request.solo,
    decisions: decisionsOf(record),
    mayDecide: mayDecide(facts),
    rationale: step?.rationale ?? null,
    arming: armingOf(request),
    canDecide: whyNot === null,
    whyNot,
    canWithdraw: isMine && (record.status === 'granted' || record.status === 'pending'),
    canAskAgain: canAskAgain(facts),
    canEdit: mayChange(facts),
    canExtend: mayChange(facts) && (state.approvals[record.approvalId]?.extensions ?? 0) < EXTENSIONS,
    snoozedUntil: facts.snoozedUntil,
    voided: voidedBy(facts),
    skippable: step?.skippable === true,
    seal: request.seal,
    callHash: request.callHash,
    callText: record.callText,
    fingerprint: `${request.seal.slice(0, 4)} ${request.seal.slice(4, 8)}`,
    runId: record.runId,
    runNumber: facts.runNumber,
    runStatus: state.status,
    runVersion: state.version,
    planId: record.planId,
    planTitle: record.planTitle,
    planVersion: state.planVersion,
    policyRevision: request.policy.revision,
    address,
    stepTitle: step?.title ?? address.stepId,
    stepIntent: step?.intent ?? null,
    batchOf: request.batchOf ?? null,
    neighbourhood: neighbourhood(state, address.stepId),
    groupKind: groupKindOf(request),
    siblings: siblingsOf(facts),
    earlierDecisions: facts.earlier.map(
      ({ approvalId, runId, request: { summary }, status, decidedAt, requestedAt, decidedBy }) => ({
        approvalId,
        runId,
        summary,
        status,
        at: decidedAt ?? requestedAt,
        by: personOf(decidedBy.at(-1))?.name ?? null,
      }),
    ),
  };
}

/** Asks `decide` itself, with everything right but who asks: one rule, one place. */
function whyNotDecide({ record, state, member, now }: CardFacts): { code: string; message: string } | null {
  if (!member.roles.includes('approver'))
    return { code: 'role-missing', message: 'This needs the role "approver".' };
  const { request } = record;
  const decision = decide(state, {
    type: 'decide-approvals',
    at: now,
    actor: actorOf(member),
    decider: deciderOf(member),
    verdict: 'approve',
    decisions: [{ approvalId: record.approvalId, seal: request.seal }],
    planVersion: state.planVersion,
    policyRevision: request.policy.revision,
    reason: 'x'.repeat(REASON_CHARACTERS),
    typed: armingText({ ...request, callText: record.callText }),
  });
  return decision.ok
    ? null
    : { code: decision.rejection.code, message: rejectionMessage(decision.rejection satisfies Rejection) };
}

function mayDecide({ record, state, people }: CardFacts): { id: string; name: string }[] {
  const { request } = record;
  return people
    .filter(
      ({ userId, roles }) =>
        roles.includes('approver') &&
        hasRole({ actor: { kind: 'person', id: userId }, roles }, request.roles) &&
        !(request.notRequester && userId === state.startedBy?.id) &&
        !(request.notEditor && userId === editorOf(state, { ...request, callText: record.callText })),
    )
    .map(({ userId, name }) => ({ id: userId, name }));
}

function decisionsOf(record: ApprovalRecord): z.infer<typeof ApprovalCard>['decisions'] {
  const granted = record.grants.map(({ by, at, reason }) => ({
    by: { id: by.id, name: by.name ?? by.id },
    at,
    verdict: 'approve' as const,
    reason: reason ?? null,
  }));
  const rejecter = record.status === 'rejected' ? personOf(record.decidedBy.at(-1)) : null;
  return rejecter
    ? [
        ...granted,
        {
          by: rejecter,
          at: record.decidedAt ?? record.requestedAt,
          verdict: 'reject' as const,
          reason: record.reason,
        },
      ]
    : granted;
}

function armingOf(request: ApprovalState['request']): z.infer<typeof ApprovalCard>['arming'] {
  if (request.tier === 'critical')
    return { kind: 'typed', type: armingText(request), reasonMinLength: REASON_CHARACTERS };
  return { kind: request.tier === 'high' ? 'read' : 'none', type: null, reasonMinLength: 0 };
}

function canAskAgain({ record, state, member }: CardFacts): boolean {
  const step = Object.hasOwn(state.steps, record.address) ? state.steps[record.address] : undefined;
  return (
    member.roles.includes('operator') &&
    step?.status === 'needs-approval' &&
    step.approvalId === record.approvalId &&
    record.status === 'expired'
  );
}

/** Who may decide may also give it other arguments or more time, while it waits. */
function mayChange({ record, state, member, now }: CardFacts): boolean {
  return (
    record.status === 'pending' &&
    now < record.expiresAt &&
    (state.status === 'running' || state.status === 'paused') &&
    member.roles.includes('approver') &&
    hasRole(deciderOf(member), record.request.roles)
  );
}

/** Why it is void, and what is asked in its place since. */
function voidedBy({ record, state }: CardFacts): z.infer<typeof ApprovalCard>['voided'] {
  if (record.status !== 'voided') return null;
  const step = Object.hasOwn(state.steps, record.address) ? state.steps[record.address] : undefined;
  const next = step?.approvalId === undefined ? undefined : state.approvals[step.approvalId];
  const edited = record.reason === 'arguments-edited' ? step?.edit?.by : undefined;
  return {
    cause: record.reason ?? 'call-changed',
    by: edited?.name ?? edited?.id ?? null,
    next:
      next && next.request.approvalId !== record.approvalId
        ? { approvalId: next.request.approvalId, callText: next.request.callText }
        : null,
  };
}

function groupKindOf(request: ApprovalState['request']): 'batch' | 'low' | null {
  if (request.tier === 'critical') return null;
  if (request.batchOf !== undefined) return 'batch';
  return groupKey(request) === undefined ? null : 'low';
}

/** The other calls that one decision may hold with it, in order; never a critical one (A11). */
function siblingsOf({ record, state }: CardFacts): z.infer<typeof ApprovalCard>['siblings'] {
  const own = state.approvals[record.approvalId];
  if (own?.status !== 'pending' || groupKindOf(own.request) === null) return [];
  return Object.values(state.approvals)
    .filter(
      (other) =>
        other !== own &&
        other.status === 'pending' &&
        other.request.tier !== 'critical' &&
        areAlike([own, other]),
    )
    .sort((a, b) => (a.address.item ?? 0) - (b.address.item ?? 0))
    .map(({ request, address, status }) => ({
      approvalId: request.approvalId,
      seal: request.seal,
      address: parseAddressKey(addressKey(address)),
      summary: request.summary,
      args: callOf(request).args,
      status,
    }));
}

function compensationText(
  work: RunState['document']['steps'][number]['compensation'],
  summary: CardFacts['summary'],
): string | null {
  if (!work) return null;
  if (work.kind === 'tool') return summary(work.tool, work.args as JsonObject) ?? work.tool;
  return work.kind === 'person' ? work.prompt : work.kind;
}
