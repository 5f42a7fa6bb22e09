'use client';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';

type Ids = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** Label, hint and error of one control, tied together by ids. */
export function Field({
  label,
  hint,
  error,
  aside,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Beside the label. */
  aside?: ReactNode;
  className?: string;
  children: (ids: Ids) => ReactNode;
}) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className="flex items-end justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

const control =
  'w-full rounded-control border border-border-strong bg-surface px-3 text-base text-text placeholder:text-faint max-md:text-md aria-invalid:border-danger disabled:bg-sunken disabled:text-faint';

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cx(control, 'h-9 max-md:h-11', className)} {...props} />;
}
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cx(control, 'min-h-20 py-2', className)} {...props} />;
}
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cx(control, 'h-9 max-md:h-11', className)} {...props} />;
}
/** A box with its own label; the whole row is the target. */
export function Checkbox({
  label,
  hint,
  className,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label
      className={cx(
        'flex min-h-6 cursor-pointer items-start gap-2 py-0.5 max-md:min-h-11 max-md:items-center',
        className,
      )}
    >
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--accent) max-md:mt-0 max-md:size-5"
        {...props}
      />
      <span className="min-w-0">
        <span>{label}</span>
        {hint ? <span className="block text-xs text-faint">{hint}</span> : null}
      </span>
    </label>
  );
}

/** One of a few, all in sight. `after` stands beside the label: what became of the last choice. */
export function Radios<Value extends string>({
  name,
  label,
  after,
  value,
  options,
  onChange,
  disabled,
}: {
  name: string;
  label: string;
  after?: ReactNode;
  value: Value;
  options: readonly { value: NoInfer<Value>; label: string; hint?: string }[];
  onChange(value: NoInfer<Value>): void;
  disabled?: boolean;
}) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 flex w-full items-center gap-3 text-sm font-medium">
        {label}
        {after}
      </legend>
      <div className={options.some(({ hint }) => hint) ? undefined : 'flex flex-wrap gap-x-6'}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 cursor-pointer items-start gap-2 py-1 max-md:min-h-11 max-md:py-2"
          >
            <input
              type="radio"
              name={name}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span className="min-w-0">
              <span>{option.label}</span>
              {option.hint ? <span className="block text-sm text-muted">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
