import type { Address } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import { addressOf } from './event-text.ts';
import type { RunFeed } from './run-store.ts';

const cache = new WeakMap<RunFeed['events'], Address | undefined>();

/** The step that changed last; the same object while no event came. */
export function newestAddress({ events, state }: RunFeed): Address | undefined {
  if (cache.has(events)) return cache.get(events);
  let found: Address | undefined;
  for (let index = events.length - 1; index >= 0 && !found; index -= 1) {
    const event = events[index];
    if (event) found = addressOf(event, (id) => get(state.approvals, id)?.address);
  }
  cache.set(events, found);
  return found;
}
