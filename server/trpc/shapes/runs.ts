import { z } from 'zod';
import type { Json } from '#core/json.ts';
import { AddressSchema, CheckResult, Failure, StoredValue, type RunEvent } from '#core/run/events.ts';
import type { RunState } from '#core/run/state.ts';
import { HashText, Person, PlanId, RunId, Time, VersionNumber } from './people.ts';
import { ExpectedApproval, RunStatusShape } from './plans.ts';

const JsonValue = z.json() as z.ZodType<Json>;
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
/** The fold of the run's events; made by `evolve` alone, so its shape is checked there. */
export const RunStateShape = z.custom<RunState>(isObject);
/** Read through db/decode.ts, which has parsed it. */
export const RunEventShape = z.custom<RunEvent>(isObject);
export { AddressSchema as AddressShape };

export const RunRow = z.strictObject({
  runId: RunId,
  /** "Run 81". */
  number: z.int(),
  planId: PlanId,
  planTitle: z.string(),
  planVersion: VersionNumber,
  status: RunStatusShape,
  startedAt: Time,
  endedAt: Time.nullable(),
  startedBy: Person.nullable(),
  done: z.int(),
  total: z.int(),
  /** Approvals, unknown outcomes, persons' steps and revisions that wait for somebody. */
  needsYou: z.int(),
  replans: z.int(),
  costMicroUsd: z.int(),
  /** What it waits for first, in one sentence; all of it as codes is in `waits`. */
  waiting: z.string().nullable(),
  waits: z.array(z.looseObject({ code: z.string() })),
  end: z.strictObject({ end: z.enum(['goal-met', 'gave-up', 'stopped']), reason: z.string() }).nullable(),
});

export const RunDetail = z.strictObject({
  run: RunRow,
  /** What it was started with: a revision may have made the plan longer since. */
  first: z.strictObject({ planVersion: VersionNumber, steps: z.int() }),
  /** Fold later events onto this with `evolve`. */
  state: RunStateShape,
  version: z.int(),
  can: z.strictObject({ operate: z.boolean(), approve: z.boolean() }),
});

export const StartPreview = z.strictObject({
  planId: PlanId,
  version: VersionNumber,
  hash: HashText,
  title: z.string(),
  identity: Person,
  connections: z.array(
    z.strictObject({
      name: z.string(),
      kind: z.string().nullable(),
      environment: z.string().nullable(),
      found: z.boolean(),
    }),
  ),
  approvals: z.array(ExpectedApproval),
  /** The most people any one call will ask, and how many there are who may. */
  approversNeeded: z.int(),
  approversAvailable: z.int(),
  enoughApprovers: z.boolean(),
  budget: z.strictObject({
    costUsd: z.number().optional(),
    tokens: z.int().optional(),
    toolCalls: z.int().optional(),
    durationMs: z.int().optional(),
  }),
  refusal: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** Who holds a role that may approve here; who of them may sign which call, the call decides. */
  approverNames: z.array(z.string()),
  /** Steps that nobody could get approved. */
  lacking: z.array(
    z.strictObject({ stepId: z.string(), title: z.string(), needed: z.int(), available: z.int() }),
  ),
  /** R12: what earlier runs of this plan have done and left behind. */
  earlier: z.strictObject({
    total: z.int(),
    effects: z.array(
      z.strictObject({
        runId: RunId,
        runNumber: z.int(),
        summary: z.string(),
        state: z.enum(['committed', 'unknown']),
        at: Time,
      }),
    ),
  }),
});

/** How long calls that succeeded took here before, by tool. */
export const Durations = z.strictObject({
  tools: z.array(
    z.strictObject({ tool: z.string(), samples: z.int(), typicalMs: z.number(), slowMs: z.number() }),
  ),
});

/** The answer to an operator's command: the run's version after it. */
export const Commanded = z.strictObject({ runId: RunId, version: z.int() });

export const StepOutput = z.strictObject({
  address: AddressSchema,
  present: z.boolean(),
  value: JsonValue,
  bytes: z.int(),
  /** Larger than what is shown. */
  truncated: z.boolean(),
});

export const EffectRow = z.strictObject({
  operationKey: z.string(),
  address: AddressSchema,
  attempt: z.int(),
  generation: z.int(),
  tool: z.string(),
  resource: z.string().nullable(),
  effect: z.enum(['write', 'irreversible']),
  state: z.enum(['intended', 'committed', 'not-applied', 'unknown', 'undone']),
  argsHash: z.string(),
  summary: z.string(),
  intendedAt: Time,
  settledAt: Time.nullable(),
  reconciledBy: z.string().nullable(),
  evidence: z.string().nullable(),
});
export { CheckResult, Failure, JsonValue, StoredValue };
