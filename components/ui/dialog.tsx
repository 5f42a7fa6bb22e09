'use client';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { useFocusBack } from './give-focus-back.ts';
import { messages } from './messages.ts';

/** A dialog in the middle; on phones a sheet from the bottom. Focus starts on the heading, never on a button. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  wide,
  full,
}: {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  /** On phones it covers the screen. */
  full?: boolean;
}) {
  const { remember, giveBack } = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-text/40 dark:bg-canvas/70" />
        <Radix.Content
          onCloseAutoFocus={giveBack}
          onOpenAutoFocus={(event) => {
            remember();
            event.preventDefault();
            const dialog = event.currentTarget as HTMLElement | null;
            // A dialog that is there to be typed into may start in its box.
            const first =
              dialog?.querySelector<HTMLElement>('[data-dialog-focus]') ??
              dialog?.querySelector<HTMLElement>('[data-dialog-title]');
            first?.focus();
          }}
          // A list of suggestions closes first.
          onEscapeKeyDown={(event) => {
            const box = event.target instanceof Element ? event.target : undefined;
            if (box?.matches('[aria-haspopup][aria-activedescendant]')) event.preventDefault();
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed z-50 flex max-h-[90dvh] flex-col border border-border bg-surface text-text shadow-layer',
            'inset-x-0 bottom-0 rounded-t-approval md:inset-auto md:top-1/2 md:left-1/2 md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-approval',
            wide ? 'md:w-[min(760px,92vw)]' : 'md:w-[min(520px,92vw)]',
            full && 'max-md:h-dvh max-md:max-h-dvh max-md:rounded-none',
          )}
        >
          <div className="flex items-start gap-3 border-b border-border px-4 py-3">
            <Radix.Title asChild>
              {/* The page behind is hidden while a dialog is open, so this is its first heading. */}
              <h1
                tabIndex={-1}
                data-dialog-title
                className="min-w-0 flex-1 text-md font-semibold wrap-anywhere outline-offset-4"
              >
                {title}
              </h1>
            </Radix.Title>
            <Radix.Close asChild>
              <Button look="quiet" size="iconSm" aria-label={messages.common.close}>
                <X aria-hidden size={16} />
              </Button>
            </Radix.Close>
          </div>
          <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-3">
            {description ? (
              <Radix.Description asChild>
                <div className="mb-3 text-muted">{description}</div>
              </Radix.Description>
            ) : null}
            {children}
          </div>
          {footer ? (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-border px-4 py-3">
              {footer}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
