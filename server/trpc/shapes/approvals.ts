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
  /** May be decided together with the others of its group (Low, or children of one forEach). */
  groupable: z.boolean(),
  canDecide: z.boolean(),
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
  // 7, 8: null = this tool has none / not known
  dryRun: z.string().nullable(),
  reach: z.string().nullable(),
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
  canAskAgain: z.boolean(),
  skippable: z.boolean(),
  // 14
  seal: HashText,
  callHash: HashText,
  callText: z.string(),
  fingerprint: z.string(),
  // context
  runId: RunId,
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
  /** The other calls of its forEach that may be decided with it (A11). */
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
