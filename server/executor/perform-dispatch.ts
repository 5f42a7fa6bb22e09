/** The call itself: one dispatch through the gate, and its outcome as a command that always lands. */
import { validateJson } from '#core/plan/json-schema.ts';
import type { JsonObject } from '#core/json.ts';
import { callsOfWork, worksOfStep } from '#core/plan/named-calls.ts';
import type { Step } from '#core/plan/schema.ts';
import { type Address, addressKey } from '#core/run/address.ts';
import type { Call } from '#core/run/call.ts';
import type { DriverCommand, Preparation } from '#core/run/commands.ts';
import type { NewRunEvent, Spend } from '#core/run/events.ts';
import { get } from '#core/run/record.ts';
import type { RunState } from '#core/run/state.ts';
import { NOT_YET } from '#core/run/step-status.ts';
import type { RunStore } from '#db/run-store.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from './fault-points.ts';
import type { CallOutcome, GatePort } from './ports.ts';

/** An intent this driver has written, with the call it is for. */
export type Intent = {
  address: Address;
  key: string;
  attempt: number;
  operationKey: string;
  seal: string;
  call: Call;
  /** Sent later than this it could take effect after a lookup has been believed. */
  timeoutAt: number;
  estimate: Spend;
  outputSchema: JsonObject | undefined;
  /** When the step began to wait, if an earlier look found that it is not time yet. */
  waitingSince: number | undefined;
  /** The tools that the step of the plan names (G5). */
  tools: readonly string[];
};

export function intentsOf(
  state: RunState,
  events: readonly NewRunEvent[],
  preparation: Preparation,
): Intent[] {
  return events.flatMap((event) => {
    if (event.type !== 'attempt-dispatched') return [];
    const { address, attempt, operationKey, seal, timeoutAt } = event.data;
    const step = state.document.steps[state.stepIndex[address.stepId] ?? -1];
    const { call, estimate } = preparation;
    const outputSchema = step?.outputs as JsonObject | undefined;
    const tools = step ? toolsOfStep(step) : [];
    const key = addressKey(address);
    const waitingSince = get(state.steps, key)?.waitingSince;
    return [
      {
        address,
        key,
        attempt,
        operationKey,
        seal,
        call,
        timeoutAt,
        estimate,
        outputSchema,
        tools,
        waitingSince,
      },
    ];
  });
}

function toolsOfStep(step: Step): string[] {
  return worksOfStep(step)
    .flatMap(callsOfWork)
    .map(({ tool }) => tool);
}

export type DispatchDeps = {
  gate: Pick<GatePort, 'dispatch'>;
  store: RunStore;
  clock: Clock;
  faults: Faults;
  random: () => number;
};
type Run = { workspaceId: string; runId: string };

export async function dispatch(
  deps: DispatchDeps,
  run: Run,
  intent: Intent,
  signal: AbortSignal,
): Promise<DriverCommand> {
  const { address, attempt, operationKey, seal, call, timeoutAt, tools } = intent;
  // A process that was stopped since its intent must not send it now: the quiet period counts from the intent (E3).
  const timeoutMs = timeoutAt - deps.clock.now();
  const outcome =
    timeoutMs > 0
      ? await callTool(deps, {
          ...run,
          address,
          operationKey,
          seal,
          call,
          signal,
          timeoutMs,
          capability: { tools },
          waitingSince: intent.waitingSince ?? deps.clock.now(),
        })
      : tooLate;
  await deps.faults.at('after-effect', [address.stepId]);
  const { spent, spentUnknown } = spentBy(outcome, intent.estimate);
  const base = {
    type: 'record-outcome' as const,
    address,
    attempt,
    operationKey,
    spent,
    jitter: deps.random(),
    ...(spentUnknown ? { spentUnknown } : {}),
  };
  if (outcome.outcome === 'not-yet') {
    const failure = { class: 'transient' as const, code: NOT_YET, message: outcome.message };
    return { ...base, outcome: 'not-applied', failure, againAt: outcome.againAt };
  }
  if (outcome.outcome === 'not-applied' || outcome.outcome === 'unknown') {
    return { ...base, outcome: outcome.outcome, failure: outcome.failure };
  }
  const observation = await keepTrying(deps.clock, () =>
    deps.store.putPayload(run.workspaceId, outcome.output),
  );
  const finding = intent.outputSchema ? validateJson(intent.outputSchema, outcome.output)[0] : undefined;
  const outputProblem = finding && `${finding.path || 'output'}: ${finding.message}`;
  return { ...base, outcome: outcome.outcome, observation, ...(outputProblem ? { outputProblem } : {}) };
}

const tooLate: CallOutcome = {
  outcome: 'not-applied',
  final: false,
  failure: {
    class: 'transient',
    code: 'dispatch-too-late',
    message: 'It was not sent: its time was over before it could be.',
  },
};

/** A gate that throws has a bug; what it was calling may have happened all the same. */
async function callTool(
  deps: DispatchDeps,
  input: Parameters<GatePort['dispatch']>[0],
): Promise<CallOutcome> {
  try {
    const running = deps.gate.dispatch(input);
    void deps.faults.at('during-call', [input.address.stepId])?.catch(() => {});
    return await running;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const failure = { class: 'permanent' as const, code: 'gate-error', message };
    return input.call.effect === 'read'
      ? { outcome: 'not-applied', failure, final: true }
      : { outcome: 'unknown', failure };
  }
}

/** Usage that was not reported is unknown, not 0 (B2). */
function spentBy(outcome: CallOutcome, estimate: Spend): { spent: Spend; spentUnknown: boolean } {
  const { costMicroUsd = 0, tokens = 0, toolCalls = 1 } = outcome.spent ?? {};
  const isMetered = estimate.costMicroUsd > 0 || estimate.tokens > 0;
  return {
    spent: { costMicroUsd, tokens, toolCalls },
    spentUnknown: isMetered && outcome.spent === undefined,
  };
}

/** An outcome is not to be lost because the database is briefly away. */
async function keepTrying<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      return await work();
    } catch {
      await clock.sleep(pauseMs);
    }
  }
}
