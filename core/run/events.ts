/**
 * RunEvent: what happened, in the one form that is stored, streamed and folded (browser, driver, command handler).
 * Numbered 1, 2, 3 … per run without gaps. State holds no outputs: an event carries up to 4 KiB inline, larger
 * values stand as a PayloadRef (T4). Times are milliseconds since 1970 UTC. Money is integer micro-USD (B1).
 */
import { z } from 'zod';
import type { Json } from '../json.ts';
import { PlanDocument, Risk } from '../plan/schema.ts';
import { Problem } from '../plan/problem.ts';

const JsonValue: z.ZodType<Json> = z.json() as z.ZodType<Json>;
export const AddressSchema = z.strictObject({ stepId: z.string(), item: z.int().min(0).optional() });

export const Actor = z.strictObject({
  kind: z.enum(['person', 'driver', 'timer', 'planner', 'system']),
  id: z.string(),
  name: z.string().optional(),
});
/** Which role proposed or recovered, and with what (provenance, "Decided up front"). */
export const Provenance = z.strictObject({
  role: z.enum(['planner', 'executor', 'recovery', 'reviewer']),
  kind: z.enum(['person', 'playbook', 'model', 'agent']),
  /** For example `split-full-name@1` or a user id. */
  ref: z.string(),
});
export const PayloadRef = z.strictObject({ sha256: z.string(), bytes: z.int(), preview: z.string() });
/** A value kept inline when it is small, else by reference. */
export const StoredValue = z.union([
  z.strictObject({ inline: JsonValue }),
  z.strictObject({ ref: PayloadRef }),
]);

export const CheckKind = z.enum(['precondition', 'postcondition', 'assumption', 'success', 'stop', 'when']);
/** The evidence of one evaluated check: expression, value, probe's answer, time. */
export const CheckResult = z.strictObject({
  id: z.string(),
  kind: CheckKind,
  expr: z.string(),
  holds: z.boolean(),
  /** Why it does not hold, or the evaluation error. */
  message: z.string().optional(),
  value: JsonValue.optional(),
  probe: StoredValue.optional(),
  at: z.number(),
});

export const FailureClass = z.enum([
  'transient',
  'permanent',
  'precondition',
  'postcondition',
  'denied',
  'rejected',
  'could-not',
  'over-budget',
  'timed-out',
  'cancelled',
]);
export const Failure = z.strictObject({
  class: FailureClass,
  /** Machine-readable cause: `http-503`, `sqlstate-40001`, `poison`, `check:<id>`, `policy:<rule>` … */
  code: z.string(),
  message: z.string(),
  retryAfterMs: z.number().optional(),
  checks: z.array(CheckResult).optional(),
});

export const Spend = z.strictObject({ costMicroUsd: z.int(), tokens: z.int(), toolCalls: z.int() });
export const Policy = z.strictObject({
  verdict: z.enum(['allow', 'ask', 'deny']),
  rules: z.array(z.string()),
  reason: z.string(),
  revision: z.int(),
  approvers: z.int().optional(),
  roles: z.array(z.string()).optional(),
  notRequester: z.boolean().optional(),
  expiresAfterMs: z.number().optional(),
});

/** Where an argument's value came from, for the card's flags (ux 8.5). `path` is a JSON pointer into args. */
export const ArgumentOrigin = z.strictObject({
  path: z.string(),
  origin: z.enum(['plan', 'input', 'step-output', 'item', 'edit']),
  stepId: z.string().optional(),
  untrusted: z.boolean().optional(),
  changedSinceReview: z.boolean().optional(),
  /** Only of `edit`: who changed it on the card (A6). */
  by: Actor.optional(),
});

export const ApprovalRequest = z.strictObject({
  approvalId: z.string(),
  seal: z.string(),
  callHash: z.string(),
  /** The canonical text that is hashed; the card is drawn from it. */
  callText: z.string(),
  tier: z.enum(['low', 'high', 'critical']),
  /** One plain sentence by the tool from its arguments: "Drop column full_name of shop.users". */
  summary: z.string(),
  /** From the tool's contract: what this does and whether it can be undone. */
  effectSentence: z.string(),
  risk: Risk,
  origins: z.array(ArgumentOrigin),
  checks: z.array(CheckResult),
  policy: Policy,
  /** How many different people must approve; roles any of which qualifies; whether the run's starter may not. */
  need: z.int().min(1),
  roles: z.array(z.string()),
  notRequester: z.boolean(),
  notEditor: z.boolean(),
  /** Who edited this call last: on its card, else the plan. `notEditor` bars them (A5). */
  editor: z.string().optional(),
  solo: z.boolean(),
  expiresAt: z.number(),
  /** Set for a child of a forEach: its siblings may be decided as one batch (A11). */
  batchOf: z.string().optional(),
  /** A committed effect of another step with the same tool, arguments and identity: approving repeats it (E). */
  repeats: z
    .strictObject({ operationKey: z.string(), address: AddressSchema, summary: z.string() })
    .optional(),
});

export const EffectState = z.enum(['intended', 'committed', 'not-applied', 'unknown', 'undone']);
export const Trigger = z.strictObject({
  kind: z.enum([
    'precondition-failed',
    'assumption-contradicted',
    'dependency-unavailable',
    'step-failed',
    'goal-changed',
    'success-check-failed',
    'over-budget',
    'will-not-fit',
    'operator-request',
    /** The last version: what the run has done is taken back (E4). */
    'undo-after-failure',
    'undo-requested',
  ]),
  stepId: z.string().optional(),
  message: z.string(),
  checks: z.array(CheckResult).optional(),
});
/** One member of class A of a diff: why a revision must be reviewed (N4). */
export const ReviewReason = z.strictObject({
  code: z.string(),
  stepId: z.string().optional(),
  message: z.string(),
});

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), data: z.strictObject(shape) });

export const RunEventBody = z.discriminatedUnion('type', [
  event('run-started', {
    workspaceId: z.string(),
    runId: z.string(),
    planId: z.string(),
    planVersion: z.int(),
    planHash: z.string(),
    document: PlanDocument,
    identity: z.string(),
    solo: z.boolean(),
    startedBy: Actor,
    lastEditor: z.string().optional(),
  }),
  event('run-paused', { reason: z.string().optional() }),
  event('run-resumed', {}),
  /** after-running: nothing new starts, attempts in flight finish. cancel-now: they are aborted too (R5). */
  event('run-stop-requested', {
    mode: z.enum(['after-running', 'cancel-now']),
    reason: z.string().optional(),
    /** step-failure: recovery was given up, so the run ends failed instead of cancelled. */
    cause: z.enum(['operator', 'step-failure']).optional(),
  }),
  event('run-finished', {
    status: z.enum(['succeeded', 'failed', 'cancelled']),
    end: z.enum(['goal-met', 'gave-up', 'stopped']),
    reason: z.string(),
  }),
  /** No recovery is left: a person decides until `untilAt`, then the run fails (R4). */
  event('run-escalated', {
    stepId: z.string().optional(),
    item: z.int().optional(),
    reason: z.string(),
    untilAt: z.number().nullable(),
  }),
  event('success-checked', { checks: z.array(CheckResult), holds: z.boolean() }),

  event('for-each-expanded', {
    address: AddressSchema,
    count: z.int(),
    itemsHash: z.string(),
    items: StoredValue,
  }),
  event('step-skipped', {
    address: AddressSchema,
    cause: z.enum(['when', 'person', 'join', 'run-ended']),
    reason: z.string(),
  }),
  event('step-dropped', { address: AddressSchema, planVersion: z.int() }),
  event('step-cancelled', { address: AddressSchema, reason: z.string() }),

  event('approval-requested', { address: AddressSchema, approval: ApprovalRequest }),
  event('approval-granted', {
    approvalId: z.string(),
    by: Actor,
    reason: z.string().optional(),
    granted: z.int(),
    need: z.int(),
  }),
  event('approval-rejected', {
    approvalId: z.string(),
    by: Actor,
    reason: z.string(),
    next: z.enum(['replan', 'skip', 'stop']),
  }),
  event('approval-expired', { approvalId: z.string() }),
  event('approval-withdrawn', { approvalId: z.string(), by: Actor }),
  /** `members` are the members of the call that changed (A4), or the cause. */
  event('approval-voided', { approvalId: z.string(), cause: z.string(), members: z.array(z.string()) }),

  /** Its expiry was put off by a person, before it was reached. */
  event('approval-extended', { approvalId: z.string(), by: Actor, expiresAt: z.number() }),
  /** A6: from here on this step is called with these arguments; its card is void and a new one is asked for. */
  event('arguments-edited', {
    address: AddressSchema,
    approvalId: z.string(),
    from: StoredValue,
    to: StoredValue,
    /** Of the arguments that hold from now on. */
    argsHash: z.string(),
    origins: z.array(ArgumentOrigin),
    by: Actor,
    reason: z.string().optional(),
  }),
  /** A revision changed what this step calls, so the arguments edited before no longer apply. */
  event('edit-dropped', { address: AddressSchema, planVersion: z.int() }),

  /** A pending approval was prepared again and its seal is equal: the same card stands (A13). */
  event('approval-carried', { address: AddressSchema, approvalId: z.string(), planVersion: z.int() }),

  /** The intent: durable before the tool is called (E1). */
  event('attempt-dispatched', {
    address: AddressSchema,
    attempt: z.int().min(1),
    operationKey: z.string(),
    generation: z.int().min(0),
    tool: z.string(),
    effect: z.enum(['read', 'write', 'irreversible']),
    dedupe: z.enum(['key', 'lookup', 'none']),
    canReconcile: z.boolean(),
    resource: z.string().nullable(),
    connection: z.string().nullable(),
    identity: z.string(),
    argsHash: z.string(),
    callHash: z.string(),
    seal: z.string(),
    args: StoredValue,
    summary: z.string(),
    consumes: z.array(z.string()),
    /** A retry under the seal of an approval that an earlier attempt consumed (A1). */
    coveredBy: z.array(z.string()).optional(),
    policy: Policy,
    checks: z.array(CheckResult),
    reserved: Spend,
    timeoutAt: z.number(),
    /** after this a "not found" is final (E3) */ quietAt: z.number(),
  }),
  event('attempt-finished', {
    address: AddressSchema,
    attempt: z.int(),
    operationKey: z.string(),
    /** read: a read's answer. unknown: sent, and whether it took effect is not known (E2). */
    outcome: z.enum(['read', 'committed', 'not-applied', 'unknown']),
    observation: StoredValue.optional(),
    failure: Failure.optional(),
    spent: Spend,
    spentUnknown: z.boolean().optional(),
    crashed: z.boolean().optional(),
  }),
  event('effect-reconciled', {
    address: AddressSchema,
    operationKey: z.string(),
    verdict: z.enum(['committed', 'not-applied']),
    final: z.boolean(),
    by: Actor,
    evidence: z.string(),
    observation: StoredValue.optional(),
  }),
  /** This operation has already committed: nothing is sent, only its checks are made again. */
  event('effect-reused', { address: AddressSchema, operationKey: z.string() }),
  /** E4: the step that takes them back has succeeded. `by`: its own operation; absent where a person did it by hand. */
  event('effects-undone', {
    address: AddressSchema,
    operationKeys: z.array(z.string()).min(1),
    by: z.string().optional(),
  }),
  /** Could not be found out now: again at nextAt, or (null) a person must say. */
  event('reconcile-inconclusive', {
    address: AddressSchema,
    operationKey: z.string(),
    reason: z.string(),
    nextAt: z.number().nullable(),
  }),
  event('step-succeeded', {
    address: AddressSchema,
    checks: z.array(CheckResult),
    manual: z.boolean().optional(),
  }),
  event('step-failed', { address: AddressSchema, failure: Failure }),
  event('retry-scheduled', {
    address: AddressSchema,
    attempt: z.int(),
    at: z.number(),
    failure: Failure,
    /** It waits for something and has not failed: no retry is used up. */ waits: z.literal(true).optional(),
  }),

  event('person-asked', {
    address: AddressSchema,
    prompt: z.string(),
    inputs: StoredValue.optional(),
    form: z.record(z.string(), JsonValue).optional(),
  }),
  event('person-answered', { address: AddressSchema, by: Actor, output: StoredValue }),

  event('replan-requested', { trigger: Trigger }),
  event('revision-declined', { reason: z.string(), provenance: Provenance.optional() }),
  event('revision-refused', {
    reasons: z.array(z.string()),
    problems: z.array(Problem),
    provenance: Provenance,
  }),
  event('revision-proposed', {
    planVersion: z.int(),
    parentVersion: z.int(),
    planHash: z.string(),
    document: PlanDocument,
    trigger: Trigger,
    note: z.string(),
    provenance: Provenance,
    reviewReasons: z.array(ReviewReason),
    /** Of the replaced version and of this one, as their remaining work stood at the proposal (N5). */
    equivalences: z.array(z.strictObject({ planVersion: z.int(), equivalence: z.string() })),
  }),
  event('revision-approved', { planVersion: z.int(), by: Actor, reason: z.string().optional() }),
  event('revision-rejected', { planVersion: z.int(), by: Actor, reason: z.string() }),
  event('revision-adopted', { planVersion: z.int() }),
  event('budget-exhausted', { address: AddressSchema.optional(), limit: z.string(), message: z.string() }),
]);
export type RunEventBody = z.infer<typeof RunEventBody>;
export type RunEventType = RunEventBody['type'];

/** Envelope. `schema` is the shape's version for `decode.ts` to lift; `version` is the event's number in its run. */
export const RunEventEnvelope = z.object({
  version: z.int().min(1),
  schema: z.int(),
  at: z.number(),
  actor: Actor,
  traceId: z.string().optional(),
});
export type RunEvent = z.infer<typeof RunEventEnvelope> & RunEventBody;
/** What `decide` returns: not yet numbered. */
export type NewRunEvent = { at: number; actor: z.infer<typeof Actor>; traceId?: string } & RunEventBody;
export const RUN_EVENT_SCHEMA = 1;

export type Actor = z.infer<typeof Actor>;
export type Provenance = z.infer<typeof Provenance>;
export type PayloadRef = z.infer<typeof PayloadRef>;
export type StoredValue = z.infer<typeof StoredValue>;
export type CheckResult = z.infer<typeof CheckResult>;
export type Failure = z.infer<typeof Failure>;
export type FailureClass = z.infer<typeof FailureClass>;
export type Spend = z.infer<typeof Spend>;
export type ArgumentOrigin = z.infer<typeof ArgumentOrigin>;
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
export type EffectState = z.infer<typeof EffectState>;
export type Trigger = z.infer<typeof Trigger>;
export type ReviewReason = z.infer<typeof ReviewReason>;
