/**
 * Given a run, when a command, then these events or this refusal:
 *
 *   given(aPlan('a -> b')).and(succeeds('a')).when(prepares('b')).records('attempt-dispatched')
 *
 * A command is a value or a function of the run as it stands. After every event the invariants are checked, and at the
 * end the log must replay to the same state.
 */
import { deepStrictEqual } from 'node:assert';
import type { JsonObject } from '../json.ts';
import type { Check, PlanDocument, Risk, Step } from '../plan/schema.ts';
import type { ToolContract } from '../plan/tool-contract.ts';
import type { PolicyVerdict } from '../policy/verdict.ts';
import { addressKey, type Address } from '../run/address.ts';
import { argsHash, callHash, sealOf, type Call } from '../run/call.ts';
import type {
  Decision,
  DriverCommand,
  OperatorCommand,
  Preparation,
  RejectionCode,
  RunCommand,
} from '../run/commands.ts';
import { decide } from '../run/decide.ts';
import type { Actor, CheckResult, RunEvent, RunEventBody, RunEventType, Spend } from '../run/events.ts';
import { evolve, fold, initialState } from '../run/evolve.ts';
import { runInvariants } from '../run/invariants.ts';
import { get } from '../run/record.ts';
import { checksHashOf, compensationHashOf } from '../run/safeguards.ts';
import type { ApprovalState, RunState, StepState } from '../run/state.ts';
import { contentHash } from '../hash.ts';
import { testTools } from './build-plan.ts';

export const START = 1_800_000_000_000;
export const ana: Actor = { kind: 'person', id: 'ana', name: 'Ana' };
export const ben: Actor = { kind: 'person', id: 'ben', name: 'Ben' };
export const driver: Actor = { kind: 'driver', id: 'worker-1' };
export const timer: Actor = { kind: 'timer', id: 'sweeper' };
export const planner: Actor = { kind: 'planner', id: 'playbook' };

/** The engine under test; mutants bring another one. */
export type Engine = {
  decide: (state: RunState, command: RunCommand) => Decision;
  evolve: (state: RunState, event: RunEvent) => string[];
  initialState: () => RunState;
};
export const engine: Engine = { decide, evolve, initialState };

/** What a command leaves to the run: when, and who unless said. */
export type Ask = (OperatorCommand | DriverCommand) & { actor?: Actor };
type AskOf = Ask | ((run: TestRun) => Ask);

export type RunOptions = {
  solo?: boolean;
  startedBy?: Actor;
  lastEditor?: string;
  engine?: Engine;
  planHash?: string;
  /** false: broken invariants are kept in `problems` instead of thrown. */ checks?: boolean;
};

export class TestRun {
  readonly engine: Engine;
  state: RunState;
  now = START;
  readonly log: RunEvent[] = [];
  readonly problems: string[] = [];
  readonly #throws: boolean;
  #approvals = 0;

  constructor(document: PlanDocument, options: RunOptions = {}) {
    this.engine = options.engine ?? engine;
    this.#throws = options.checks ?? true;
    this.state = this.engine.initialState();
    const started = this.attempt({
      type: 'start-run',
      actor: options.startedBy ?? ana,
      workspaceId: 'w',
      runId: 'r',
      planId: 'p',
      planVersion: 1,
      planHash: options.planHash ?? 'h1',
      document,
      identity: 'service',
      solo: options.solo ?? false,
      ...(options.lastEditor !== undefined && { lastEditor: options.lastEditor }),
    });
    if (!started.ok) throw new Error(`The run did not start: ${JSON.stringify(started.rejection)}`);
  }

  newApprovalId(): string {
    this.#approvals += 1;
    return `ap-${this.#approvals}`;
  }

  command(ask: Ask): RunCommand {
    return { at: this.now, ...ask, actor: ask.actor ?? driver };
  }

  /** Decides and, when it is not refused, folds; checks the invariants after every event. */
  attempt(ask: Ask): Decision {
    const decision = this.engine.decide(this.state, this.command(ask));
    if (decision.ok)
      for (const event of decision.events)
        this.#record({ version: this.state.version + 1, schema: 1, ...event });
    return decision;
  }

  #record(event: RunEvent): void {
    this.engine.evolve(this.state, event);
    this.log.push(event);
    const problems = runInvariants(this.state);
    if (problems.length === 0) return;
    const text = `After ${event.type} (${event.version}): ${problems.join(' ')}`;
    if (this.#throws) throw new Error(text);
    this.problems.push(text);
  }

  and(...asks: AskOf[]): this {
    for (const each of asks) {
      const ask = typeof each === 'function' ? each(this) : each;
      const decision = this.attempt(ask);
      if (!decision.ok) throw new Error(`${ask.type} was refused: ${JSON.stringify(decision.rejection)}`);
    }
    return this;
  }

  later(ms: number): this {
    this.now += ms;
    return this;
  }

  when(each: AskOf): Outcome {
    const before = this.log.length;
    const ask = typeof each === 'function' ? each(this) : each;
    const decision = this.attempt(ask);
    const replayed = fold(this.log);
    deepStrictEqual(plain(replayed), plain(this.state), 'the log does not replay to the state');
    return new Outcome(this, decision, this.log.slice(before));
  }

  step(key: string): StepState {
    const step = get(this.state.steps, key);
    if (!step) throw new Error(`no step ${key}`);
    return step;
  }

  approval(key: string): ApprovalState {
    const id = this.step(key).approvalId ?? this.step(key).consumedApprovalId;
    const approval = id === undefined ? undefined : get(this.state.approvals, id);
    if (!approval) throw new Error(`no approval at ${key}`);
    return approval;
  }
}

type DataOf<T extends RunEventType> = Extract<RunEventBody, { type: T }>['data'];

export class Outcome {
  readonly run: TestRun;
  readonly decision: Decision;
  readonly events: RunEvent[];
  constructor(run: TestRun, decision: Decision, events: RunEvent[]) {
    this.run = run;
    this.decision = decision;
    this.events = events;
  }

  /** Exactly these events, in this order. */
  records(...types: RunEventType[]): TestRun {
    if (!this.decision.ok) throw new Error(`refused: ${JSON.stringify(this.decision.rejection)}`);
    deepStrictEqual(
      this.events.map((event) => event.type),
      types,
    );
    return this.run;
  }

  isRefused(code: RejectionCode, fields: Record<string, unknown> = {}): TestRun {
    if (this.decision.ok)
      throw new Error(`not refused: ${this.events.map((event) => event.type).join(', ')}`);
    const { rejection } = this.decision;
    deepStrictEqual(
      {
        code: rejection.code,
        ...Object.fromEntries(Object.keys(fields).map((field) => [field, rejection[field]])),
      },
      { code, ...fields },
    );
    return this.run;
  }

  event<T extends RunEventType>(type: T): DataOf<T> {
    const found = this.events.find((event) => event.type === type);
    if (!found) throw new Error(`no ${type} among ${this.events.map((event) => event.type).join(', ')}`);
    return found.data as unknown as DataOf<T>;
  }
}

export function given(document: PlanDocument, options: RunOptions = {}): TestRun {
  return new TestRun(document, options);
}

/** The same whatever the prototypes and the order in which indexes were filled. */
export function plain(state: RunState): unknown {
  const copy = JSON.parse(JSON.stringify(state)) as RunState;
  for (const index of [
    'ready',
    'inFlight',
    'checking',
    'asking',
    'retrying',
    'unknown',
    'persons',
    'failed',
  ] as const)
    copy[index].sort();
  return copy;
}

export function at(key: string): Address {
  const match = /^(.*)\[(\d+)\]$/.exec(key);
  return match?.[1] === undefined ? { stepId: key } : { stepId: match[1], item: Number(match[2]) };
}

export const NO_SPEND: Spend = { costMicroUsd: 0, tokens: 0, toolCalls: 0 };
export const ONE_CALL: Spend = { costMicroUsd: 0, tokens: 0, toolCalls: 1 };

/** G2 in short: reads are allowed, writes ask one approver, irreversible ones two. */
export function defaultPolicy(effect: ToolContract['effect']): PolicyVerdict {
  if (effect === 'read')
    return { verdict: 'allow', rules: ['default-read'], reason: 'Reads are allowed.', revision: 1 };
  return {
    verdict: 'ask',
    rules: [`default-${effect}`],
    reason: 'Writes ask.',
    revision: 1,
    approvers: effect === 'irreversible' ? 2 : 1,
    roles: ['approver', 'admin'],
  };
}

export type Prepared = Partial<Omit<Preparation, 'address' | 'policy'>> & {
  args?: never;
  call?: never;
  with?: Partial<Call>;
  policy?: Partial<PolicyVerdict>;
  risk?: Risk;
};

export function preparationOf(run: TestRun, address: Address, more: Prepared = {}): Preparation {
  const step = run.state.document.steps.find(({ id }) => id === address.stepId);
  if (step?.work.kind !== 'tool') throw new Error(`${address.stepId} is no tool step`);
  const contract = testTools[step.work.tool];
  if (!contract) throw new Error(`no tool ${step.work.tool}`);
  const { with: changed, policy, risk, ...rest } = more;
  const edited = get(run.state.steps, addressKey(address))?.edit?.args;
  const args: JsonObject =
    edited && 'inline' in edited
      ? (edited.inline as JsonObject)
      : address.item === undefined
        ? step.work.args
        : { ...step.work.args, item: address.item };
  const call: Call = {
    v: 1,
    workspace: 'w',
    tool: step.work.tool,
    toolVersion: contract.version,
    schemaHash: contentHash(contract.argsSchema),
    args,
    resource:
      contract.effect === 'read'
        ? null
        : `${String(args['key'])}${address.item === undefined ? '' : `/${address.item}`}`,
    connection: null,
    identity: 'service',
    environment: null,
    effect: contract.effect,
    dedupe: contract.dedupe,
    risk: risk ?? contract.risk,
    checksHash: checksHashOf(step),
    compensationHash: compensationHashOf(step),
    ...changed,
  };
  const hash = callHash(call);
  return {
    address,
    approvalId: run.newApprovalId(),
    call,
    callHash: hash,
    seal: sealOf(hash, run.state.runId, address),
    argsHash: argsHash(call.args),
    args: { inline: call.args },
    summary: `${call.tool} ${String(args['key'])}`,
    effectSentence: 'It changes a test.',
    canReconcile: contract.canReconcile,
    maxInFlightMs: contract.maxInFlightMs,
    origins: [],
    checks: [],
    estimate: ONE_CALL,
    ...rest,
    policy: { ...defaultPolicy(contract.effect), ...policy },
  };
}

export const prepares =
  (key: string, more: Prepared = {}) =>
  (run: TestRun): Ask => ({ type: 'prepare-attempt', preparation: preparationOf(run, at(key), more) });

type Outcome1 = Partial<Extract<DriverCommand, { type: 'record-outcome' }>>;
/** The attempt in flight answers. */
export const answers =
  (key: string, more: Outcome1 = {}) =>
  (run: TestRun): Ask => {
    const { call } = run.step(key);
    if (!call) throw new Error(`${key} was never sent`);
    return {
      type: 'record-outcome',
      address: at(key),
      attempt: call.attempt,
      operationKey: call.operationKey,
      outcome: call.effect === 'read' ? 'read' : 'committed',
      observation: { inline: { from: key } },
      spent: ONE_CALL,
      jitter: 0,
      ...more,
    };
  };
export const failsWith = (
  key: string,
  failureClass: 'transient' | 'permanent' | 'could-not' | 'cancelled' = 'permanent',
  more: Outcome1 = {},
) =>
  answers(key, {
    outcome: 'not-applied',
    failure: { class: failureClass, code: 'test', message: `${key} failed.` },
    ...more,
  });
export const isLost = (key: string) =>
  answers(key, {
    outcome: 'unknown',
    failure: { class: 'timed-out', code: 'timeout', message: 'No answer.' },
  });
export const crashes =
  (key: string) =>
  (run: TestRun): Ask => {
    const { call } = run.step(key);
    if (!call) throw new Error(`${key} was never sent`);
    return {
      type: 'record-crash',
      address: at(key),
      attempt: call.attempt,
      operationKey: call.operationKey,
      jitter: 0,
    };
  };
export const reconciles =
  (key: string, verdict: 'committed' | 'not-applied' | 'inconclusive', final = true) =>
  (run: TestRun): Ask => ({
    type: 'record-reconcile',
    address: at(key),
    operationKey: run.step(key).call?.operationKey ?? '',
    verdict,
    final,
    evidence: 'The target says so.',
  });

export function checked(check: Check, kind: CheckResult['kind'], holds: boolean, now: number): CheckResult {
  return { id: check.id, kind, expr: check.expr, holds, at: now, ...(!holds && { message: check.message }) };
}
export const postconditions =
  (key: string, holds = true) =>
  (run: TestRun): Ask => ({
    type: 'record-postconditions',
    address: at(key),
    checks: (planned(run, key).postconditions ?? []).map((check) =>
      checked(check, 'postcondition', holds, run.now),
    ),
  });
export const successChecks =
  (holds = true) =>
  (run: TestRun): Ask => ({
    type: 'record-success-checks',
    checks: (run.state.document.success ?? []).map((check) => checked(check, 'success', holds, run.now)),
  });

export const approver = (actor: Actor, roles = ['approver']) => ({ actor, roles });
type Decides = Partial<Extract<OperatorCommand, { type: 'decide-approvals' }>>;
/** Decides on the cards of these steps as the person sees them now. */
export const decides =
  (keys: string | string[], actor: Actor, more: Decides = {}) =>
  (run: TestRun): Ask => {
    const approvals = [keys].flat().map((key) => run.approval(key));
    const first = approvals[0];
    if (!first) throw new Error('no approval');
    return {
      type: 'decide-approvals',
      actor,
      decider: approver(actor),
      verdict: 'approve',
      decisions: approvals.map(({ request }) => ({ approvalId: request.approvalId, seal: request.seal })),
      planVersion: run.state.planVersion,
      policyRevision: first.request.policy.revision,
      ...(first.request.tier === 'critical' && {
        reason: 'I have read the call.',
        typed: (JSON.parse(first.request.callText) as Call).resource ?? first.request.summary,
      }),
      ...more,
    };
  };
export const approves = decides;
/** Gives the call of this card other arguments. */
export const edits =
  (
    key: string,
    actor: Actor,
    args: JsonObject,
    more: Partial<Extract<OperatorCommand, { type: 'edit-arguments' }>> = {},
  ) =>
  (run: TestRun): Ask => {
    const { request } = run.approval(key);
    return {
      type: 'edit-arguments',
      actor,
      decider: approver(actor),
      approvalId: request.approvalId,
      seal: request.seal,
      planVersion: run.state.planVersion,
      policyRevision: request.policy.revision,
      args,
      from: { inline: (JSON.parse(request.callText) as Call).args },
      to: { inline: args },
      ...more,
    };
  };
export const rejects = (keys: string | string[], actor: Actor, more: Decides = {}) =>
  decides(keys, actor, { verdict: 'reject', reason: 'This is the wrong table.', ...more });

function planned(run: TestRun, key: string): Step {
  const step = run.state.document.steps.find(({ id }) => id === at(key).stepId);
  if (!step) throw new Error(`no step ${key}`);
  return step;
}

/** Prepares and answers one step after the other, approving where it asks, so that it succeeds. */
export function done(run: TestRun, ...keys: string[]): TestRun {
  for (const key of keys) {
    run.and(prepares(key));
    if (run.step(key).status === 'needs-approval') {
      const { need } = run.approval(key).request;
      for (const person of [ana, ben].slice(0, need)) run.and(approves(key, person));
      run.and(prepares(key));
    }
    run.and(answers(key));
    if (run.step(key).status === 'checking') run.and(postconditions(key));
  }
  return run;
}
