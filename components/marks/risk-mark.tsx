import { Eye, Flame, PencilLine, type LucideIcon } from 'lucide-react';
import type { EffectClass } from '#core/plan/tool-contract.ts';
import { cx } from '#components/ui/cx.ts';

const effects: Record<EffectClass, { word: string; icon: LucideIcon }> = {
  read: { word: 'Read', icon: Eye },
  write: { word: 'Write', icon: PencilLine },
  irreversible: { word: 'Irreversible', icon: Flame },
};

export function effectWord(effect: EffectClass): string {
  return effects[effect].word;
}
export function EffectIcon({
  effect,
  size = 14,
  className,
}: {
  effect: EffectClass;
  size?: number;
  className?: string;
}) {
  const Icon = effects[effect].icon;
  return <Icon aria-hidden size={size} strokeWidth={2.25} className={cx('shrink-0', className)} />;
}
/** What a step does to the world, as its tool's contract says: Read, Write or Irreversible. */
export function EffectMark({ effect, className }: { effect: EffectClass; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 text-xs whitespace-nowrap',
        effect === 'irreversible' ? 'font-semibold text-text' : 'font-medium text-muted',
        className,
      )}
    >
      <EffectIcon effect={effect} />
      {effects[effect].word}
    </span>
  );
}
