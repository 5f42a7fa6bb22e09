import { z } from 'zod';
import type { Json, JsonObject } from '#core/json.ts';
import { suggestParameters } from '#core/plan/playbook-template.ts';
import { Limits, type PlanDocument } from '#core/plan/schema.ts';
import { findVersion } from '#db/plans.ts';
import { setPlaybookArchived } from '#db/saved-playbooks.ts';
import { checkDocument } from '#server/commands/check-document.ts';
import { createPlan } from '#server/commands/create-plan.ts';
import { findOffered, listOffered, type OfferedPlaybook } from '#server/commands/find-playbook.ts';
import { savePlaybook } from '#server/commands/save-playbook.ts';
import { makePlan, matchPlaybooks, type MadePlan } from '#server/planner/playbooks.ts';
import { codeArgumentsOf } from '#server/planner/saved-playbook.ts';
import { notFound } from '#server/refusal.ts';
import { playbookFacts } from '#server/review/playbook-facts.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { Done, PlanId, VersionNumber, once } from './shapes/people.ts';
import {
  MakeResult,
  PlaybookCard,
  PlaybookDetail,
  PlaybookMatch,
  PlaybookName,
  PlaybookRef,
  SaveInput,
  Suggestion,
} from './shapes/playbooks.ts';

const JsonValue = z.json() as z.ZodType<Json>;
const Goal = z.string().trim().min(1).max(20_000);

function shapeOf({ playbook: { id, version, title, description, parameters }, saved }: OfferedPlaybook) {
  return {
    id,
    version: String(version),
    title,
    description,
    parameters,
    saved: saved && {
      by: saved.savedBy.name ?? saved.savedBy.id,
      at: saved.savedAt,
      planId: saved.planId,
      planVersion: saved.planVersion,
      runId: saved.runId,
      archived: saved.archivedAt !== null,
    },
  };
}

export const playbooksRouter = router({
  /** Those that people here saved, by title, hidden ones too; then those of the product. */
  list: procedureFor('viewer')
    .output(z.strictObject({ playbooks: z.array(PlaybookCard) }))
    .query(async ({ ctx: { app, session } }) => {
      const workspaceId = session.workspace.id;
      const [offered, catalog] = await Promise.all([listOffered(app, workspaceId), app.catalog(workspaceId)]);
      const playbooks = offered.map((each) => {
        const made = makePlan(each.playbook, {}, each.playbook.title);
        if (!made.ok) throw new Error(`The defaults of ${each.playbook.id} do not fit its own schema.`);
        return { ...shapeOf(each), ...playbookFacts(made.document, catalog) };
      });
      return { playbooks };
    }),

  /** By name, or `name@version`. */
  get: procedureFor('viewer')
    .input(z.strictObject({ playbookId: PlaybookRef }))
    .output(PlaybookDetail)
    .query(async ({ ctx: { app, session }, input }) => {
      const found = await findOffered(app, session.workspace.id, input.playbookId);
      if (!found) throw notFound('playbook');
      return { ...shapeOf(found), goal: found.saved?.document.objective ?? null };
    }),

  match: procedureFor('author')
    .input(z.strictObject({ goal: Goal }))
    .output(z.strictObject({ matches: z.array(PlaybookMatch) }))
    .query(async ({ ctx: { app, session }, input }) => {
      const offered = (await listOffered(app, session.workspace.id)).filter((each) => !isHidden(each));
      const of = new Map(offered.map((each) => [each.playbook, each]));
      const matches = matchPlaybooks(input.goal, [...of.keys()]);
      return {
        matches: matches.flatMap(({ playbook, score }) => {
          const each = of.get(playbook);
          return each ? [{ ...shapeOf(each), score }] : [];
        }),
      };
    }),

  /** The values of a plan version that may become parameters, with the places where each stands. */
  suggest: procedureFor('author')
    .input(z.strictObject({ planId: PlanId, version: VersionNumber }))
    .output(z.strictObject({ suggestions: z.array(Suggestion) }))
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const [found, catalog] = await Promise.all([
        findVersion(app.sql, workspaceId, input.planId, input.version),
        app.catalog(workspaceId),
      ]);
      if (!found) throw notFound('plan version');
      return { suggestions: suggestParameters(found.document, codeArgumentsOf(catalog)) };
    }),

  /** Keeps a plan version as the next version of a playbook; 409 when the name is used and `replaces` does not say so. */
  save: procedureFor('author')
    .input(SaveInput)
    .output(z.strictObject({ name: z.string(), version: VersionNumber }))
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'playbooks.save', input, () => savePlaybook(ctx.app, ctx.session, input)),
    ),

  /** Hides a saved playbook where playbooks are picked, or shows it again. Nothing is deleted. */
  archive: procedureFor('author')
    .input(z.strictObject({ name: PlaybookName, archived: z.boolean(), ...once }))
    .output(Done)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'playbooks.archive', input, async () => {
        const { app, session } = ctx;
        if (!(await setPlaybookArchived(app.sql, session.workspace.id, input.name, input.archived)))
          throw notFound('saved playbook');
        return { done: true as const };
      }),
    ),

  /** Makes a plan's first version, in review; or says what stands in the way and shows the document. */
  make: procedureFor('author')
    .input(
      z.strictObject({
        goal: Goal,
        playbookId: PlaybookRef,
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
        const found = await findOffered(ctx.app, ctx.session.workspace.id, input.playbookId);
        const made: MadePlan =
          found && !isHidden(found)
            ? makePlan(found.playbook, input.parameters as JsonObject, input.goal)
            : {
                ok: false,
                problems: [{ path: '/playbookId', message: notOffered(input.playbookId, found) }],
              };
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
        const plan = {
          title: input.title ?? found?.playbook.title ?? input.goal,
          document,
          note: `Made by the playbook ${found?.playbook.id ?? input.playbookId}.`,
          provenance: made.provenance,
        };
        const { planId, version, problems } = await createPlan(ctx.app, ctx.session, plan);
        return { made: true, planId, version, problems };
      }),
    ),
});

function isHidden({ saved }: OfferedPlaybook): boolean {
  return saved !== null && saved.archivedAt !== null;
}

function notOffered(ref: string, found: OfferedPlaybook | undefined): string {
  return found
    ? `The playbook "${ref}" is hidden. Show it again on the playbooks page first.`
    : `There is no playbook "${ref}".`;
}

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
