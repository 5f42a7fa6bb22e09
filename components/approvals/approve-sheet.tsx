'use client';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { ApproveButton, type Bar } from './approve-button.tsx';
import { changedArguments } from './argument-notes.ts';
import { ArmingFields } from './arming-fields.tsx';
import type { Card } from './card.ts';

/** On phones a second sheet repeats what happens to what, and the changed arguments, and arms there. */
export function ApproveSheet({ card, bar }: { card: Card; bar: Bar }) {
  const changed = changedArguments(card);
  return (
    <Dialog
      open={bar.decision.open === 'sheet'}
      onOpenChange={(open) => bar.decision.setOpen(open ? 'sheet' : undefined)}
      title={bar.isGroup ? messages.approval.approveSome(bar.decision.checked.size, bar.total) : card.summary}
      description={<InvisibleText text={card.effectSentence} />}
      footer={
        <>
          <Button onClick={() => bar.decision.setOpen(undefined)}>{messages.common.back}</Button>
          <ApproveButton card={card} bar={bar} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {changed.length > 0 && !bar.isGroup ? (
          <section aria-label={messages.approval.changedHeading}>
            <h2 className="text-sm font-semibold text-changed">{messages.approval.changedHeading}</h2>
            <ul className="text-sm">
              {changed.map(({ label, was, now }) => (
                <li key={label} className="break-all">
                  <span className="text-muted">{label}</span>{' '}
                  <span className="font-mono">
                    {was === null ? null : (
                      <>
                        <del>
                          <InvisibleText text={was} />
                        </del>{' '}
                        →{' '}
                      </>
                    )}
                    <strong>
                      <InvisibleText text={now} />
                    </strong>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <ArmingFields card={card} decision={bar.decision} />
        <p role="status" className="text-sm text-muted empty:hidden">
          {bar.missing?.text}
        </p>
      </div>
    </Dialog>
  );
}
