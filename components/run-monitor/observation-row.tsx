'use client';
import { memo } from 'react';
import type { RunEvent } from '#core/run/events.ts';
import { CopyButton } from '#components/ui/code-block.tsx';
import { cx } from '#components/ui/cx.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';
import { eventText, type NameStep } from './event-text.ts';

/** One observation: when, what, and its number, which is its address. */
export const ObservationRow = memo(function ObservationRow({
  event,
  name,
  index,
  top,
  measure,
  wrap,
  raw,
  named,
}: {
  event: RunEvent;
  name: NameStep;
  index: number;
  top: number;
  measure(element: HTMLElement | null): void;
  wrap: boolean;
  raw: boolean;
  named: boolean;
}) {
  return (
    <li
      ref={measure}
      data-index={index}
      data-obs={event.version}
      aria-current={named ? 'location' : undefined}
      style={{ transform: `translateY(${top}px)` }}
      className={cx(
        'group absolute top-0 left-0 flex gap-2 border-b border-border px-3 py-1 text-sm',
        wrap ? 'w-full' : 'w-max min-w-full',
        named && 'border-l-4 border-l-accent bg-hover pl-2',
      )}
    >
      <Time at={event.at} exact className="shrink-0 font-mono text-xs leading-5 text-faint" />
      <span
        className={cx(
          'min-w-0 flex-1',
          wrap ? 'wrap-anywhere' : 'whitespace-nowrap',
          raw && 'font-mono text-xs leading-5',
          raw && wrap && 'break-all',
        )}
      >
        <InvisibleText text={raw ? JSON.stringify(event) : eventText(event, name)} />
      </span>
      <CopyButton
        text={() => linkTo(event.version)}
        label={messages.event.number(event.version)}
        title={messages.event.copyLink(event.version)}
        className="-my-1 min-h-6 shrink-0 px-1 text-xs font-normal focus-visible:[&>svg]:opacity-100 md:[&>svg]:opacity-0 md:group-hover:[&>svg]:opacity-100"
      />
    </li>
  );
});

function linkTo(version: number): string {
  const url = new URL(window.location.href);
  url.searchParams.set('obs', String(version));
  return url.href;
}
