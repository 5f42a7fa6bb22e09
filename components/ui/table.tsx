import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A dense table in a box that scrolls by itself, so the page never does sideways (1.4.10). */
export function Table({
  label,
  head,
  children,
  className,
}: {
  label: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx('relative overflow-x-auto rounded-card border border-border bg-surface', className)}
      role="group"
      aria-label={label}
      tabIndex={0}
    >
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken text-left text-xs font-medium text-muted">
          <tr>{head}</tr>
        </thead>
        <tbody className="[&>tr]:border-t [&>tr]:border-border">{children}</tbody>
      </table>
    </div>
  );
}
export function Th({ className, ...props }: ComponentProps<'th'>) {
  return <th scope="col" className={cx('px-3 py-2 font-medium whitespace-nowrap', className)} {...props} />;
}
export function Td({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td className={cx('h-10 px-3 py-1.5 align-middle compact:h-8 compact:py-1', className)} {...props} />
  );
}
