/** Starts runs and decides on them as the web process would, without one. */
import { setTimeout as delay } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import { planHash } from '#core/plan/normal-form.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { RunCommand } from '#core/run/commands.ts';
import { decide } from '#core/run/decide.ts';
import { type Actor, RUN_EVENT_SCHEMA, type RunEvent } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import type { RunState } from '#core/run/state.ts';
import type { Sql } from '#db/connect.ts';
import { createPostgresRunStore } from '#db/postgres-run-store.ts';
import type { Queue } from '#db/queue.ts';
import type { RunStore } from '#db/run-store.ts';
import { observedOutputs } from '#server/commands/observed-outputs.ts';

export const WORKSPACE = 'ws';
const bob: Actor = { kind: 'person', id: 'bob', name: 'Bob' };
const decider = { actor: bob, roles: ['operator', 'approver', 'admin'] };

export type RunHarness = {
  store: RunStore;
  start(document: PlanDocument, runId?: string): Promise<string>;
  command(runId: string, command: RunCommand): Promise<void>;
  state(runId: string): Promise<RunState>;
  events(runId: string): Promise<RunEvent[]>;
  /** Waits until the run's state satisfies it, approving whatever asks meanwhile. */
  until(runId: string, holds: (state: RunState) => boolean, withinMs?: number): Promise<RunState>;
};

/** The workspace's row must be there already. */
export async function createRunHarness(sql: Sql, queue: Pick<Queue, 'ringInside'>): Promise<RunHarness> {
  const store = createPostgresRunStore(sql, { ring: queue.ringInside });
  let runs = 0;

  async function command(runId: string, wanted: RunCommand): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      const loaded = await store.load(WORKSPACE, runId);
      const state = loaded?.state ?? initialState();
      const decision = decide(state, wanted);
      if (!decision.ok) throw new Error(`Refused: ${JSON.stringify(decision.rejection)}`);
      if (decision.events.length === 0) return;
      const touched = decision.events.flatMap((event) =>
        evolve(state, { ...event, version: state.version + 1, schema: RUN_EVENT_SCHEMA }),
      );
      const expectedVersion = loaded?.version ?? 0;
      const [result] = await store.append([
        {
          workspaceId: WORKSPACE,
          runId,
          expectedVersion,
          events: decision.events,
          state,
          touched,
          outputs: observedOutputs(decision.events),
          ring: true,
        },
      ]);
      if (result?.ok) return;
    }
    throw new Error('The run changed faster than the command could be decided');
  }

  async function state(runId: string): Promise<RunState> {
    return must(await store.load(WORKSPACE, runId), `run ${runId} is there`).state;
  }

  async function approveAll(runId: string, current: RunState): Promise<void> {
    for (const [approvalId, { status, request }] of Object.entries(current.approvals)) {
      if (status !== 'pending') continue;
      await command(runId, {
        type: 'decide-approvals',
        at: Date.now(),
        actor: bob,
        decider,
        verdict: 'approve',
        decisions: [{ approvalId, seal: request.seal }],
        planVersion: current.planVersion,
        policyRevision: request.policy.revision,
        reason: 'Looks right to me.',
      });
    }
  }

  return {
    store,
    command,
    state,
    events: (runId) => store.readEvents(WORKSPACE, runId, 0),
    async start(document, runId = `run${++runs}`) {
      await command(runId, {
        type: 'start-run',
        at: Date.now(),
        actor: bob,
        workspaceId: WORKSPACE,
        runId,
        planId: `plan-${runId}`,
        planVersion: 1,
        planHash: planHash(document),
        document,
        identity: 'service',
        solo: true,
      });
      return runId;
    },
    async until(runId, holds, withinMs = 20_000) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const current = await state(runId);
        if (holds(current)) return current;
        if (performance.now() > deadline)
          throw new Error(
            `Not within ${withinMs} ms; the run is ${current.status}: ${JSON.stringify(Object.values(current.steps).map(({ address, status }) => [address.stepId, status]))}`,
          );
        await approveAll(runId, current);
        await delay(60);
      }
    },
  };
}
