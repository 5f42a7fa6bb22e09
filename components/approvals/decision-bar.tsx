'use client';
import dynamic from 'next/dynamic';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { ApproveButton, type Bar } from './approve-button.tsx';
import { ApproveSheet } from './approve-sheet.tsx';
import type { Card } from './card.ts';
import { LaterButton } from './later-button.tsx';
import { RejectDialog } from './reject-dialog.tsx';

/** Its form and schema reader are of no use to who only reads and signs. */
const EditArguments = dynamic(() => import('./edit-arguments.tsx').then((module) => module.EditArguments), {
  ssr: false,
});

/** Row 13. On phones it sticks to the bottom, and Approve opens a second sheet that arms. */
export function DecisionBar({
  card,
  bar,
  phone,
  onLater,
}: {
  card: Card;
  bar: Bar;
  phone: boolean;
  onLater(): void;
}) {
  const { decision } = bar;
  const off = bar.why ?? (phone ? undefined : bar.missing?.text);
  return (
    <>
      {phone ? (
        <div className="flex flex-wrap gap-2">
          <LaterButton card={card} onDone={onLater} />
        </div>
      ) : null}
      <p className="text-xs text-muted">{messages.approval.noPlanner}</p>
      <div
        data-sticky-bar
        className="flex flex-wrap items-center gap-2 max-md:sticky max-md:bottom-14 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-border max-md:bg-surface max-md:px-4 max-md:py-2"
      >
        <Button
          disabled={!card.canEdit || decision.busy || decision.chosen === 0}
          onClick={() => decision.setOpen('reject')}
        >
          {messages.approval.reject}
        </Button>
        {bar.isGroup ? null : (
          <Button disabled={!card.canEdit || decision.busy} onClick={() => decision.setOpen('edit')}>
            {phone ? messages.approval.editShort : messages.approval.edit}
          </Button>
        )}
        {phone ? null : <LaterButton card={card} onDone={onLater} />}
        <span className="flex-1" />
        {phone ? (
          <Button
            look="primary"
            aria-disabled={bar.why !== undefined}
            aria-describedby={`why-${card.approvalId}`}
            onClick={() => bar.why === undefined && decision.setOpen('sheet')}
          >
            {messages.approval.approveSheet}
          </Button>
        ) : (
          <ApproveButton card={card} bar={bar} />
        )}
        <p
          id={`why-${card.approvalId}`}
          data-testid="approve-why"
          className="w-full text-right text-xs text-muted empty:hidden"
        >
          {off}
        </p>
      </div>
      <RejectDialog
        open={decision.open === 'reject'}
        onClose={() => decision.setOpen(undefined)}
        summary={card.summary}
        skippable={card.skippable}
        busy={decision.busy}
        error={decision.error}
        onReject={decision.reject}
      />
      {decision.open === 'edit' ? (
        <EditArguments card={card} onClose={() => decision.setOpen(undefined)} />
      ) : null}
      {phone ? <ApproveSheet card={card} bar={bar} /> : null}
    </>
  );
}
