/**
 * RunState: the fold of a run's events. Serialisable plain data (a snapshot is this object), owned and mutated only by
 * `evolve`. It holds the plan document and contracts, never outputs. Indexed so that evolve costs O(touched).
 */
import type { PlanDocument } from '../plan/schema.ts';
import type { Address } from './address.ts';
import type {
  Actor,
  ApprovalRequest,
  ArgumentOrigin,
  CheckResult,
  EffectState,
  Failure,
  Provenance,
  ReviewReason,
  Spend,
  StoredValue,
  Trigger,
} from './events.ts';

export type RunStatus =
  | 'not-started'
  | 'running'
  | 'paused'
  | 'stopping'
  | 'succeeded'
  | 'failed'
  | 'cancelled';
export type StepStatus =
  | 'waiting'
  | 'ready'
  | 'checking'
  | 'needs-approval'
  | 'running'
  | 'retry-wait'
  | 'unknown'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'undone'
  | 'dropped';

/** One step, or one child of a forEach. The parent of a forEach derives its status from its children. */
export type StepState = {
  address: Address;
  status: StepStatus;
  /** Needs of the step that are not settled yet. Children of a forEach: always 0. */
  remainingNeeds: number;
  attempt: number;
  /** Retries used since the last fresh start (first attempt, a person's retry, an adopted revision). */
  tries: number;
  /** Attempts that ended because their worker died; three are poison (F1). */
  crashes: number;
  generation: number;
  /** The current or last attempt. */
  call?: {
    attempt: number;
    operationKey: string;
    tool: string;
    effect: 'read' | 'write' | 'irreversible';
    dedupe: 'key' | 'lookup' | 'none';
    canReconcile: boolean;
    resource: string | null;
    seal: string;
    callHash: string;
    argsHash: string;
    summary: string;
    reserved: Spend;
    timeoutAt: number;
    quietAt: number;
    dispatchedAt: number;
    /** How it passed the gate: `asked` names the approval that covers it. */
    gate: 'allow' | 'ask';
    approvalId?: string;
    outcome?: 'read' | 'committed' | 'not-applied' | 'unknown';
    finishedAt?: number;
  };
  /** Pending, granted or expired; not consumed. */
  approvalId?: string;
  /** Consumed by the last intent; covers retries under the same seal until it expires (A1). */
  consumedApprovalId?: string;
  /** Arguments a person gave on the card: every later attempt is made with them (A6). */
  edit?: ArgumentEdit;
  retryAt?: number;
  /** Since when its looks have said "not yet". */
  waitingSince?: number;
  reconcileAt?: number | null;
  failure?: Failure;
  /** Recovery was given up: its dependants are settled against it. */
  failureFinal?: boolean;
  hasOutput?: boolean;
  askedPerson?: boolean;
  startedAt?: number;
  endedAt?: number;
  forEach?: { count: number; itemsHash: string; settled: number; failed: number };
  /** forEach parent: a child had to ask, so its siblings are asked together (A11). */
  childrenAsk?: boolean;
  /** Only of `skipped`: a person's skip meets a join, the others do not (R13). */
  skippedBy?: 'when' | 'person' | 'join' | 'run-ended';
  skipReason?: string;
  /** Only of `dropped`: the version that dropped it. */
  droppedBy?: number;
  manual?: boolean;
  spent?: Spend;
};

export type ArgumentEdit = {
  /** As the plan had them. */
  from: StoredValue;
  args: StoredValue;
  argsHash: string;
  origins: ArgumentOrigin[];
  by: Actor;
  at: number;
};

export type ApprovalStatus =
  | 'pending'
  | 'granted'
  | 'rejected'
  | 'expired'
  | 'withdrawn'
  | 'voided'
  | 'consumed';
export type ApprovalState = {
  address: Address;
  request: ApprovalRequest;
  status: ApprovalStatus;
  requestedAt: number;
  grants: { by: Actor; at: number; reason?: string }[];
  decidedAt?: number;
  reason?: string;
  /** How often its expiry was put off. */
  extensions?: number;
  /** Who rejected or withdrew it. */
  decidedBy?: Actor;
  /** The operation whose intent consumed it. */
  consumedBy?: string;
};
export type EffectEntry = {
  operationKey: string;
  address: Address;
  attempt: number;
  generation: number;
  tool: string;
  resource: string | null;
  effect: 'write' | 'irreversible';
  state: EffectState;
  argsHash: string;
  identity: string;
  summary: string;
  intendedAt: number;
  settledAt?: number;
  reconciledBy?: Actor;
  evidence?: string;
  /** Number of the event that committed it: the order of what really happened. */
  commit?: number;
  /** It took back this other operation, so nothing of either remains (E4). */
  undoes?: string;
};

export type RunState = {
  version: number;
  status: RunStatus;
  workspaceId: string;
  runId: string;
  planId: string;
  planVersion: number;
  planHash: string;
  document: PlanDocument;
  identity: string;
  solo: boolean;
  startedBy?: Actor;
  lastEditor?: string;
  startedAt: number;
  endedAt?: number;
  end?: {
    status: 'succeeded' | 'failed' | 'cancelled';
    end: 'goal-met' | 'gave-up' | 'stopped';
    reason: string;
  };
  stopMode?: 'after-running' | 'cancel-now';
  stopCause?: 'operator' | 'step-failure';
  stopReason?: string;
  /** By addressKey. */
  steps: Record<string, StepState>;
  approvals: Record<string, ApprovalState>;
  /** By operation key, in order of intent. */
  effects: Record<string, EffectEntry>;
  spent: Spend;
  reserved: Spend;
  spentUnknown: boolean;
  /** Address keys, kept up to date by evolve. */
  ready: string[];
  inFlight: string[];
  checking: string[];
  /** needs-approval. */
  asking: string[];
  /** retry-wait. */
  retrying: string[];
  unknown: string[];
  /** Asked a person for the work itself and not answered; holds no slot. */
  persons: string[];
  failed: string[];
  /** Steps of the document that are not settled (R13); children are not counted. */
  openSteps: number;
  /** Steps of the document by id, where they stand in document.steps. */
  stepIndex: Record<string, number>;
  /** stepId -> ids of steps that need it (of the current document). */
  dependants: Record<string, string[]>;
  /** Last evaluated success checks. */
  successChecks?: { checks: CheckResult[]; holds: boolean; at: number };
  escalation?: { address?: Address; reason: string; since: number; untilAt: number | null };
  replans: number;
  replanRefusals: number;
  replan?:
    | { phase: 'asked'; trigger: Trigger }
    | {
        phase: 'review';
        trigger: Trigger;
        planVersion: number;
        planHash: string;
        document: PlanDocument;
        reviewReasons: ReviewReason[];
        provenance: Provenance;
        note: string;
      }
    | {
        phase: 'approved';
        trigger: Trigger;
        planVersion: number;
        planHash: string;
        document: PlanDocument;
        reviewReasons: ReviewReason[];
        provenance: Provenance;
        note: string;
      };
  /** Equivalence hashes of the remaining work of every version this run has had (N5). */
  versionsSeen: { planVersion: number; equivalence: string }[];
  budgetExhausted?: { limit: string; message: string };
  /** Asked for once recovery was given up, or by a person; `adopted`: the run only takes back what it did (E4). */
  undo?: { cause: 'step-failure' | 'operator'; reason: string; adopted?: true };
};
export type { StoredValue };

/** What the driver should do next. `key` identifies it while it is being performed. */
export type Action =
  | { type: 'expand-for-each'; address: Address }
  | { type: 'prepare'; address: Address; askOnly: boolean }
  | { type: 'ask-person'; address: Address }
  /** An attempt is in flight in the state; the driver that did not start it must record the crash. */
  | { type: 'attend'; address: Address; attempt: number; operationKey: string }
  | { type: 'check-postconditions'; address: Address }
  | { type: 'reconcile'; address: Address; operationKey: string }
  | { type: 'check-success' }
  | { type: 'revise'; trigger: Trigger }
  | { type: 'adopt-revision' }
  | { type: 'fire-timers' };
export type NextActions = { actions: Action[]; wakeAt: number | null };
