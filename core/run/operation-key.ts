import { contentHash } from '../hash.ts';
import type { OperationKey } from '../ids.ts';
import type { Address } from './address.ts';

/**
 * The stable key of one effect, handed to the tool (domain E). Stable over retries and replans: plan version, attempt
 * and time stay outside. The generation rises only after `undone`, or after a not-applied that can no longer change.
 */
export function operationKeyOf(
  runId: string,
  address: Address,
  slot: string,
  argsHash: string,
  generation: number,
): OperationKey {
  return contentHash({
    v: 1,
    runId,
    address: { stepId: address.stepId, item: address.item ?? null },
    slot,
    argsHash,
    generation,
  }) as string as OperationKey;
}
