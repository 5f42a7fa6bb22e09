import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** A small neutral chip. State and diff have their own badges; this one carries no meaning by colour. */
export function Badge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-chip border border-border bg-sunken px-1.5 text-xs font-medium whitespace-nowrap text-muted',
        className,
      )}
    >
      {children}
    </span>
  );
}
