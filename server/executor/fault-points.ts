/**
 * Named points of the driver that a test may crash, hang or fail. They do nothing unless FAULTS is set, for example
 * `after-intent@write:kill` (only at step `write`) or `during-call:kill:150` (150 ms after the call has been sent).
 */
import { setTimeout as delay } from 'node:timers/promises';

export const faultPoints = [
  'before-intent',
  'after-intent',
  'during-call',
  'after-effect',
  'before-outcome',
  'after-outcome',
  'before-ack',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

export type Faults = {
  /** Resolves at once unless a fault is armed here. `stepIds` are the steps that are at this point. */
  at(point: FaultPoint, stepIds: readonly string[]): Promise<void> | undefined;
};

export const noFaults: Faults = { at: () => undefined };

type Armed = {
  point: FaultPoint;
  stepId: string | undefined;
  action: 'kill' | 'hang' | 'throw';
  afterMs: number;
};

export class FaultInjected extends Error {
  override readonly name = 'FaultInjected';
}

export function parseFaults(setting: string | undefined): Faults {
  if (!setting) return noFaults;
  const armed = setting.split(',').map(parseOne);
  return {
    at(point, stepIds) {
      const fault = armed.find(
        (one) => one.point === point && (one.stepId === undefined || stepIds.includes(one.stepId)),
      );
      return fault ? strike(fault) : undefined;
    },
  };
}

function parseOne(text: string): Armed {
  const [where = '', action = '', afterMs = '0'] = text.trim().split(':');
  const [point = '', stepId] = where.split('@');
  const known = faultPoints.find((name) => name === point);
  if (!known || !['kill', 'hang', 'throw'].includes(action)) {
    throw new Error(
      `FAULTS has "${text}": write point[@step]:kill|hang|throw[:ms] with a point of ${faultPoints.join(', ')}.`,
    );
  }
  return { point: known, stepId, action: action as Armed['action'], afterMs: Number(afterMs) };
}

async function strike({ point, action, afterMs }: Armed): Promise<void> {
  if (afterMs > 0) await delay(afterMs);
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'throw') throw new FaultInjected(`Fault at ${point}`);
  await new Promise<never>(() => {}); // a hang, and the moment between kill and death
}
