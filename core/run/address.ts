/** The address of any attempt: the step, and the item of a forEach. `copy[3]` is only how it is shown (R14). */
export type Address = { stepId: string; item?: number };

/** A key for maps and rows. Not for people. */
export function addressKey(address: Address): string {
  return address.item === undefined ? address.stepId : `${address.stepId}[${address.item}]`;
}

export function parseAddressKey(key: string): Address {
  const match = /^(.*)\[(\d+)\]$/.exec(key);
  return match?.[1] !== undefined ? { stepId: match[1], item: Number(match[2]) } : { stepId: key };
}
