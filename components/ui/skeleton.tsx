'use client';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { messages } from './messages.ts';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('rounded-control bg-hover', className)} />;
}

/** Nothing for 300 ms (no flash), then the final geometry, after 5 s the seconds (ux 4.13). */
export function Loading({
  rows = 4,
  retry,
  className,
}: {
  rows?: number;
  retry?: (() => void) | undefined;
  className?: string;
}) {
  const [seconds, setSeconds] = useState(-1);
  useEffect(() => {
    const first = setTimeout(() => setSeconds(0), 300);
    const every = setInterval(() => setSeconds((value) => value + 1), 1_000);
    return () => {
      clearTimeout(first);
      clearInterval(every);
    };
  }, []);
  if (seconds < 0) return <div aria-busy="true" className={className} />;
  return <LoadingRows rows={rows} seconds={seconds} retry={retry} className={className} busy />;
}

/** What is shown while loading, at one moment of it. */
export function LoadingRows({
  rows,
  seconds = 0,
  retry,
  className,
  busy,
}: {
  rows: number;
  seconds?: number;
  retry?: (() => void) | undefined;
  className?: string | undefined;
  busy?: boolean;
}) {
  return (
    <div aria-busy={busy} className={cx('flex flex-col gap-2', className)}>
      <span className="sr-only" role="status">
        {messages.common.loading}
      </span>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
      {seconds >= 5 ? (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {messages.common.stillLoading(seconds)}
          {retry ? (
            <Button size="sm" onClick={retry}>
              {messages.common.retry}
            </Button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
