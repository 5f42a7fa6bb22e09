/** What every decision works with: the command, and the state as the events decided so far would leave it. */
import type { Address } from '../address.ts';
import type { Decision, Rejection, RejectionCode, RunCommand } from '../commands.ts';
import { RUN_EVENT_SCHEMA, type NewRunEvent, type RunEventBody } from '../events.ts';
import { evolve } from '../evolve.ts';
import { forkState } from '../initial-state.ts';
import { limitsOf } from '../limits.ts';
import type { RunState } from '../state.ts';

export type Context = {
  command: RunCommand;
  at: number;
  /** A fork: it moves with each event that is decided, the caller's state does not. */
  state: RunState;
  events: NewRunEvent[];
};
export type CommandOf<T extends RunCommand['type']> = Extract<RunCommand, { type: T }>;

/** What a handler returns: nothing when it emitted what there is to say, else why not. */
export type Verdict = Rejection | undefined;

export function startDecision(state: RunState, command: RunCommand): Context {
  return { command, at: command.at, state: forkState(state), events: [] };
}

export function emit(context: Context, body: RunEventBody): void {
  const { command, state } = context;
  const event: NewRunEvent = {
    at: command.at,
    actor: command.actor,
    ...(command.traceId !== undefined && { traceId: command.traceId }),
    ...body,
  };
  context.events.push(event);
  evolve(state, { version: state.version + 1, schema: RUN_EVENT_SCHEMA, ...event });
}

export function reject(code: RejectionCode, fields: Record<string, unknown> = {}): Rejection {
  return { code, ...fields };
}

export function toDecision(context: Context, verdict: Verdict): Decision {
  return verdict ? { ok: false, rejection: verdict } : { ok: true, events: context.events };
}

export const limits = (context: Context) => limitsOf(context.state.document);
export const replansLeft = (context: Context): number => limits(context).replans - context.state.replans;
/** Address as it stands in events: no undefined members. */
export const plainAddress = (address: Address): Address =>
  address.item === undefined ? { stepId: address.stepId } : { stepId: address.stepId, item: address.item };

/** Refuses unless the run is under way (running or paused; stopping where said). */
export function refuseUnlessLive(state: RunState, allowed: { stopping?: boolean } = {}): Verdict {
  switch (state.status) {
    case 'running':
    case 'paused':
      return undefined;
    case 'stopping':
      return allowed.stopping ? undefined : reject('run-stopping');
    case 'not-started':
      return reject('run-not-started');
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return reject('run-ended', { status: state.status });
  }
}

/** Refuses unless something new may start now (R6, N7, B4, R4). */
export function refuseUnlessStarting(state: RunState): Verdict {
  if (state.status === 'paused') return reject('run-not-running', { status: 'paused' });
  const refused = refuseUnlessLive(state);
  if (refused) return refused;
  if (state.replan) return reject('replan-pending', { phase: state.replan.phase });
  if (state.budgetExhausted)
    return reject('run-not-running', { waitsFor: 'budget', limit: state.budgetExhausted.limit });
  return undefined;
}
