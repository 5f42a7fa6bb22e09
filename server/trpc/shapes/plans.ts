import { z } from 'zod';
import type { Json } from '#core/json.ts';
import { Problem } from '#core/plan/problem.ts';
import { PlanDocument, Risk, Step } from '#core/plan/schema.ts';
import { Provenance, Trigger } from '#core/run/events.ts';
import { HashText, Person, PlanId, RunId, Time, VersionNumber } from './people.ts';

const JsonValue = z.json() as z.ZodType<Json>;

export const VersionState = z.enum(['in review', 'approved', 'superseded', 'rejected']);
export const RunStatusShape = z.enum([
  'not-started',
  'running',
  'paused',
  'stopping',
  'succeeded',
  'failed',
  'cancelled',
]);

export const PlanRow = z.strictObject({
  planId: PlanId,
  title: z.string(),
  newestVersion: VersionNumber,
  state: VersionState,
  steps: z.int(),
  writes: z.int(),
  irreversible: z.int(),
  riskiest: Risk,
  lastRun: z.strictObject({ runId: RunId, status: RunStatusShape, at: Time }).nullable(),
  changedBy: z.string(),
  changedAt: Time,
});

export const VersionRow = z.strictObject({
  version: VersionNumber,
  hash: HashText,
  state: VersionState,
  note: z.string(),
  parent: VersionNumber.nullable(),
  /** Made inside a run: bound to it until promoted (V6). */
  origin: z.strictObject({ runId: RunId }).nullable(),
  promotedAt: Time.nullable(),
  trigger: Trigger.nullable(),
  provenance: Provenance,
  createdAt: Time,
  createdBy: Person.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Time.nullable(),
  reason: z.string().nullable(),
  approvalExpiresAt: Time.nullable(),
});

export const PlanDetail = z.strictObject({
  planId: PlanId,
  title: z.string(),
  createdAt: Time,
  /** The plan's head: the newest version not made inside a run. */
  head: VersionNumber,
  versions: z.array(VersionRow),
});

/** What policy will ask for when this step runs, judged on what is known now (G1 preview). One for each tool step. */
export const ExpectedApproval = z.strictObject({
  stepId: z.string(),
  title: z.string(),
  tool: z.string(),
  /** From the tool's contract; an unknown tool counts as irreversible. */
  effect: z.enum(['read', 'write', 'irreversible']),
  verdict: z.enum(['allow', 'ask', 'deny']),
  tier: z.enum(['auto', 'low', 'high', 'critical']),
  approvers: z.int(),
  roles: z.array(z.string()),
  reason: z.string(),
  rules: z.array(z.string()),
});

const May = z.strictObject({ allowed: z.boolean(), why: z.string().nullable() });

export const VersionDetail = VersionRow.extend({
  planId: PlanId,
  title: z.string(),
  document: PlanDocument,
  problems: z.array(Problem),
  approvalsExpected: z.array(ExpectedApproval),
  summary: z.strictObject({
    steps: z.int(),
    reads: z.int(),
    writes: z.int(),
    irreversible: z.int(),
    approvals: z.int(),
    text: z.string(),
    riskiest: Risk,
    /** null: neither the plan nor its steps say. */
    costUsd: z.number().nullable(),
    durationMs: z.number().nullable(),
    longestChain: z.strictObject({ steps: z.int(), ms: z.number() }),
  }),
  /** The newest version, when it is newer than this one. */
  newerVersion: VersionNumber.nullable(),
  runs: z.array(z.strictObject({ runId: RunId, status: RunStatusShape, startedAt: Time })),
  /** Off also while lint would refuse it (P8). */
  canApprove: May,
  canReject: May,
  canStart: May,
});

export const Position = z.strictObject({ x: z.number(), y: z.number() });
export const Layout = z.strictObject({
  positions: z.record(z.string(), Position),
  edges: z.array(z.strictObject({ from: z.string(), to: z.string(), points: z.array(Position) })),
  width: z.number(),
  height: z.number(),
  algorithm: z.string(),
});

/** A fresh drawing to look at before anything moves; crossings are not counted of very large plans. */
export const Tidied = z.strictObject({
  layout: Layout,
  crossings: z.strictObject({ now: z.int(), tidy: z.int() }).nullable(),
});

export const Saved = z.strictObject({
  planId: PlanId,
  version: VersionNumber,
  hash: HashText,
  problems: z.array(Problem),
});
/** One sentence: what changed. */
export const Note = z.string().trim().min(1).max(500);

const ChangeClass = z.enum(['A', 'B', 'C']);
export const FieldChange = z.strictObject({
  path: z.string(),
  from: JsonValue.optional(),
  to: JsonValue.optional(),
  class: ChangeClass,
  why: z.string().optional(),
});
export const StepChange = z.strictObject({
  kind: z.enum(['added', 'removed', 'changed', 'moved', 'unchanged']),
  stepId: z.string(),
  fromStep: Step.optional(),
  toStep: Step.optional(),
  fromAt: z.int().optional(),
  toAt: z.int().optional(),
  class: ChangeClass.optional(),
  fields: z.array(FieldChange),
  matchedBy: z.enum(['id', 'likeness']).optional(),
  likeness: z.number().optional(),
  hash: HashText.optional(),
});
export const PlanDiffShape = z.strictObject({
  steps: z.array(StepChange),
  plan: z.array(FieldChange),
  planHash: HashText.optional(),
  summary: z.strictObject({
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    needsApprovalAgain: z.int(),
    moved: z.int(),
    unchanged: z.int(),
    kept: z.int(),
    mostlyNew: z.boolean(),
    text: z.string(),
  }),
});
