'use client';
import { Fragment } from 'react';
import { cx } from './cx.ts';
import { messages } from './messages.ts';
import { keysText } from './shortcut-keys.ts';
import { useIsMac } from './shortcuts.ts';

/** Keys as people read them: `Ctrl K`, `G then H`. */
export function Keys({ keys, className }: { keys: string; className?: string }) {
  const isMac = useIsMac();
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap', className)}>
      {keysText(keys, isMac).map((text, index) => (
        <Fragment key={`${index} ${text}`}>
          {index > 0 ? <span className="text-xs text-faint">{messages.shortcuts.followedBy}</span> : null}
          <kbd className="min-w-6 rounded-chip border border-border-strong bg-surface px-1.5 text-center text-xs leading-5 text-text">
            {text}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
