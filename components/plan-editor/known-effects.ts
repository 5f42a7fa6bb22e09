import type { PlanDocument, Work } from '#core/plan/schema.ts';
import type { EffectClass } from '#core/plan/tool-contract.ts';

export type StepEffect = { stepId: string; effect: EffectClass };
/**
 * What the server says of each call, by its arguments (a POST writes, a DROP cannot be undone). It holds for exactly the
 * work it was said of: a step that was changed since has other work, and is not in here.
 */
export type KnownEffects = ReadonlyMap<Work, EffectClass>;

export function knownEffects({ steps }: PlanDocument, said: readonly StepEffect[]): KnownEffects {
  const effects = new Map(said.map(({ stepId, effect }) => [stepId, effect]));
  return new Map(
    steps.flatMap(({ id, work }) => {
      const effect = effects.get(id);
      return effect ? [[work, effect] as const] : [];
    }),
  );
}
