import type { RunEvent } from '#core/run/events.ts';
import { aPlan } from './build-plan.ts';

const actor = { kind: 'person' as const, id: 'u1', name: 'Ana' };
/** The events of a run that is paused and resumed for ever: `count` in all. */
export function pausingLog(count: number): RunEvent[] {
  const started: RunEvent = {
    version: 1,
    schema: 1,
    at: 1_000,
    actor,
    type: 'run-started',
    data: {
      workspaceId: 'w',
      runId: 'r',
      planId: 'p',
      planVersion: 1,
      planHash: 'h',
      identity: 'u1',
      solo: true,
      startedBy: actor,
      document: aPlan('a'),
    },
  };
  const rest = Array.from({ length: count - 1 }, (_, index): RunEvent => {
    const base = { version: index + 2, schema: 1, at: 2_000 + index, actor };
    return index % 2 === 0
      ? { ...base, type: 'run-paused', data: {} }
      : { ...base, type: 'run-resumed', data: {} };
  });
  return [started, ...rest];
}
