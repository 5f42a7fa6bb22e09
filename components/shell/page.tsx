import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx.ts';

/** A page of reading width with its one h1 and its actions. */
export function Page({
  title,
  meta,
  actions,
  children,
  className,
  wide,
}: {
  title: ReactNode;
  meta?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  wide?: boolean;
}) {
  return (
    <div
      className={cx(
        'mx-auto flex flex-col gap-4 px-4 py-4 md:px-6 md:pt-5 md:pb-10',
        wide ? 'max-w-[1440px]' : 'max-w-[1120px]',
        className,
      )}
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40 md:basis-64">
          <h1 className="text-lg font-semibold wrap-anywhere">{title}</h1>
          {meta ? (
            <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              {meta}
            </div>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}

/** A panel with a heading of its own. */
export function Panel({
  id,
  title,
  aside,
  children,
  className,
  bodyClassName,
}: {
  /** For links to this section. */
  id?: string;
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  bodyClassName?: string;
}) {
  return (
    <section id={id} className={cx('rounded-card border border-border bg-surface', className)}>
      <div className="flex min-h-10 items-center justify-between gap-3 border-b border-border px-3 py-1.5">
        <h2 className="text-base font-semibold">{title}</h2>
        {aside}
      </div>
      <div className={cx('p-3', bodyClassName)}>{children}</div>
    </section>
  );
}
