/**
 * Plan Artifact v1: the document a planner proposes. Every plan type is inferred from here.
 * A document holds proposals only (P3): no credentials, no identity, no approval, no private reasoning.
 * Shapes are strict: an unknown member is a problem, never dropped in silence. Defaults are applied by
 * `withDefaults` (normal-form.ts) and are absent from the normal form (P9).
 */
import { z } from 'zod';
import type { Json } from '../json.ts';
import { PLAN_LIMITS } from './plan-limits.ts';

export { PLAN_LIMITS };

export const slugPattern = /^[a-z_][a-z0-9_-]{0,63}$/;
export const Slug = z
  .string()
  .regex(slugPattern, 'use a-z, 0-9, - and _ (64 at most), starting with a letter or _');

const JsonValue: z.ZodType<Json> = z.json();
const Text = z.string().max(20_000);
const Line = z.string().max(500);
/** A CEL expression. */
const Cel = z.string().min(1).max(4_000);

export const Risk = z.enum(['low', 'medium', 'high', 'critical']);

export const Check = z.strictObject({
  id: Slug,
  /** True = holds. May read inputs, steps["id"].output, run, item, output and, with a probe, `probe`. */
  expr: Cel,
  /** One fresh read made by the runtime; its output is `probe` in the expression. */
  probe: z.strictObject({ tool: Line, args: z.record(z.string(), JsonValue) }).optional(),
  /** Said when it does not hold. */
  message: Line,
});

/** `{"$expr": "<CEL>"}` anywhere inside args is a binding: the whole value is replaced. */
const Arguments = z.record(z.string(), JsonValue);

export const ToolWork = z.strictObject({ kind: z.literal('tool'), tool: Line, args: Arguments });
export const ModelWork = z.strictObject({
  kind: z.literal('model'),
  prompt: Text,
  inputs: Arguments.optional(),
  outputSchema: z.record(z.string(), JsonValue),
});
export const AgentWork = z.strictObject({
  kind: z.literal('agent'),
  brief: Text,
  inputs: Arguments.optional(),
  profile: Line.optional(),
  tools: z.array(Line).max(64),
  maxTurns: z.int().min(1).max(100).optional(),
  outputSchema: z.record(z.string(), JsonValue),
});
export const PersonWork = z.strictObject({
  kind: z.literal('person'),
  prompt: Text,
  inputs: Arguments.optional(),
  /** JSON Schema of what the person fills in. */
  form: z.record(z.string(), JsonValue).optional(),
});
export const CheckpointWork = z.strictObject({ kind: z.literal('checkpoint'), question: Text });
export const Work = z.discriminatedUnion('kind', [
  ToolWork,
  ModelWork,
  AgentWork,
  PersonWork,
  CheckpointWork,
]);

export const Budget = z.strictObject({
  costUsd: z.number().min(0).max(1_000_000).optional(),
  tokens: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  toolCalls: z.int().min(0).max(1_000_000).optional(),
  durationMs: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

export const Step = z.strictObject({
  id: Slug,
  title: Line.min(1),
  /** WHAT this step achieves, not how. */
  intent: Text.optional(),
  /** One concrete sentence: how one sees that it is done. */
  success: Text.optional(),
  /** The planner's public reason. Shown last and marked "not verified". */
  rationale: Text.optional(),
  work: Work,
  needs: z.array(Slug).max(PLAN_LIMITS.steps).optional(),
  when: Cel.optional(),
  forEach: z
    .strictObject({
      /** CEL giving a list. Each item is `item` in bindings and checks of the step. */
      items: Cel,
      maxItems: z.int().min(1).max(10_000).optional(),
      concurrency: z.int().min(1).max(100).optional(),
    })
    .optional(),
  join: z.union([z.enum(['all', 'any']), z.strictObject({ atLeast: z.int().min(1) })]).optional(),
  preconditions: z.array(Check).max(50).optional(),
  postconditions: z.array(Check).max(50).optional(),
  /** JSON Schema of the result. */
  outputs: z.record(z.string(), JsonValue).optional(),
  /** May only raise what the tool's contract says. */
  risk: Risk.optional(),
  /** May only tighten what policy says. */
  approval: z
    .strictObject({
      required: z.boolean().optional(),
      approvers: z.int().min(1).max(10).optional(),
      expiresAfterMs: z.int().min(1_000).optional(),
    })
    .optional(),
  budget: Budget.optional(),
  timeoutMs: z.int().min(1).max(86_400_000).optional(),
  retry: z
    .strictObject({
      attempts: z.int().min(1).max(100).optional(),
      backoffMs: z.int().min(0).max(86_400_000).optional(),
      maxBackoffMs: z.int().min(0).max(86_400_000).optional(),
    })
    .optional(),
  fallbacks: z.array(Work).max(8).optional(),
  skippable: z.boolean().optional(),
  compensation: Work.optional(),
  /** This step takes back what another step did; once it has succeeded, that effect counts as undone (E4). */
  undoes: z.strictObject({ step: Slug, item: z.int().min(0).optional() }).optional(),
});

export const Limits = z.strictObject({
  concurrency: z.int().min(1).max(100).optional(),
  budget: Budget.optional(),
  replans: z.int().min(0).max(20).optional(),
  deadlineMs: z.int().min(1).optional(),
  escalateMs: z.int().min(0).optional(),
  onStepFailure: z.enum(['stop', 'finish-independent', 'cancel-running', 'undo']).optional(),
});

export const PlanDocument = z.strictObject({
  artifact: z.literal('plan/v1'),
  /** What must be true at the end, in the operator's words. */
  objective: Text.min(1),
  inputs: z.record(z.string(), JsonValue).optional(),
  /** The operator's own. A replan may never drop or reword one. */
  constraints: z
    .array(z.strictObject({ id: Slug, text: Text.min(1) }))
    .max(200)
    .optional(),
  assumptions: z
    .array(
      z.strictObject({
        id: Slug,
        statement: Text.min(1),
        steps: z.array(Slug).optional(),
        check: Check.optional(),
      }),
    )
    .max(200)
    .optional(),
  steps: z.array(Step).max(PLAN_LIMITS.steps),
  /** The terminal validator: all must hold, on fresh evidence, or the run has not succeeded (R7). */
  success: z.array(Check).max(50).optional(),
  /** Any one that holds stops the run. */
  stop: z.array(Check).max(50).optional(),
  limits: Limits.optional(),
});

export type Risk = z.infer<typeof Risk>;
export type Check = z.infer<typeof Check>;
export type Work = z.infer<typeof Work>;
export type ToolWork = z.infer<typeof ToolWork>;
export type PersonWork = z.infer<typeof PersonWork>;
export type Budget = z.infer<typeof Budget>;
export type Step = z.infer<typeof Step>;
export type Limits = z.infer<typeof Limits>;
export type PlanDocument = z.infer<typeof PlanDocument>;
