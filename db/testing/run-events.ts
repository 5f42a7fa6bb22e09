/** Short ways to the events and batches that tests of the stores append. */
import { must } from '#core/assert.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { Actor, ApprovalRequest, NewRunEvent, RunEvent } from '#core/run/events.ts';
import { RUN_EVENT_SCHEMA } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import type { RunState } from '#core/run/state.ts';
import type { AppendBatch } from '../run-store.ts';

export const AT = Date.UTC(2030, 0, 2, 3, 4, 5, 678);
export const ANNA: Actor = { kind: 'person', id: 'anna', name: 'Anna' };
export const HASH = 'a'.repeat(64);
const NOTHING = { costMicroUsd: 0, tokens: 0, toolCalls: 0 };
const POLICY = { verdict: 'ask' as const, rules: ['default-write'], reason: 'Writes ask.', revision: 0 };

export function planOf(...ids: string[]): PlanDocument {
  return {
    artifact: 'plan/v1',
    objective: 'Copy the rows',
    steps: ids.map((id) => ({
      id,
      title: id,
      work: { kind: 'tool' as const, tool: 'postgres.execute', args: {} },
    })),
  };
}

type Body = Pick<NewRunEvent, 'type' | 'data'>;
const at = (body: Body): NewRunEvent => ({ at: AT, actor: ANNA, ...body }) as NewRunEvent;

export const started = (
  workspaceId: string,
  runId: string,
  document = planOf('read', 'copy'),
  planId = 'plan',
): NewRunEvent =>
  at({
    type: 'run-started',
    data: {
      workspaceId,
      runId,
      planId,
      planVersion: 1,
      planHash: HASH,
      document,
      identity: 'anna',
      solo: true,
      startedBy: ANNA,
    },
  });
export const paused = (reason?: string): NewRunEvent =>
  at({ type: 'run-paused', data: reason === undefined ? {} : { reason } });
export const resumed = (): NewRunEvent => at({ type: 'run-resumed', data: {} });

export function dispatched(stepId: string, operationKey: string, consumes: string[] = []): NewRunEvent {
  return at({
    type: 'attempt-dispatched',
    data: {
      address: { stepId },
      attempt: 1,
      operationKey,
      generation: 0,
      tool: 'postgres.execute',
      effect: 'write',
      dedupe: 'key',
      canReconcile: true,
      resource: 'shop.users',
      connection: 'shop',
      identity: 'shop',
      argsHash: HASH,
      callHash: HASH,
      seal: HASH,
      args: { inline: {} },
      summary: 'Copy 3 rows',
      consumes,
      policy: POLICY,
      checks: [],
      reserved: NOTHING,
      timeoutAt: AT + 60_000,
      quietAt: AT + 120_000,
    },
  });
}
export const committed = (stepId: string, operationKey: string): NewRunEvent =>
  at({
    type: 'attempt-finished',
    data: { address: { stepId }, attempt: 1, operationKey, outcome: 'committed', spent: NOTHING },
  });
export const succeeded = (stepId: string): NewRunEvent =>
  at({ type: 'step-succeeded', data: { address: { stepId }, checks: [] } });
export function asked(
  stepId: string,
  approvalId: string,
  change: Partial<ApprovalRequest> = {},
): NewRunEvent {
  const approval: ApprovalRequest = {
    approvalId,
    seal: HASH,
    callHash: HASH,
    callText: '{"tool":"postgres.execute","v":1}',
    tier: 'high',
    summary: 'Copy 3 rows',
    effectSentence: 'Writes to shop.users.',
    risk: 'medium',
    origins: [],
    checks: [],
    policy: POLICY,
    need: 1,
    roles: ['approver'],
    notRequester: false,
    notEditor: false,
    solo: true,
    expiresAt: AT + 3_600_000,
    ...change,
  };
  return at({ type: 'approval-requested', data: { address: { stepId }, approval } });
}
export const granted = (approvalId: string): NewRunEvent =>
  at({ type: 'approval-granted', data: { approvalId, by: ANNA, granted: 1, need: 1 } });
export const rejected = (approvalId: string): NewRunEvent =>
  at({ type: 'approval-rejected', data: { approvalId, by: ANNA, reason: 'Not today', next: 'stop' } });

/** One writer of one run: folds what it appends, as a driver does. */
export function writerOf(
  workspaceId: string,
  runId: string,
  from: { state: RunState; version: number } = { state: initialState(), version: 0 },
) {
  const { state } = from;
  return {
    state,
    batch(events: NewRunEvent[], more: Partial<AppendBatch> = {}): AppendBatch {
      const expectedVersion = state.version;
      const touched = new Set<string>();
      events.forEach((event, index) => {
        const numbered: RunEvent = {
          ...event,
          version: expectedVersion + index + 1,
          schema: RUN_EVENT_SCHEMA,
        };
        for (const key of evolve(state, numbered)) touched.add(key);
      });
      return {
        workspaceId,
        runId,
        expectedVersion,
        events,
        state: structuredClone(state),
        touched: [...touched],
        ...more,
      };
    },
  };
}
export type Writer = ReturnType<typeof writerOf>;
export const first = <T>(list: readonly T[]): T => must(list[0], 'an empty list');
