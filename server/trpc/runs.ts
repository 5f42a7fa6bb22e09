import { z } from 'zod';
import { validateJson } from '#core/plan/json-schema.ts';
import { addressKey } from '#core/run/address.ts';
import type { OperatorCommand } from '#core/run/commands.ts';
import type { JsonObject } from '#core/json.ts';
import { listEffects, remainingEffectsOfPlan } from '#db/effects.ts';
import { findRunHead, listRuns, toolDurations } from '#db/runs.ts';
import { actorOf } from '#server/commands/member.ts';
import { runCommand } from '#server/commands/run-command.ts';
import { reviewStart, startRun } from '#server/commands/start-run.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { connectionsOf } from '#server/review/expected-approvals.ts';
import type { MemberContext } from './context.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { HashText, IdempotencyKey, PlanId, RunId, VersionNumber, once } from './shapes/people.ts';
import {
  AddressShape,
  Commanded,
  Durations,
  EffectRow,
  JsonValue,
  RunDetail,
  RunEventShape,
  RunRow,
  StartPreview,
  StepOutput,
} from './shapes/runs.ts';
import { effectRow } from './views/effect-row.ts';
import { expectedShape } from './views/expected-shape.ts';
import { runRow } from './views/run-row.ts';

const OfRun = z.strictObject({ runId: RunId });
const Reason = z.string().trim().min(1).max(2_000);
const command = OfRun.extend(once);
/** A step's output above this is shown in part; the whole is for a download. */
const SHOWN_BYTES = 256 * 1024;
/** Effects of earlier runs that the start dialog names; the rest is counted. */
const EARLIER_SHOWN = 20;
/** Runs whose calls say how long a tool takes. */
const RUNS_MEASURED = 200;

/** What an operator asks of a run, once per key. */
function ask(
  ctx: MemberContext,
  procedure: string,
  input: { runId: string; idempotencyKey?: string | undefined; [member: string]: unknown },
  make: () => OperatorCommand | Promise<OperatorCommand>,
) {
  const { session, app } = ctx;
  return onceFor(ctx, procedure, input, async () => {
    const { version } = await runCommand(
      app,
      { workspaceId: session.workspace.id, runId: input.runId },
      { ...(await make()), at: app.clock.now(), actor: actorOf(session) },
    );
    return { runId: input.runId, version };
  });
}

export const runsRouter = router({
  startPreview: procedureFor('viewer')
    .input(z.strictObject({ planId: PlanId, version: VersionNumber }))
    .output(StartPreview)
    .query(async ({ ctx: { app, session }, input }) => {
      const workspaceId = session.workspace.id;
      const [review, catalog, earlier] = await Promise.all([
        reviewStart(app, session, input.planId, input.version),
        app.catalog(workspaceId),
        remainingEffectsOfPlan(app.sql, workspaceId, input.planId, EARLIER_SHOWN),
      ]);
      const { version, approvers, refusal } = review;
      const known = catalog.connections ?? {};
      const connections = connectionsOf(version.document, catalog).map((name) => {
        const found = Object.hasOwn(known, name) ? known[name] : undefined;
        return {
          name,
          kind: found?.kind ?? null,
          environment: found?.environment ?? null,
          found: found !== undefined,
        };
      });
      return {
        planId: input.planId,
        version: input.version,
        hash: version.hash,
        title: review.title,
        identity: { id: session.user.id, name: session.user.name },
        connections,
        approvals: review.approvals.map(expectedShape),
        approversNeeded: approvers.needed,
        approversAvailable: approvers.available,
        enoughApprovers: approvers.enough,
        budget: version.document.limits?.budget ?? {},
        refusal: refusal ? { code: refusal.refusal.code, message: refusal.refusal.message } : null,
        approverNames: review.approverNames,
        lacking: approvers.lacking,
        earlier,
      };
    }),

  start: procedureFor('operator')
    .input(
      z.strictObject({
        planId: PlanId,
        version: VersionNumber,
        hash: HashText,
        idempotencyKey: IdempotencyKey,
      }),
    )
    .output(z.strictObject({ runId: RunId }))
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'runs.start', input, () => startRun(ctx.app, ctx.session, input)),
    ),

  list: procedureFor('viewer')
    .input(
      z
        .strictObject({ limit: z.int().min(1).max(500).default(100), planId: PlanId.optional() })
        .default({ limit: 100 }),
    )
    .output(z.strictObject({ runs: z.array(RunRow) }))
    .query(async ({ ctx: { app, session }, input }) => ({
      runs: (await listRuns(app.sql, session.workspace.id, input)).map((head) =>
        runRow(head, app.clock.now()),
      ),
    })),

  get: procedureFor('viewer')
    .input(OfRun)
    .output(RunDetail)
    .query(async ({ ctx: { app, session }, input }) => {
      const [head, loaded, [started]] = await Promise.all([
        findRunHead(app.sql, session.workspace.id, input.runId),
        app.store.load(session.workspace.id, input.runId),
        app.store.readEvents(session.workspace.id, input.runId, 0, 1),
      ]);
      if (!head || !loaded || started?.type !== 'run-started') throw notFound('run');
      const can = {
        operate: session.roles.includes('operator'),
        approve: session.roles.includes('approver'),
      };
      const { planVersion, document } = started.data;
      return {
        run: runRow(head, app.clock.now()),
        first: { planVersion, steps: document.steps.length },
        state: loaded.state,
        version: loaded.version,
        can,
      };
    }),

  durations: procedureFor('viewer')
    .input(OfRun)
    .output(Durations)
    .query(async ({ ctx: { app, session }, input }) => {
      const head = await findRunHead(app.sql, session.workspace.id, input.runId);
      if (!head) throw notFound('run');
      return { tools: await toolDurations(app.sql, session.workspace.id, RUNS_MEASURED) };
    }),

  /** Events after `after`, in order; ask again from the last one while `more`. */
  events: procedureFor('viewer')
    .input(OfRun.extend({ after: z.int().min(0), limit: z.int().min(1).max(1_000).default(500) }))
    .output(z.strictObject({ events: z.array(RunEventShape), version: z.int(), more: z.boolean() }))
    .query(async ({ ctx: { app, session }, input }) => {
      const { runId, after, limit } = input;
      const [head, events] = await Promise.all([
        findRunHead(app.sql, session.workspace.id, runId),
        app.store.readEvents(session.workspace.id, runId, after, limit + 1),
      ]);
      if (!head) throw notFound('run');
      const page = events.slice(0, limit);
      return { events: page, version: page.at(-1)?.version ?? after, more: events.length > limit };
    }),

  pause: procedureFor('operator')
    .input(command.extend({ reason: Reason.optional() }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.pause', input, () => ({
        type: 'pause-run',
        ...(input.reason !== undefined && { reason: input.reason }),
      })),
    ),

  resume: procedureFor('operator')
    .input(command)
    .output(Commanded)
    .mutation(({ ctx, input }) => ask(ctx, 'runs.resume', input, () => ({ type: 'resume-run' }))),

  stop: procedureFor('operator')
    .input(command.extend({ mode: z.enum(['after-running', 'cancel-now']), reason: Reason.optional() }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.stop', input, () => ({
        type: 'stop-run',
        mode: input.mode,
        ...(input.reason !== undefined && { reason: input.reason }),
      })),
    ),

  /** E4: what the run has done is taken back, as its plan says; then it ends. */
  undo: procedureFor('operator')
    .input(command.extend({ reason: Reason }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.undo', input, () => ({ type: 'undo-run', reason: input.reason })),
    ),

  resolveUnknown: procedureFor('operator')
    .input(
      command.extend({
        address: AddressShape,
        operationKey: z.string().min(1),
        verdict: z.enum(['happened', 'did-not-happen']),
        evidence: z.string().trim().min(1).max(10_000),
        observation: JsonValue.optional(),
      }),
    )
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.resolveUnknown', input, async () => {
        const { address, operationKey, verdict, evidence, observation } = input;
        const stored =
          observation === undefined
            ? undefined
            : await ctx.app.store.putPayload(ctx.session.workspace.id, observation);
        return {
          type: 'resolve-unknown',
          address,
          operationKey,
          verdict,
          evidence,
          ...(stored && { observation: stored }),
        };
      }),
    ),

  checkUnknownAgain: procedureFor('operator')
    .input(command.extend({ address: AddressShape, operationKey: z.string().min(1) }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.checkUnknownAgain', input, () => ({
        type: 'check-unknown-again',
        address: input.address,
        operationKey: input.operationKey,
      })),
    ),

  retryStep: procedureFor('operator')
    .input(command.extend({ address: AddressShape }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.retryStep', input, () => ({ type: 'retry-step', address: input.address })),
    ),

  answerPerson: procedureFor('operator')
    .input(command.extend({ address: AddressShape, output: JsonValue }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.answerPerson', input, async () => {
        await mustFitForm(ctx, input.runId, input.address.stepId, input.output);
        return {
          type: 'answer-person-step',
          address: input.address,
          output: await ctx.app.store.putPayload(ctx.session.workspace.id, input.output),
        };
      }),
    ),

  requestReplan: procedureFor('operator')
    .input(command.extend({ reason: Reason }))
    .output(Commanded)
    .mutation(({ ctx, input }) =>
      ask(ctx, 'runs.requestReplan', input, () => ({ type: 'request-replan', reason: input.reason })),
    ),

  stepOutput: procedureFor('viewer')
    .input(OfRun.extend({ address: AddressShape }))
    .output(StepOutput)
    .query(async ({ ctx: { app, session }, input }) => {
      const key = addressKey(input.address);
      const [head, outputs] = await Promise.all([
        findRunHead(app.sql, session.workspace.id, input.runId),
        app.store.readOutputs(session.workspace.id, input.runId, [key]),
      ]);
      if (!head) throw notFound('run');
      if (!Object.hasOwn(outputs, key))
        return { address: input.address, present: false, value: null, bytes: 0, truncated: false };
      const value = outputs[key] ?? null;
      const text = JSON.stringify(value);
      const bytes = Buffer.byteLength(text);
      const truncated = bytes > SHOWN_BYTES;
      return {
        address: input.address,
        present: true,
        value: truncated ? text.slice(0, SHOWN_BYTES) : value,
        bytes,
        truncated,
      };
    }),

  effects: procedureFor('viewer')
    .input(OfRun)
    .output(z.strictObject({ effects: z.array(EffectRow) }))
    .query(async ({ ctx: { app, session }, input }) => {
      const [head, effects] = await Promise.all([
        findRunHead(app.sql, session.workspace.id, input.runId),
        listEffects(app.sql, session.workspace.id, input.runId),
      ]);
      if (!head) throw notFound('run');
      return { effects: effects.map(effectRow) };
    }),
});

/** What a person fills in answers the step's form, field by field. */
async function mustFitForm(
  { app, session }: MemberContext,
  runId: string,
  stepId: string,
  output: z.infer<typeof JsonValue>,
): Promise<void> {
  const loaded = await app.store.load(session.workspace.id, runId);
  const work = loaded?.state.document.steps.find((step) => step.id === stepId)?.work;
  if (work?.kind !== 'person' || !work.form) return;
  const problems = validateJson(work.form as JsonObject, output);
  if (problems.length > 0) throw refuse(422, 'output-invalid', 'The form is not complete.', { problems });
}
