'use client';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70dvh] min-w-48 max-w-80 overflow-y-auto rounded-card border border-border bg-surface p-1 text-text shadow-layer"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const item =
  'flex min-h-9 w-full cursor-pointer items-center gap-2 rounded-chip px-2 py-1.5 text-base outline-none select-none data-[highlighted]:bg-hover data-[highlighted]:outline-2 data-[highlighted]:-outline-offset-2 data-[highlighted]:outline-focus max-md:min-h-11';

export function MenuItem({
  onSelect,
  asChild,
  children,
  className,
}: {
  onSelect?: () => void;
  asChild?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <DropdownMenu.Item asChild={asChild ?? false} onSelect={onSelect} className={cx(item, className)}>
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2 py-1 text-xs font-medium text-faint">{children}</DropdownMenu.Label>
  );
}
