/** What a step of `wait.for` asks, as the check it is: one read through the gate and an expression over its answer. */
import { z } from 'zod';
import type { JsonObject } from '../json.ts';
import type { Check, Work } from './schema.ts';

export const WAIT_TOOL = 'wait.for';

const Condition = z.object({
  expr: z.string(),
  probe: z.object({ tool: z.string(), args: z.record(z.string(), z.json()) }),
});

/** The condition of a wait; undefined for all other work, and for a wait that names a time. */
export function waitCheck(work: Work): Check | undefined {
  if (work.kind !== 'tool' || work.tool !== WAIT_TOOL) return undefined;
  const read = Condition.safeParse((work.args as JsonObject)['condition']);
  return read.success
    ? { id: 'condition', message: 'The condition does not hold.', ...read.data }
    : undefined;
}
