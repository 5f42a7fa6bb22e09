import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { messages } from './messages.ts';

const looks = {
  plain: 'border-border bg-surface',
  attention: 'border-2 border-approval bg-approval-bg',
  problem: 'border-failed bg-failed-bg',
  ink: 'border-2 border-unknown bg-surface',
} as const;

/** A strip inside the page: what failed, what is safe, what to do. Stays until its cause is gone. */
export function Notice({
  look = 'plain',
  title,
  children,
  action,
  className,
}: {
  look?: keyof typeof looks;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border px-3 py-2',
        looks[look],
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className={title ? 'text-sm' : ''}>{children}</div> : null}
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
    </div>
  );
}

/** One sentence, one action. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-card border border-dashed border-border-strong px-4 py-6">
      <p className="text-md font-semibold">{title}</p>
      {children ? <div className="max-w-prose text-muted">{children}</div> : null}
      {action}
    </div>
  );
}

/** "Showing 10,000 of 48,211 lines." with the way to all of them. */
export function Part({
  shown,
  total,
  what,
  action,
}: {
  shown: number;
  total: number;
  what: string;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>{messages.common.part(shown, total, what)}</span>
      {action}
    </div>
  );
}
