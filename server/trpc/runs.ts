import { z } from 'zod';
import { notBuilt, procedureFor, router } from './init.ts';
import { HashText, IdempotencyKey, PlanId, RunId, VersionNumber, once } from './shapes/people.ts';
import { AddressShape, Commanded, EffectRow, JsonValue, RunDetail, RunEventShape, RunRow, StartPreview, StepOutput } from './shapes/runs.ts';

const OfRun = z.strictObject({ runId: RunId });
const Reason = z.string().trim().min(1).max(2_000);
const command = OfRun.extend(once);

export const runsRouter = router({
  startPreview: procedureFor('viewer').input(z.strictObject({ planId: PlanId, version: VersionNumber })).output(StartPreview).query(() => notBuilt()),
  start: procedureFor('operator')
    .input(z.strictObject({ planId: PlanId, version: VersionNumber, hash: HashText, idempotencyKey: IdempotencyKey }))
    .output(z.strictObject({ runId: RunId }))
    .mutation(() => notBuilt()),
  list: procedureFor('viewer')
    .input(z.strictObject({ limit: z.int().min(1).max(200).default(100), planId: PlanId.optional() }).default({ limit: 100 }))
    .output(z.strictObject({ runs: z.array(RunRow) }))
    .query(() => notBuilt()),
  get: procedureFor('viewer').input(OfRun).output(RunDetail).query(() => notBuilt()),
  /** Events after `after`, in order; ask again from the last one while `more`. */
  events: procedureFor('viewer')
    .input(OfRun.extend({ after: z.int().min(0), limit: z.int().min(1).max(1_000).default(500) }))
    .output(z.strictObject({ events: z.array(RunEventShape), version: z.int(), more: z.boolean() }))
    .query(() => notBuilt()),
  pause: procedureFor('operator').input(command.extend({ reason: Reason.optional() })).output(Commanded).mutation(() => notBuilt()),
  resume: procedureFor('operator').input(command).output(Commanded).mutation(() => notBuilt()),
  stop: procedureFor('operator')
    .input(command.extend({ mode: z.enum(['after-running', 'cancel-now']), reason: Reason.optional() }))
    .output(Commanded)
    .mutation(() => notBuilt()),
  resolveUnknown: procedureFor('operator')
    .input(command.extend({ address: AddressShape, operationKey: z.string().min(1), verdict: z.enum(['happened', 'did-not-happen']), evidence: z.string().trim().min(1).max(10_000), observation: JsonValue.optional() }))
    .output(Commanded)
    .mutation(() => notBuilt()),
  checkUnknownAgain: procedureFor('operator').input(command.extend({ address: AddressShape, operationKey: z.string().min(1) })).output(Commanded).mutation(() => notBuilt()),
  retryStep: procedureFor('operator').input(command.extend({ address: AddressShape })).output(Commanded).mutation(() => notBuilt()),
  answerPerson: procedureFor('operator').input(command.extend({ address: AddressShape, output: JsonValue })).output(Commanded).mutation(() => notBuilt()),
  requestReplan: procedureFor('operator').input(command.extend({ reason: Reason })).output(Commanded).mutation(() => notBuilt()),
  stepOutput: procedureFor('viewer').input(OfRun.extend({ address: AddressShape })).output(StepOutput).query(() => notBuilt()),
  effects: procedureFor('viewer').input(OfRun).output(z.strictObject({ effects: z.array(EffectRow) })).query(() => notBuilt()),
});
