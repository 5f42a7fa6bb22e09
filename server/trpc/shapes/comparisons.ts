import { z } from 'zod';
import { ReviewReason } from '#core/run/events.ts';
import { HashText, Person, PlanId, RunId, Time, VersionNumber } from './people.ts';
import { PlanDiffShape, VersionRow } from './plans.ts';

const StepId = z.string();
export const EffectClassShape = z.enum(['read', 'write', 'irreversible']);

export const Comparison = z.strictObject({
  planId: PlanId,
  title: z.string(),
  from: VersionRow,
  to: VersionRow,
  diff: PlanDiffShape,
  /** Why the run sent `to` to review, as it said then; else what would be asked for. */
  reviewReasons: z.array(ReviewReason),
  /** Steps that the run had finished when it proposed `to`, with what they did: "4 finished steps kept". */
  kept: z.array(
    z.strictObject({
      stepId: StepId,
      title: z.string(),
      effects: z.array(
        z.strictObject({
          operationKey: z.string(),
          summary: z.string(),
          state: z.enum(['intended', 'committed', 'not-applied', 'unknown', 'undone']),
        }),
      ),
    }),
  ),
  replan: z.strictObject({ runId: RunId, number: z.int(), limit: z.int() }).nullable(),
  /** What each step can do, by its id in the diff. */
  effects: z.record(StepId, EffectClassShape),
  /** Hashes of the changes here that the asking person has seen. */
  seen: z.array(HashText),
  /** Steps of these versions that were told apart. */
  apart: z.array(z.strictObject({ a: StepId, b: StepId, by: Person.nullable(), at: Time })),
  mayTellApart: z.boolean(),
});

/** One step through the versions; `same` as in the version's parent. */
export const HistoryCell = z.enum(['absent', 'added', 'changed', 'moved', 'removed', 'same']);
export const History = z.strictObject({
  planId: PlanId,
  title: z.string(),
  /** Oldest first. */
  versions: z.array(VersionRow),
  rows: z.array(
    z.strictObject({
      stepId: StepId,
      title: z.string(),
      cells: z.array(z.strictObject({ kind: HistoryCell, needsApproval: z.boolean() })),
    }),
  ),
  /** Versions below this number are left out; ask again with it. */
  earlierThan: VersionNumber.nullable(),
});
