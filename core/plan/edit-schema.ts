/** PlanEdit as it comes in from outside: a draft being saved, a model's proposal. */
import { z } from 'zod';
import type { Json } from '../json.ts';
import type { PlanEdit } from './edit.ts';
import { PlanDocument, Step } from './schema.ts';

const Id = z.string().max(64);
const Value = z.json().optional() as z.ZodType<Json | undefined>;
const stepField = z.enum(Object.keys(Step.shape).filter((field) => field !== 'id' && field !== 'needs'));
const planField = z.enum(
  Object.keys(PlanDocument.shape).filter((field) => field !== 'artifact' && field !== 'steps'),
);

export const PlanEditSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('add-step'), step: Step, at: z.int().min(0).optional() }),
  z.strictObject({ type: z.literal('remove-step'), stepId: Id }),
  z.strictObject({ type: z.literal('rename-step'), stepId: Id, to: Id }),
  z.strictObject({ type: z.literal('replace-step'), stepId: Id, step: Step }),
  z.strictObject({ type: z.literal('set-step-field'), stepId: Id, field: stepField, value: Value }),
  z.strictObject({ type: z.literal('add-dependency'), stepId: Id, needs: Id }),
  z.strictObject({ type: z.literal('remove-dependency'), stepId: Id, needs: Id }),
  z.strictObject({ type: z.literal('move-step'), stepId: Id, to: z.int().min(0) }),
  z.strictObject({ type: z.literal('set-plan-field'), field: planField, value: Value }),
]) as unknown as z.ZodType<PlanEdit>;

/** More edits than these in one draft are a new plan. */
export const EDITS_OF_A_DRAFT = 10_000;
export const PlanEditList = z.array(PlanEditSchema).max(EDITS_OF_A_DRAFT);
