import type { Link } from '#components/live.ts';
import { cx } from '#components/ui/cx.ts';
import { timeOfDay } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';

/** "● Live" or "○ Reconnecting, last update 10:44:12": shape and word. */
export function LinkWord({ link, lastAt }: { link: Link; lastAt: number }) {
  return (
    <span
      className="inline-flex shrink-0 items-center gap-1.5 text-xs font-medium text-muted"
      data-link={link}
    >
      <span
        aria-hidden
        className={cx(
          'size-2 rounded-full',
          link === 'live' ? 'bg-done' : 'border-2 border-approval bg-transparent',
        )}
      />
      <span>
        {messages.live[link]}
        {link === 'reconnecting' && lastAt > 0 ? (
          <span className="max-md:hidden">{messages.live.lastUpdate(timeOfDay(lastAt))}</span>
        ) : null}
      </span>
    </span>
  );
}
