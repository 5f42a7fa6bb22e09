import { z } from 'zod';
import type { Json, JsonObject } from '#core/json.ts';
import { Risk } from '#core/plan/schema.ts';
import { AddressSchema, ArgumentOrigin, CheckResult, Policy } from '#core/run/events.ts';
import { HashText, Person, PlanId, RunId, Time, VersionNumber } from './people.ts';
import { EffectRow } from './runs.ts';

const JsonValue = z.json() as z.ZodType<Json>;
const JsonMap = z.record(z.string(), JsonValue) as z.ZodType<JsonObject>;

export const Tier = z.enum(['low', 'high', 'critical']);
export const ApprovalStatusShape = z.enum([
  'pending',
  'granted',
  'rejected',
  'expired',
  'withdrawn',
  'voided',
  'consumed',
]);
const StepStatusShape = z.enum([
  'waiting',
  'ready',
  'checking',
  'needs-approval',
  'running',
  'retry-wait',
  'unknown',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
  'undone',
  'dropped',
]);
export const Grant = z.strictObject({
  by: Person,
  at: Time,
  verdict: z.enum(['approve', 'reject']),
  reason: z.string().nullable(),
});

export const ApprovalRow = z.strictObject({
  approvalId: z.string(),
  runId: RunId,
  planId: PlanId,
  planTitle: z.string(),
  address: AddressSchema,
  tier: Tier,
  status: ApprovalStatusShape,
  summary: z.string(),
  tool: z.string(),
  resource: z.string().nullable(),
  requestedAt: Time,
  expiresAt: Time,
  decidedAt: Time.nullable(),
  need: z.int(),
  granted: z.int(),
  batchOf: z.string().nullable(),
  /** Equal for the pending calls that may be decided together (Low and alike, or children of one forEach). */
  group: z.string().nullable(),
  /** Put off by this person; nobody else sees it. */
  snoozedUntil: Time.nullable(),
  canDecide: z.boolean(),
});

/** What a changed argument was before, and since when it differs: a plan version, or a person's edit on the card. */
export const EarlierValue = z.strictObject({
  path: z.string(),
  since: z.union([z.strictObject({ version: VersionNumber }), z.strictObject({ by: z.string().nullable() })]),
  /** Absent: there was none, or it was computed. */
  value: JsonValue.optional(),
});

export const Neighbourhood = z.strictObject({
  nodes: z.array(
    z.strictObject({
      stepId: z.string(),
      number: z.int(),
      title: z.string(),
      status: StepStatusShape,
      column: z.int(),
      row: z.int(),
    }),
  ),
  edges: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  /** Steps of the plan that are not among them. */
  more: z.int(),
});

/** Everything the card shows, in its order (ux 8). */
export const ApprovalCard = z.strictObject({
  approvalId: z.string(),
  // 1
  tier: Tier,
  status: ApprovalStatusShape,
  effect: z.enum(['read', 'write', 'irreversible']),
  risk: Risk,
  requestedAt: Time,
  expiresAt: Time,
  // 2, 3
  summary: z.string(),
  effectSentence: z.string(),
  // 4
  tool: z.string(),
  toolVersion: z.string(),
  toolDescription: z.string().nullable(),
  identity: Person,
  environment: z.string().nullable(),
  connection: z.string().nullable(),
  resource: z.string().nullable(),
  // 5
  args: JsonMap,
  /** JSON Schema of the arguments, for names and kinds. */
  argsSchema: JsonMap.nullable(),
  /** Which arguments are code, and in what language. */
  codeArgs: z.record(z.string(), z.string()),
  origins: z.array(ArgumentOrigin),
  // 6
  checks: z.array(CheckResult),
  earlier: z.array(EarlierValue),
  // 7, 8: what can be asked of the tool
  look: z.strictObject({ dryRun: z.boolean(), reach: z.boolean() }),
  // 9
  ifWrong: z.strictObject({
    compensation: z.string().nullable(),
    committedEffects: z.array(EffectRow),
    waitingBehind: z.array(z.strictObject({ stepId: z.string(), title: z.string() })),
  }),
  // 10
  policy: Policy,
  need: z.int(),
  roles: z.array(z.string()),
  notRequester: z.boolean(),
  notEditor: z.boolean(),
  solo: z.boolean(),
  decisions: z.array(Grant),
  mayDecide: z.array(Person),
  // 11
  rationale: z.string().nullable(),
  // 12
  arming: z.strictObject({
    kind: z.enum(['none', 'read', 'typed']),
    /** what must be typed for Critical */ type: z.string().nullable(),
    reasonMinLength: z.int(),
  }),
  // 13
  canDecide: z.boolean(),
  whyNot: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  canWithdraw: z.boolean(),
  canEdit: z.boolean(),
  canExtend: z.boolean(),
  snoozedUntil: Time.nullable(),
  /** Void: why, and the card that took its place. */
  voided: z
    .strictObject({
      cause: z.string(),
      by: z.string().nullable(),
      next: z.strictObject({ approvalId: z.string(), callText: z.string() }).nullable(),
    })
    .nullable(),
  canAskAgain: z.boolean(),
  skippable: z.boolean(),
  // 14
  seal: HashText,
  callHash: HashText,
  callText: z.string(),
  fingerprint: z.string(),
  // context
  runId: RunId,
  runNumber: z.int().nullable(),
  runStatus: z.string(),
  runVersion: z.int(),
  planId: PlanId,
  planTitle: z.string(),
  planVersion: VersionNumber,
  policyRevision: z.int(),
  address: AddressSchema,
  stepTitle: z.string(),
  stepIntent: z.string().nullable(),
  batchOf: z.string().nullable(),
  neighbourhood: Neighbourhood,
  /** `batch`: of one forEach (A11). `low`: Low calls of one tool and rule in this run. */
  groupKind: z.enum(['batch', 'low']).nullable(),
  /** The other calls that may be decided with it. */
  siblings: z.array(
    z.strictObject({
      approvalId: z.string(),
      seal: HashText,
      address: AddressSchema,
      summary: z.string(),
      args: JsonMap,
      status: ApprovalStatusShape,
    }),
  ),
  earlierDecisions: z.array(
    z.strictObject({
      approvalId: z.string(),
      runId: RunId,
      summary: z.string(),
      status: ApprovalStatusShape,
      at: Time,
      by: z.string().nullable(),
    }),
  ),
});
