import type { ReactNode } from 'react';

/** A part of a form that can be closed; finding a field in it opens it. */
export function Section({
  title,
  note,
  open,
  children,
}: {
  title: string;
  /** What it says while closed. */
  note?: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open} className="border-t border-border">
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-baseline gap-x-2 py-1.5 text-sm max-md:min-h-11">
        <h3 className="font-semibold">{title}</h3>
        {note ? <span className="min-w-0 truncate text-xs text-muted">{note}</span> : null}
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-4">{children}</div>
    </details>
  );
}
