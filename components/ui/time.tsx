'use client';
import { clock, dateAndTime, roughDuration, timeOfDay } from './format.ts';
import { messages } from './messages.ts';
import { useNow } from './use-now.ts';

/** A moment. Relative text has the absolute one in `title`; `exact` shows the time of day. */
export function Time({ at, exact, className }: { at: number; exact?: boolean; className?: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={dateAndTime(at)} className={className}>
      {exact ? timeOfDay(at) : <Relative at={at} />}
    </time>
  );
}
function Relative({ at }: { at: number }) {
  const now = useNow();
  if (now === 0) return <>{dateAndTime(at)}</>;
  return (
    <>
      {at > now + 999
        ? messages.common.in(roughDuration(at - now))
        : messages.common.ago(roughDuration(now - at))}
    </>
  );
}
/** Time left until a deadline: "14 min". Counts seconds in the last two minutes. */
export function Countdown({ until, className }: { until: number; className?: string }) {
  const now = useNow();
  const left = Math.max(0, until - now);
  return (
    <time dateTime={new Date(until).toISOString()} title={dateAndTime(until)} className={className}>
      {now === 0 ? '' : left <= 0 ? messages.common.now : roughDuration(left)}
    </time>
  );
}
/** Counts up from a moment: 00:12. */
export function Elapsed({ since }: { since: number }) {
  const now = useNow();
  return <span title={dateAndTime(since)}>{now === 0 ? '' : clock(now - since)}</span>;
}
