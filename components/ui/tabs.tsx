'use client';
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type TabItem<Value extends string> = { value: Value; label: ReactNode };

/** Tabs whose value lives elsewhere (usually the URL). `look="switch"` is the compact view switch of a toolbar. */
export function Tabs<Value extends string>({
  value,
  onChange,
  items,
  label,
  look = 'line',
  children,
  className,
  listClassName,
}: {
  value: Value;
  onChange(value: NoInfer<Value>): void;
  items: readonly TabItem<NoInfer<Value>>[];
  label: string;
  look?: 'line' | 'switch';
  children?: ReactNode;
  className?: string;
  listClassName?: string;
}) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={className}
      activationMode="manual"
    >
      <Radix.List
        aria-label={label}
        className={cx(
          look === 'line'
            ? 'flex gap-1 overflow-x-auto border-b border-border px-2'
            : 'inline-flex max-w-full flex-wrap overflow-hidden rounded-control border border-border-strong',
          listClassName,
        )}
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            // Without panels of ours there is nothing to point at.
            {...(children ? {} : { 'aria-controls': undefined })}
            className={cx(
              'min-h-9 px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-text max-md:min-h-11 max-md:min-w-11',
              look === 'line'
                ? 'border-b-2 border-transparent data-[state=active]:border-accent data-[state=active]:text-text'
                : 'min-h-7 border-l border-border bg-surface first:border-l-0 data-[state=active]:bg-hover data-[state=active]:font-semibold data-[state=active]:text-text data-[state=active]:underline data-[state=active]:underline-offset-4',
            )}
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}
export function TabPanel({
  value,
  children,
  className,
}: {
  value: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Radix.Content value={value} className={className}>
      {children}
    </Radix.Content>
  );
}
