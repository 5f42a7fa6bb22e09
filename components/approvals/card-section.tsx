import type { ReactNode } from 'react';

export function CardSection({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-1.5">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-xs font-semibold text-muted">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
