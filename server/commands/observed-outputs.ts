import { addressKey } from '#core/run/address.ts';
import type { NewRunEvent } from '#core/run/events.ts';
import type { AppendBatch } from '#db/run-store.ts';

/** What these events say of the results of steps; stored with them, since the state holds no outputs. */
export function observedOutputs(events: readonly NewRunEvent[]): NonNullable<AppendBatch['outputs']> {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'attempt-finished':
      case 'effect-reconciled': {
        const { address, observation } = event.data;
        return observation ? [{ key: addressKey(address), output: observation }] : [];
      }
      case 'person-answered':
        return [{ key: addressKey(event.data.address), output: event.data.output }];
      default:
        return [];
    }
  });
}
