import { z } from 'zod';
import { Problem } from '#core/plan/problem.ts';
import { PLAN_LIMITS, PlanDocument } from '#core/plan/schema.ts';
import { HashText, once, PlanId, VersionNumber } from './people.ts';

/** Half of a surrogate pair is no text: it could be neither hashed nor stored. */
const isText = [(text: string) => text.isWellFormed(), 'half of a surrogate pair'] as const;
const ToolName = z
  .string()
  .min(1)
  .max(500)
  .refine(...isText);

export const ReadImportInput = z.strictObject({
  /** JSON, YAML, or a reply that holds one of them. */
  text: z
    .string()
    .max(PLAN_LIMITS.requestBytes)
    .refine(...isText),
  format: z.enum(['auto', 'json', 'yaml']).default('auto'),
  title: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(...isText)
    .optional(),
  /** What the plan is for, whatever it says of itself. */
  goal: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .refine(...isText)
    .optional(),
  /** Tools of the source, by the tool that does their work here. */
  tools: z.record(ToolName, ToolName).optional(),
});
export const ImportInput = ReadImportInput.extend({
  /** What does not come along was seen and accepted. */
  acceptLosses: z.boolean().default(false),
  ...once,
});

const RenamedIds = z.array(z.strictObject({ from: z.string(), to: z.string() }));
const Read = {
  title: z.string(),
  ids: RenamedIds,
  problems: z.array(Problem),
};

export const ReadImportResult = z.strictObject({
  ...Read,
  format: z.enum(['json', 'yaml']),
  shape: z.enum(['plan/v1', 'steps', 'list']),
  sourceId: z.string().nullable(),
  document: PlanDocument,
  losses: z.array(Problem),
  /** Tools of the source that this installation lacks, each with the steps that use it. */
  foreignTools: z.array(
    z.strictObject({ tool: z.string(), steps: z.array(z.string()), mappedTo: z.string().nullable() }),
  ),
  unknownTools: z.array(z.string()),
  becomes: z.enum(['version', 'draft']),
});
export const ImportResult = z.discriminatedUnion('made', [
  z.strictObject({
    made: z.literal('version'),
    planId: PlanId,
    version: VersionNumber,
    hash: HashText,
    ...Read,
  }),
  z.strictObject({ made: z.literal('draft'), draftId: z.string(), ...Read }),
]);
