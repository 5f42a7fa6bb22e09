import { cx } from './cx.ts';

/** Steps done of all. The text beside it says the same. */
export function ProgressBar({
  done,
  total,
  label,
  className,
}: {
  done: number;
  total: number;
  label: string;
  className?: string;
}) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className={cx(
        'my-1 block h-1.5 overflow-hidden rounded-full border border-border bg-sunken',
        className,
      )}
    >
      <span className="block h-full bg-running" style={{ width: `${share * 100}%` }} />
    </span>
  );
}
