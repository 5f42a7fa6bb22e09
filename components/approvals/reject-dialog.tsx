'use client';
import { useState } from 'react';
import { Refused } from '#components/refused.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';

export type NextStep = 'replan' | 'skip' | 'stop';

/** Why not, and what then: nothing is chosen beforehand. */
export function RejectDialog({
  open,
  onClose,
  summary,
  skippable,
  busy,
  error,
  onReject,
}: {
  open: boolean;
  onClose(): void;
  summary: string;
  skippable: boolean;
  busy: boolean;
  error: unknown;
  onReject(reason: string, next: NextStep): void;
}) {
  const [reason, setReason] = useState('');
  const [next, setNext] = useState<NextStep>();
  const choices: NextStep[] = skippable ? ['replan', 'skip', 'stop'] : ['replan', 'stop'];
  const missing =
    reason.trim() === ''
      ? messages.approval.rejectNeedsReason
      : next === undefined
        ? messages.approval.rejectNeedsNext
        : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={messages.approval.rejectTitle(summary)}
      description={messages.approval.rejectText}
      footer={
        <>
          {missing ? <span className="mr-auto text-xs text-muted">{missing}</span> : null}
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            disabled={missing !== undefined || busy}
            onClick={() => next && onReject(reason.trim(), next)}
          >
            {messages.approval.rejectSubmit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={messages.approval.rejectReason}>
          {(ids) => (
            <TextArea
              {...ids}
              value={reason}
              maxLength={2_000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{messages.approval.rejectNext}</legend>
          {choices.map((choice) => (
            <label key={choice} className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11">
              <input
                type="radio"
                name="next"
                className="size-4 accent-(--accent)"
                checked={next === choice}
                onChange={() => setNext(choice)}
              />
              {messages.approval.nextSteps[choice]}
            </label>
          ))}
        </fieldset>
        <Refused error={error} />
      </div>
    </Dialog>
  );
}
