'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';

const LONG = 240;

/** Row 11, last on purpose: what the planner says, as text, so that it cannot argue anybody round. */
export function CardRationale({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > LONG || text.split('\n').length > 3;
  return (
    <section className="rounded-control bg-sunken px-3 py-2">
      <h2 className="text-sm font-semibold">{messages.approval.reason}</h2>
      <p className={cx('text-sm wrap-anywhere whitespace-pre-wrap', long && !open && 'line-clamp-3')}>
        <InvisibleText text={text} />
      </p>
      {long ? (
        <Button look="quiet" size="sm" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? messages.common.hide : messages.common.show}
        </Button>
      ) : null}
    </section>
  );
}
