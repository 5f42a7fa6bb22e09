'use client';
import { cva, type VariantProps } from 'class-variance-authority';
import Link from 'next/link';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const button = cva(
  'inline-flex select-none items-center justify-center gap-2 rounded-control border text-base font-medium whitespace-nowrap transition-[color,background-color,border-color] duration-100 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
  {
    variants: {
      /** One primary action a page. Reject and Approve are never told apart by colour (ux 5.1). */
      look: {
        primary:
          'border-transparent bg-accent text-on-accent hover:bg-accent-hover disabled:border-border-strong disabled:bg-sunken disabled:text-faint aria-disabled:border-border-strong aria-disabled:bg-sunken aria-disabled:text-faint',
        outline:
          'border-border-strong bg-surface text-text hover:bg-hover disabled:bg-sunken disabled:text-faint aria-disabled:bg-sunken aria-disabled:text-faint',
        quiet: 'border-transparent bg-transparent text-muted hover:bg-hover hover:text-text',
      },
      size: {
        md: 'min-h-9 px-3 max-md:min-h-11 max-md:min-w-11',
        sm: 'min-h-7 px-2 text-sm max-md:min-h-11 max-md:min-w-11 max-md:px-3',
        icon: 'size-9 px-0 max-md:size-11',
        iconSm: 'size-7 px-0 max-md:size-11',
      },
    },
    defaultVariants: { look: 'outline', size: 'md' },
  },
);

type Looks = VariantProps<typeof button>;

export function Button({
  look,
  size,
  className,
  asChild,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Looks & { asChild?: boolean }) {
  const Component = asChild ? Slot.Root : 'button';
  return (
    <Component {...(asChild ? {} : { type })} className={cx(button({ look, size }), className)} {...props} />
  );
}

export function ButtonLink({ look, size, className, ...props }: ComponentProps<typeof Link> & Looks) {
  return <Link className={cx(button({ look, size }), className)} {...props} />;
}
