import { z } from 'zod';
import type { Json } from '#core/json.ts';
import { MAX_PARAMETERS, MAX_PLACES } from '#core/plan/playbook-template.ts';
import { Problem } from '#core/plan/problem.ts';
import { PlanDocument } from '#core/plan/schema.ts';
import { PlanId, RunId, Time, VersionNumber, once } from './people.ts';

const JsonValue = z.json() as z.ZodType<Json>;

export const PlaybookRow = z.strictObject({
  id: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), JsonValue),
  /** Null: the product brings it. */
  saved: z
    .strictObject({
      by: z.string(),
      at: Time,
      planId: PlanId,
      planVersion: VersionNumber,
      runId: RunId.nullable(),
      archived: z.boolean(),
    })
    .nullable(),
});
export const PlaybookMatch = PlaybookRow.extend({ score: z.number() });
/** With what a plan made with the defaults would touch. */
export const PlaybookCard = PlaybookRow.extend({
  steps: z.int(),
  reads: z.int(),
  writes: z.int(),
  irreversible: z.int(),
  systems: z.array(
    z.strictObject({ connection: z.string(), kind: z.string().nullable(), exists: z.boolean() }),
  ),
});
export const PlaybookDetail = PlaybookRow.extend({
  /** What the saved plan was for; null for a playbook of the product. */ goal: z.string().nullable(),
});

export const MakeResult = z.discriminatedUnion('made', [
  z.strictObject({
    made: z.literal(true),
    planId: PlanId,
    version: VersionNumber,
    problems: z.array(Problem),
  }),
  z.strictObject({ made: z.literal(false), problems: z.array(Problem), document: PlanDocument.nullable() }),
]);

export const PlaybookRef = z.string().min(1).max(200);
export const PlaybookName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,62}$/, 'use a-z, 0-9 and -, starting with a letter, 2 to 63 characters');
const Places = z.array(z.string().min(1).max(2_000)).min(1).max(MAX_PLACES);
export const Parameter = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'use a-z, 0-9, - and _ (64 at most), starting with a letter'),
  label: z.string().trim().min(1).max(100),
  at: Places,
});
export const Suggestion = z.strictObject({
  name: z.string(),
  label: z.string(),
  at: z.array(z.string()),
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** The steps where it stands. */ stepIds: z.array(z.string()),
});
export const SaveInput = z.strictObject({
  name: PlaybookName,
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2_000),
  planId: PlanId,
  version: VersionNumber,
  runId: RunId.optional(),
  parameters: z.array(Parameter).max(MAX_PARAMETERS),
  replaces: VersionNumber.nullable(),
  ...once,
});
