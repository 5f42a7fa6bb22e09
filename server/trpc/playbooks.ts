import { z } from 'zod';
import type { Json } from '#core/json.ts';
import { Limits } from '#core/plan/schema.ts';
import { notBuilt, procedureFor, router } from './init.ts';
import { once } from './shapes/people.ts';
import { MakeResult, PlaybookMatch, PlaybookRow } from './shapes/plans.ts';

const JsonValue = z.json() as z.ZodType<Json>;
const Goal = z.string().trim().min(1).max(20_000);

export const playbooksRouter = router({
  list: procedureFor('viewer').output(z.strictObject({ playbooks: z.array(PlaybookRow) })).query(() => notBuilt()),
  match: procedureFor('author').input(z.strictObject({ goal: Goal })).output(z.strictObject({ matches: z.array(PlaybookMatch) })).query(() => notBuilt()),
  make: procedureFor('author')
    .input(
      z.strictObject({
        goal: Goal,
        playbookId: z.string().min(1).max(200),
        parameters: z.record(z.string(), JsonValue).default({}),
        constraints: z.array(z.string().trim().min(1).max(2_000)).max(50).optional(),
        limits: Limits.optional(),
        title: z.string().trim().min(1).max(200).optional(),
        ...once,
      }),
    )
    .output(MakeResult)
    .mutation(() => notBuilt()),
});
