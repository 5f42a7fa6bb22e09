import { z } from 'zod';
import { PlanEditList, PlanEditSchema } from '#core/plan/edit-schema.ts';
import { Problem } from '#core/plan/problem.ts';
import { PLAN_LIMITS, PlanDocument, slugPattern } from '#core/plan/schema.ts';
import { HashText, PlanId, Time, VersionNumber } from './people.ts';
import { Layout } from './plans.ts';

export const DraftId = z.string().min(1).max(100);
export const Rev = z.int().min(1);
export const DraftTitle = z.string().trim().min(1).max(200);
export const Head = z.strictObject({ version: VersionNumber, hash: HashText });
export const SetAsideList = z.array(z.strictObject({ edit: PlanEditSchema, reason: z.string() }));

const Coordinate = z.number().min(-1_000_000).max(1_000_000);
const Place = z.strictObject({ x: Coordinate, y: Coordinate });
const StepId = z.string().regex(slugPattern);
const isFew = (record: object) => Object.keys(record).length <= PLAN_LIMITS.steps;
const tooMany = `at most ${PLAN_LIMITS.steps} cards`;
export const Places = z.record(StepId, Place).refine(isFew, tooMany);
/** null = back to where the layout puts it. */
export const PlaceMoves = z.record(StepId, Place.nullable()).refine(isFew, tooMany);

export const DraftRow = z.strictObject({
  draftId: DraftId,
  /** null: of a plan that does not exist yet. */
  planId: PlanId.nullable(),
  title: z.string(),
  baseVersion: VersionNumber.nullable(),
  edits: z.int(),
  setAside: z.int(),
  /** The plan's head, when it is not the base any more (V2). */
  newerHead: Head.nullable(),
  /** Problems that block a submit, and the tools among them that this installation lacks. */
  errors: z.int(),
  unknownTools: z.array(z.string()),
  updatedAt: Time,
});

/** What each call does, by its arguments. */
const StepEffects = z.array(
  z.strictObject({ stepId: z.string(), effect: z.enum(['read', 'write', 'irreversible']) }),
);

export const DraftDetail = z.strictObject({
  draftId: DraftId,
  planId: PlanId.nullable(),
  title: z.string(),
  base: Head.nullable(),
  newerHead: Head.nullable(),
  baseDocument: PlanDocument,
  edits: PlanEditList,
  /** Edits that a rebase could not do again. */
  setAside: SetAsideList,
  rev: Rev,
  updatedAt: Time,
  /** Of the edited document: where cards stand, those that somebody moved included. */
  layout: Layout,
  /** As at submit. */
  problems: z.array(Problem),
  effects: StepEffects,
});

export const DraftSaved = z.strictObject({
  rev: Rev,
  problems: z.array(Problem),
  effects: StepEffects,
  newerHead: Head.nullable(),
});
