import type { z } from 'zod';
import { parseAddressKey } from '#core/run/address.ts';
import type { EffectRecord } from '#db/effects.ts';
import type { EffectRow } from '../shapes/runs.ts';

export function effectRow(effect: EffectRecord): z.infer<typeof EffectRow> {
  const {
    operationKey,
    attempt,
    generation,
    tool,
    resource,
    argsHash,
    summary,
    intendedAt,
    settledAt,
    evidence,
  } = effect;
  return {
    operationKey,
    address: parseAddressKey(effect.address),
    attempt,
    generation,
    tool,
    resource,
    effect: effect.effect,
    state: effect.state,
    argsHash,
    summary,
    intendedAt,
    settledAt,
    reconciledBy: effect.reconciledBy?.name ?? effect.reconciledBy?.id ?? null,
    evidence,
  };
}
