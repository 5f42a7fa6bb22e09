/**
 * What is committed together: the events of one or more commands, decided one after the other on the same fold.
 * The fold runs ahead of the log until the pack is committed; if that fails the driver loads it anew.
 */
import { decide } from '#core/run/decide.ts';
import { evolve } from '#core/run/evolve.ts';
import type { DriverCommand, Rejection } from '#core/run/commands.ts';
import { type Actor, type NewRunEvent, RUN_EVENT_SCHEMA } from '#core/run/events.ts';
import type { RunState } from '#core/run/state.ts';
import type { AppendBatch, RunPlanVersion } from '#db/run-store.ts';
import { observedOutputs } from '../commands/observed-outputs.ts';
import { type Intent, intentsOf } from './perform-dispatch.ts';
import type { RunOutputs } from './run-outputs.ts';

/** What came back from performing an action or a call. */
export type Result = {
  command: DriverCommand;
  actionKey?: string;
  /** in force when it was begun */ planVersion: number;
};

export type Pack = {
  events: NewRunEvent[];
  touched: Set<string>;
  outputs: NonNullable<AppendBatch['outputs']>;
  intents: Intent[];
  outcomeSteps: string[];
  planVersion: RunPlanVersion | undefined;
  results: Result[];
};

export function emptyPack(): Pack {
  return {
    events: [],
    touched: new Set(),
    outputs: [],
    intents: [],
    outcomeSteps: [],
    planVersion: undefined,
    results: [],
  };
}

/** Decides one result and folds what it gives. A rejection leaves fold and pack as they were. */
export function addToPack(
  pack: Pack,
  state: RunState,
  outputs: RunOutputs,
  result: Result,
  at: number,
  actor: Actor,
): Rejection | undefined {
  const decision = decide(state, { ...result.command, at, actor });
  if (!decision.ok) return decision.rejection;
  if (decision.events.length === 0) return undefined;
  for (const event of decision.events) {
    for (const key of evolve(state, { ...event, version: state.version + 1, schema: RUN_EVENT_SCHEMA }))
      pack.touched.add(key);
    pack.events.push(event);
    if (event.type === 'attempt-finished') pack.outcomeSteps.push(event.data.address.stepId);
    if (event.type === 'revision-proposed') pack.planVersion = planVersionOf(state, event);
  }
  const observed = observedOutputs(decision.events);
  pack.outputs.push(...observed);
  for (const { key, output } of observed) outputs.remember(key, output);
  if (result.command.type === 'prepare-attempt') {
    pack.intents.push(...intentsOf(state, decision.events, result.command.preparation));
  }
  pack.results.push(result);
  return undefined;
}

function planVersionOf(
  state: RunState,
  event: Extract<NewRunEvent, { type: 'revision-proposed' }>,
): RunPlanVersion {
  const { planVersion, parentVersion, planHash, document, trigger, note, provenance, reviewReasons } =
    event.data;
  return {
    planId: state.planId,
    version: planVersion,
    hash: planHash,
    document,
    state: reviewReasons.length > 0 ? 'in review' : 'approved',
    parent: parentVersion,
    trigger,
    note,
    provenance,
    originRunId: state.runId,
    submittedBy: event.actor,
  };
}
