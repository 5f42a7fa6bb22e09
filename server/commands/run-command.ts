/**
 * The write path of everything a person asks of a run: load -> decide -> append -> notify. A driver may append at the
 * same time; then the command is decided again on what is true now. Nothing else but a driver appends events.
 */
import type { RunCommand } from '#core/run/commands.ts';
import { decide } from '#core/run/decide.ts';
import { type NewRunEvent, RUN_EVENT_SCHEMA, type RunEvent } from '#core/run/events.ts';
import { evolve } from '#core/run/evolve.ts';
import type { RunState } from '#core/run/state.ts';
import type { AppendBatch, RunStore } from '#db/run-store.ts';
import type { ChangeFeed } from '#server/feed/change-feed.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { observedOutputs } from './observed-outputs.ts';
import { refuseRun } from './refuse-run.ts';

const MAX_TRIES = 5;

export type CommandPorts = { store: RunStore; feed: ChangeFeed };
export type Commanded = { runId: string; version: number; state: RunState; events: RunEvent[] };

export async function runCommand(
  app: CommandPorts,
  run: { workspaceId: string; runId: string },
  command: RunCommand,
): Promise<Commanded> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const loaded = await app.store.load(run.workspaceId, run.runId);
    if (!loaded) throw notFound('run');
    const decision = decide(loaded.state, command);
    if (!decision.ok) throw refuseRun(decision.rejection, loaded.state);
    if (decision.events.length === 0)
      return { runId: run.runId, version: loaded.version, state: loaded.state, events: [] };
    const appended = await append(app, run, loaded.state, loaded.version, decision.events);
    if (appended) return { runId: run.runId, ...appended };
  }
  throw refuse(409, 'run-busy', 'The run changed faster than this could be decided. Try again.');
}

/** Appends what was decided on `state`, which this call owns and folds. Undefined: somebody else appended first. */
export async function append(
  app: CommandPorts,
  run: { workspaceId: string; runId: string },
  state: RunState,
  version: number,
  decided: NewRunEvent[],
): Promise<{ version: number; state: RunState; events: RunEvent[] } | undefined> {
  const events = decided.map((event, at): RunEvent => ({
    ...event,
    version: version + at + 1,
    schema: RUN_EVENT_SCHEMA,
  }));
  const touched = new Set<string>();
  for (const event of events) for (const key of evolve(state, event)) touched.add(key);
  const [result] = await app.store.append([
    {
      ...run,
      expectedVersion: version,
      events: decided,
      state,
      touched: [...touched],
      outputs: observedOutputs(events),
      ring: true,
      ...versionState(state, events),
    },
  ]);
  if (!result?.ok) return undefined;
  const reached = version + events.length;
  await app.feed.notify({ workspaceId: run.workspaceId, kind: 'run', runId: run.runId, version: reached });
  return { version: reached, state, events };
}

/** A decision on a revision is kept at the plan version's row too, in the same statement. */
function versionState(state: RunState, events: RunEvent[]): Pick<AppendBatch, 'planVersionState'> {
  for (const event of events) {
    if (event.type === 'revision-approved' || event.type === 'revision-rejected') {
      const { planVersion, by, reason } = event.data;
      const verdict = event.type === 'revision-approved' ? ('approved' as const) : ('rejected' as const);
      return {
        planVersionState: {
          planId: state.planId,
          version: planVersion,
          state: verdict,
          by,
          ...(reason !== undefined && { reason }),
        },
      };
    }
  }
  return {};
}
