import { z } from 'zod';
import type { PlanEdit } from './edit.ts';

/** A lint finding (P7). Errors block submission, warnings do not (P8). `path` is a JSON pointer into the document. */
export const Problem = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string(),
  /** Of a text that cannot be read: from 1. `column` counts UTF-16 units. */
  at: z.strictObject({ line: z.int(), column: z.int() }).optional(),
  /** The step it belongs to, when there is one. */
  stepId: z.string().optional(),
  /** Edits that would mend it. */
  fix: z.strictObject({ title: z.string(), edits: z.array(z.custom<PlanEdit>()) }).optional(),
});
export type Problem = z.infer<typeof Problem>;
