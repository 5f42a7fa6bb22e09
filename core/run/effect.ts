/**
 * The effect journal (domain E): every attempt that is not a read.
 *
 *   intended -> committed | not-applied | unknown;  unknown -> committed | not-applied;  committed -> undone
 *   not-applied -> intended: a retry of the same operation, under the same key.
 */
import type { EffectState } from './events.ts';
import type { StepState } from './state.ts';

export const EFFECT_TRANSITIONS: Record<EffectState, readonly EffectState[]> = {
  intended: ['committed', 'not-applied', 'unknown'],
  committed: ['undone'],
  'not-applied': ['intended'],
  unknown: ['committed', 'not-applied'],
  undone: [],
};

export function mayBecome(from: EffectState | undefined, to: EffectState): boolean {
  return from === undefined ? to === 'intended' : EFFECT_TRANSITIONS[from].includes(to);
}

type SentCall = NonNullable<StepState['call']>;

/** When to ask the target first; null: it cannot be asked, a person must say. */
export function firstReconcileAt(call: SentCall, now: number): number | null {
  return call.canReconcile ? now : null;
}

/**
 * E3. "Not applied" can no longer change once the target holds our key (asking is exact both ways), else only after
 * intent + timeout + maxInFlightMs: an earlier look would miss an effect that is still on its way.
 */
export function isNotAppliedFinal(call: SentCall, at: number, toolSaysFinal: boolean): boolean {
  return toolSaysFinal && (call.dedupe === 'key' || at >= call.quietAt);
}
