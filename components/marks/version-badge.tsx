import { CircleCheck, Clock3, OctagonX, Layers, type LucideIcon } from 'lucide-react';
import { cx } from '#components/ui/cx.ts';

/** State line of a version: these words and no others. */
export type VersionState = 'in review' | 'approved' | 'superseded' | 'rejected';
const looks: Record<VersionState, { word: string; icon: LucideIcon; className: string }> = {
  'in review': { word: 'In review', icon: Clock3, className: 'text-approval' },
  approved: { word: 'Approved', icon: CircleCheck, className: 'text-done' },
  superseded: { word: 'Superseded', icon: Layers, className: 'text-neutral' },
  rejected: { word: 'Rejected', icon: OctagonX, className: 'text-failed' },
};
export function VersionBadge({ state, className }: { state: VersionState; className?: string }) {
  const { word, icon: Icon, className: tone } = looks[state];
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 align-middle text-sm font-semibold whitespace-nowrap',
        tone,
        className,
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={2.25} />
      {word}
    </span>
  );
}
