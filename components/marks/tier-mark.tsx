import { Flame, Hand, ShieldCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';

export type Tier = 'auto' | 'low' | 'high' | 'critical';
const looks: Record<Tier, { word: string; icon: LucideIcon; className: string }> = {
  auto: { word: 'Auto', icon: ShieldCheck, className: 'text-muted' },
  low: { word: 'Low', icon: Hand, className: 'text-muted' },
  high: { word: 'High', icon: TriangleAlert, className: 'text-approval' },
  critical: { word: 'Critical', icon: Flame, className: 'text-danger' },
};
export function tierWord(tier: Tier): string {
  return looks[tier].word;
}
/** How much a call asks of the person who decides it. `detail` follows in words: "Critical, irreversible". */
export function TierMark({
  tier,
  detail,
  className,
}: {
  tier: Tier;
  detail?: string | undefined;
  className?: string;
}) {
  const { word, icon: Icon, className: tone } = looks[tier];
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 align-middle font-semibold whitespace-nowrap',
        tone,
        className,
      )}
      data-tier={tier}
    >
      <Icon aria-hidden size={16} strokeWidth={2.25} />
      {detail ? `${word}, ${detail}` : word}
    </span>
  );
}
