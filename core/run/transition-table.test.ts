/**
 * What each command may do to a step of each status, for all pairs: total by type, so a new status or a new command
 * does not compile until it is decided here.
 */
import { describe, expect, test } from 'vitest';
import { aPlan, writeWork } from '#core/testing/build-plan.ts';
import {
  ana,
  answers,
  approver,
  approves,
  at,
  ben,
  crashes,
  edits,
  failsWith,
  given,
  isLost,
  postconditions,
  prepares,
  reconciles,
  type Ask,
  type TestRun,
} from '#core/testing/given.ts';
import type { StepStatus } from './state.ts';

const check = { id: 'there', expr: 'true', message: 'Not there.' };
const allow = { policy: { verdict: 'allow' as const } };
const document = aPlan('first -> s, other', {
  limits: { replans: 0, onStepFailure: 'stop' },
  steps: { s: { work: writeWork('users'), postconditions: [check], skippable: true } },
});
const ready = () => given(document).and(prepares('first'), answers('first'));
const stop: Ask = { type: 'stop-run', mode: 'after-running', actor: ana };

/** A run whose step `s` has the status. `undone` comes with compensation, `dropped` with a revision of its own test. */
const RUNS: Record<Exclude<StepStatus, 'undone' | 'dropped'>, () => TestRun> = {
  waiting: () => given(document),
  ready,
  'needs-approval': () => ready().and(prepares('s')),
  running: () => ready().and(prepares('s', allow)),
  checking: () => ready().and(prepares('s', allow), answers('s')),
  'retry-wait': () => ready().and(prepares('s', allow), failsWith('s', 'transient')),
  unknown: () => ready().and(prepares('s', allow), isLost('s')),
  succeeded: () => ready().and(prepares('s', allow), answers('s'), postconditions('s')),
  failed: () => ready().and(prepares('s', allow), failsWith('s')),
  skipped: () => ready().and({ type: 'skip-step', address: at('s'), cause: 'when', reason: 'no' }),
  cancelled: () => ready().and(prepares('other'), stop, answers('other')),
};

const operation = (run: TestRun) => run.step('s').call?.operationKey ?? 'none';
const guard = (make: (run: TestRun) => Ask) => make;
const COMMANDS = {
  'prepare-attempt': guard((run) => prepares('s', allow)(run)),
  'fail-preparation': guard(() => ({
    type: 'fail-preparation',
    address: at('s'),
    failure: { class: 'permanent', code: 'x', message: 'x' },
  })),
  'skip-step': guard(() => ({ type: 'skip-step', address: at('s'), cause: 'when', reason: 'no' })),
  'record-outcome': guard((run) =>
    run.step('s').call
      ? answers('s')(run)
      : {
          type: 'record-outcome',
          address: at('s'),
          attempt: 1,
          operationKey: 'none',
          outcome: 'committed',
          spent: { costMicroUsd: 0, tokens: 0, toolCalls: 0 },
          jitter: 0,
        },
  ),
  'record-crash': guard((run) =>
    run.step('s').call
      ? crashes('s')(run)
      : { type: 'record-crash', address: at('s'), attempt: 1, operationKey: 'none', jitter: 0 },
  ),
  'record-postconditions': guard((run) => postconditions('s')(run)),
  'record-reconcile': guard((run) => reconciles('s', 'committed')(run)),
  'resolve-unknown': guard((run) => ({
    type: 'resolve-unknown',
    address: at('s'),
    operationKey: operation(run),
    verdict: 'happened',
    evidence: 'I looked at the rows.',
    actor: ana,
  })),
  'check-unknown-again': guard((run) => ({
    type: 'check-unknown-again',
    address: at('s'),
    operationKey: operation(run),
    actor: ana,
  })),
  'decide-approvals': guard((run) =>
    run.step('s').approvalId
      ? approves('s', ben)(run)
      : {
          type: 'decide-approvals',
          actor: ben,
          decider: approver(ben),
          verdict: 'approve',
          decisions: [{ approvalId: 'none', seal: 'none' }],
          planVersion: 1,
          policyRevision: 1,
        },
  ),
  'edit-arguments': guard((run) =>
    run.step('s').approvalId
      ? edits('s', ben, { key: 'users', value: 9 })(run)
      : {
          type: 'edit-arguments',
          actor: ben,
          decider: approver(ben),
          approvalId: 'none',
          seal: 'none',
          planVersion: 1,
          policyRevision: 1,
          args: {},
          from: { inline: {} },
          to: { inline: {} },
        },
  ),
  'extend-approvals': guard((run) => ({
    type: 'extend-approvals',
    actor: ben,
    decider: approver(ben),
    approvalIds: [run.step('s').approvalId ?? 'none'],
  })),
  'ask-approval-again': guard(() => ({ type: 'ask-approval-again', address: at('s'), actor: ana })),
  'retry-step': guard(() => ({ type: 'retry-step', address: at('s'), actor: ana })),
  'answer-person-step': guard(() => ({
    type: 'answer-person-step',
    address: at('s'),
    output: { inline: 1 },
    actor: ana,
  })),
  'ask-person': guard(() => ({ type: 'ask-person', address: at('s'), prompt: '?' })),
  'expand-for-each': guard(() => ({
    type: 'expand-for-each',
    address: at('s'),
    count: 1,
    items: { inline: [1] },
    itemsHash: 'i',
  })),
};
type StepCommand = keyof typeof COMMANDS;

/** `-` = refused; else the status that the step has afterwards. */
const TABLE: Record<keyof typeof RUNS, Record<StepCommand, StepStatus | '-'>> = {
  waiting: row({}),
  ready: row({ 'prepare-attempt': 'running', 'fail-preparation': 'failed', 'skip-step': 'skipped' }),
  'needs-approval': row({
    'prepare-attempt': 'running',
    'decide-approvals': 'ready',
    'edit-arguments': 'ready',
    'extend-approvals': 'needs-approval',
  }),
  running: row({ 'record-outcome': 'checking', 'record-crash': 'unknown' }),
  checking: row({ 'record-postconditions': 'succeeded' }),
  'retry-wait': row({}),
  unknown: row({
    'record-reconcile': 'checking',
    'resolve-unknown': 'checking',
    'check-unknown-again': 'unknown',
  }),
  succeeded: row({}),
  failed: row({ 'retry-step': 'retry-wait' }),
  skipped: row({}),
  cancelled: row({}),
};
function row(allowed: Partial<Record<StepCommand, StepStatus>>): Record<StepCommand, StepStatus | '-'> {
  const all = Object.keys(COMMANDS) as StepCommand[];
  return Object.fromEntries(all.map((command) => [command, allowed[command] ?? '-'])) as Record<
    StepCommand,
    StepStatus | '-'
  >;
}

describe.each(Object.keys(RUNS) as (keyof typeof RUNS)[])('[R3] a step that is %s', (status) => {
  test.each(Object.keys(COMMANDS) as StepCommand[])('%s', (command) => {
    const run = RUNS[status]();
    expect(run.step('s').status).toBe(status);
    const { decision } = run.when(COMMANDS[command]);
    expect(decision.ok ? run.step('s').status : '-').toBe(TABLE[status][command]);
  });
});
