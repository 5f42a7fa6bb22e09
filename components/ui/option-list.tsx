'use client';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Option = { key: string; content: ReactNode; off?: boolean };

/**
 * The list of a combobox. The focus stays in the text box, whose `aria-activedescendant` names the option; its keys are
 * the box's too.
 */
export function OptionList({
  id,
  label,
  options,
  active,
  onTake,
  className,
}: {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  onTake(index: number): void;
  className?: string;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      data-inline
      className={cx('overflow-y-auto py-1', className)}
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are the text box's
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-disabled={option.off || undefined}
          ref={index === active ? (item) => item?.scrollIntoView({ block: 'nearest' }) : null}
          // Before the box loses the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(index)}
          className={cx(
            'min-h-6 cursor-pointer px-2 py-0.5 text-sm max-md:min-h-11',
            option.off && 'cursor-default text-faint',
            index === active && 'bg-hover outline-2 -outline-offset-2 outline-focus',
          )}
        >
          {option.content}
        </div>
      ))}
    </div>
  );
}
