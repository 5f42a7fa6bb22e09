/**
 * RunCommand: what a person, a driver or a timer asks for. Ids (approval ids) and time come in with the command;
 * `decide(state, command)` is pure. Operators' commands come through server/commands/run-command.ts, the driver's
 * through server/executor/driver.ts. Nothing else appends events.
 */
import type { JsonObject } from '../json.ts';
import type { PlanDocument } from '../plan/schema.ts';
import type { Catalog } from '../plan/tool-contract.ts';
import type { PolicyVerdict } from '../policy/verdict.ts';
import type { Address } from './address.ts';
import type { Call } from './call.ts';
import type {
  Actor,
  ArgumentOrigin,
  CheckResult,
  Failure,
  Provenance,
  ReviewReason,
  Spend,
  StoredValue,
  Trigger,
} from './events.ts';

/** Who decides, with the facts the rules need: roles are read from the session, never from the request body. */
export type Decider = { actor: Actor; roles: string[] };

export type OperatorCommand =
  | {
      type: 'start-run';
      workspaceId: string;
      runId: string;
      planId: string;
      planVersion: number;
      planHash: string;
      document: PlanDocument;
      identity: string;
      solo: boolean;
      lastEditor?: string;
    }
  | { type: 'pause-run'; reason?: string }
  | { type: 'resume-run' }
  | { type: 'stop-run'; mode: 'after-running' | 'cancel-now'; reason?: string }
  /** `decisions` names each approval with the seal the person saw (A2). A batch of a forEach is several of them; all or nothing. */
  | {
      type: 'decide-approvals';
      decider: Decider;
      verdict: 'approve' | 'reject';
      decisions: { approvalId: string; seal: string }[];
      planVersion: number;
      policyRevision: number;
      /** required for reject; ≥ 10 characters for critical */ reason?: string;
      next?: 'replan' | 'skip' | 'stop';
      /** The resource (or summary) typed to arm a critical approval; compared with the call's resource. */
      typed?: string;
    }
  | { type: 'withdraw-approval'; approvalId: string; decider: Decider }
  /** A6. `args` are all arguments of the call, resolved and typed; `from` and `to` are the two sets as they are stored. */
  | {
      type: 'edit-arguments';
      decider: Decider;
      approvalId: string;
      seal: string;
      planVersion: number;
      policyRevision: number;
      args: JsonObject;
      from: StoredValue;
      to: StoredValue;
      reason?: string;
    }
  | { type: 'extend-approvals'; approvalIds: string[]; decider: Decider }
  | { type: 'ask-approval-again'; address: Address }
  | {
      type: 'resolve-unknown';
      address: Address;
      operationKey: string;
      verdict: 'happened' | 'did-not-happen';
      evidence: string;
      observation?: StoredValue;
    }
  | { type: 'check-unknown-again'; address: Address; operationKey: string }
  | { type: 'retry-step'; address: Address }
  | { type: 'answer-person-step'; address: Address; output: StoredValue }
  | { type: 'request-replan'; reason: string }
  /** E4: take back what the run has done, as its plan says, and end. */
  | { type: 'undo-run'; reason: string }
  | {
      type: 'decide-revision';
      planVersion: number;
      planHash: string;
      verdict: 'approve' | 'reject';
      reason?: string;
      decider: Decider;
    };

export type Preparation = {
  address: Address;
  approvalId: string;
  call: Call;
  callHash: string;
  seal: string;
  argsHash: string;
  args: StoredValue;
  summary: string;
  effectSentence: string;
  canReconcile: boolean;
  maxInFlightMs: number;
  origins: ArgumentOrigin[];
  /** Preconditions and assumptions, evaluated on fresh probes just now. */
  checks: CheckResult[];
  policy: PolicyVerdict;
  estimate: Spend;
  /** Ask for approval if needed, but do not dispatch: used for siblings of a batch while no slot is free. */
  askOnly?: boolean;
};

export type DriverCommand =
  | { type: 'expand-for-each'; address: Address; items: StoredValue; count: number; itemsHash: string }
  | { type: 'prepare-attempt'; preparation: Preparation }
  /** Resolving, validating or a `when` said no: the step does not get as far as a call. */
  | { type: 'fail-preparation'; address: Address; failure: Failure }
  | { type: 'skip-step'; address: Address; cause: 'when' | 'join'; reason: string }
  | {
      type: 'record-outcome';
      address: Address;
      attempt: number;
      operationKey: string;
      outcome: 'read' | 'committed' | 'not-applied' | 'unknown';
      observation?: StoredValue;
      failure?: Failure;
      spent: Spend;
      spentUnknown?: boolean;
      /** The output against the step's `outputs` schema: a message when it does not fit. */
      outputProblem?: string;
      /** 0..1, drawn by the caller: jitter of the backoff. */
      jitter: number;
      /** A read found that it is not time yet: it looks again then, and no retry is used up. */
      againAt?: number;
    }
  /** A claimed run shows an attempt in flight that this driver did not start: its worker died (R8). */
  | { type: 'record-crash'; address: Address; attempt: number; operationKey: string; jitter: number }
  | { type: 'record-postconditions'; address: Address; checks: CheckResult[] }
  | {
      type: 'record-reconcile';
      address: Address;
      operationKey: string;
      verdict: 'committed' | 'not-applied' | 'inconclusive';
      final: boolean;
      evidence: string;
      observation?: StoredValue;
      nextAt?: number | null;
    }
  | { type: 'ask-person'; address: Address; prompt: string; inputs?: StoredValue; form?: JsonObject }
  | { type: 'record-success-checks'; checks: CheckResult[] }
  /** The planner's answer to state.replan.trigger: none = it has nothing to offer. `planVersion` = the plan's next number. */
  | {
      type: 'propose-revision';
      planVersion: number;
      document: PlanDocument;
      planHash: string;
      note: string;
      provenance: Provenance;
      catalog: Catalog;
      earlierHashes: string[];
    }
  | { type: 'decline-revision'; reason: string; provenance?: Provenance }
  | { type: 'adopt-revision' }
  /** Timers, expiries and endings that the state says are due. Idempotent: nothing due = no events. */
  | { type: 'fire-timers' };

export type RunCommand = { at: number; actor: Actor; traceId?: string } & (OperatorCommand | DriverCommand);
export type { ReviewReason, Trigger };

/** A refusal is a value: code + fields; the sentence lives in core/messages. */
export type Rejection = { code: RejectionCode; [field: string]: unknown };
export type RejectionCode =
  | 'run-not-started'
  | 'run-already-started'
  | 'run-ended'
  | 'run-not-running'
  | 'run-stopping'
  | 'not-paused'
  | 'already-paused'
  | 'plan-empty'
  | 'feature-not-available'
  | 'step-not-found'
  | 'step-not-ready'
  | 'step-not-failed'
  | 'step-not-unknown'
  | 'step-not-asked'
  | 'attempt-not-current'
  | 'replan-pending'
  | 'concurrency-full'
  | 'seal-mismatch'
  | 'resource-busy'
  | 'approval-not-found'
  | 'approval-already-decided'
  | 'approval-expired'
  | 'approval-voided'
  | 'approval-changed'
  | 'approver-is-requester'
  | 'approver-is-editor'
  | 'approver-lacks-role'
  | 'approver-decided-before'
  | 'approval-not-armed'
  | 'batch-holds-critical'
  | 'batch-not-alike'
  | 'edit-changes-nothing'
  | 'extension-limit'
  | 'reason-required'
  | 'not-withdrawable'
  | 'evidence-required'
  | 'revision-not-pending'
  | 'revision-changed'
  | 'replans-exhausted'
  | 'nothing-to-adopt'
  | 'nothing-to-undo'
  | 'in-flight-changed'
  | 'not-allowed'
  | 'output-invalid';
export type Decision =
  | { ok: true; events: import('./events.ts').NewRunEvent[] }
  | { ok: false; rejection: Rejection };
