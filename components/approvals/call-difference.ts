import type { Json, JsonObject } from '#core/json.ts';
import { leavesOf, literal } from '#components/json/leaves.ts';

export type Difference = { label: string; from: string; to: string };

/** What differs between the call that was read and the call that is there now, leaf by leaf. */
export function callDifference(fromText: string, toText: string): Difference[] {
  const from = leavesByLabel(fromText);
  const to = leavesByLabel(toText);
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((label) => {
    const before = from.get(label) ?? '';
    const after = to.get(label) ?? '';
    return before === after ? [] : [{ label, from: before, to: after }];
  });
}
function leavesByLabel(text: string): Map<string, string> {
  let call: Json;
  try {
    call = JSON.parse(text) as Json;
  } catch {
    return new Map();
  }
  if (call === null || typeof call !== 'object' || Array.isArray(call)) return new Map();
  return new Map(leavesOf(call as JsonObject).map((leaf) => [leaf.label, literal(leaf.value)]));
}
