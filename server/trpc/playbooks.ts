import { z } from 'zod';
import type { Json, JsonObject } from '#core/json.ts';
import { Limits, type PlanDocument } from '#core/plan/schema.ts';
import { checkDocument } from '#server/commands/check-document.ts';
import { createPlan } from '#server/commands/create-plan.ts';
import type { Playbook } from '#server/planner/playbook.ts';
import { listPlaybooks, makePlan, matchPlaybooks } from '#server/planner/playbooks.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { once } from './shapes/people.ts';
import { MakeResult, PlaybookMatch, PlaybookRow } from './shapes/plans.ts';

const JsonValue = z.json() as z.ZodType<Json>;
const Goal = z.string().trim().min(1).max(20_000);

function shapeOf({ id, version, title, description, parameters }: Playbook) {
  return { id, version: String(version), title, description, parameters };
}

export const playbooksRouter = router({
  list: procedureFor('viewer')
    .output(z.strictObject({ playbooks: z.array(PlaybookRow) }))
    .query(() => ({ playbooks: listPlaybooks().map(shapeOf) })),

  match: procedureFor('author')
    .input(z.strictObject({ goal: Goal }))
    .output(z.strictObject({ matches: z.array(PlaybookMatch) }))
    .query(({ input }) => ({
      matches: matchPlaybooks(input.goal).map(({ playbook, score }) => ({ ...shapeOf(playbook), score })),
    })),

  /** Makes a plan's first version, in review; or says what stands in the way and shows the document. */
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
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'playbooks.make', input, async (): Promise<z.infer<typeof MakeResult>> => {
        const made = makePlan(input.playbookId, input.parameters as JsonObject, input.goal);
        if (!made.ok)
          return {
            made: false,
            document: null,
            problems: made.problems.map(({ path, message }) => ({
              code: 'invalid-parameters',
              severity: 'error',
              path,
              message,
            })),
          };
        const document = withWishes(made.document, input.constraints, input.limits);
        const checked = await checkDocument(ctx.app, ctx.session.workspace.id, document);
        if (!checked.ok) return { made: false, document, problems: checked.problems };
        const { id, title } = listPlaybooks().find((playbook) => playbook.id === input.playbookId) ?? {
          id: input.playbookId,
          title: input.goal,
        };
        const plan = {
          title: input.title ?? title,
          document,
          note: `Made by the playbook ${id}.`,
          provenance: made.provenance,
        };
        const { planId, version, problems } = await createPlan(ctx.app, ctx.session, plan);
        return { made: true, planId, version, problems };
      }),
    ),
});

/** The operator's own constraints and limits join the playbook's; a limit given here wins. */
function withWishes(
  document: PlanDocument,
  constraints: string[] = [],
  limits: Limits | undefined,
): PlanDocument {
  const taken = new Set((document.constraints ?? []).map(({ id }) => id));
  const own = constraints.map((text, at) => {
    let id = `own_${at + 1}`;
    while (taken.has(id)) id += '_';
    return { id, text };
  });
  return {
    ...document,
    ...(own.length > 0 && { constraints: [...(document.constraints ?? []), ...own] }),
    ...(limits && { limits: { ...document.limits, ...limits } }),
  };
}
