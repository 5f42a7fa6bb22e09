import { addressKey, type Address } from '#core/run/address.ts';
import type { RunEvent } from '#core/run/events.ts';
import { get } from '#core/run/record.ts';
import type { RunState } from '#core/run/state.ts';
import { dateAndTime } from '#components/ui/format.ts';
import { addressOf, eventText, type NameStep } from './event-text.ts';

/** The observations of one step (its parts included), or of the whole run. */
export function observationsOf(
  events: readonly RunEvent[],
  of: Address | undefined,
  approvals: RunState['approvals'],
): readonly RunEvent[] {
  if (!of) return events;
  const wanted = addressKey(of);
  const addressOfApproval = (approvalId: string) => get(approvals, approvalId)?.address;
  return events.filter((event) => {
    const address = addressOf(event, addressOfApproval);
    if (!address) return false;
    return of.item === undefined ? address.stepId === of.stepId : addressKey(address) === wanted;
  });
}

/** Lines that hold every word that was typed. */
export function findLines(events: readonly RunEvent[], text: string, name: NameStep): readonly RunEvent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return events;
  return events.filter((event) => {
    const line = eventText(event, name).toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

/** Events that came after `version`: what the pill counts. */
export function countAfter(events: readonly RunEvent[], version: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.version ?? Infinity) > version) high = middle;
    else low = middle + 1;
  }
  return events.length - low;
}

export function asText(events: readonly RunEvent[], name: NameStep): string {
  return events
    .map((event) => `${dateAndTime(event.at)} ${event.version} ${eventText(event, name)}\n`)
    .join('');
}
export function asJsonLines(events: readonly RunEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
