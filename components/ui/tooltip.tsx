'use client';
import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Opens on hover and on focus, closes with Escape (1.4.13). The text repeats a name; it never carries new facts. */
export function Tooltip({
  text,
  side = 'right',
  disabled = false,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The text is in sight anyway. */
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Radix.Root delayDuration={300} {...(disabled ? { open: false } : {})}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-control border border-border-strong bg-surface px-2 py-1 text-xs font-medium text-text shadow-layer"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
export const TooltipProvider = Radix.Provider;
