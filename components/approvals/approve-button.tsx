'use client';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Card } from './card.ts';
import type { Decision, Missing } from './use-decision.ts';

/** `why`: what nobody can do anything about here. `missing`: what is still to be read, typed or said. */
export type Bar = {
  why: string | undefined;
  missing: Missing;
  isGroup: boolean;
  total: number;
  decision: Decision;
};

export function ApproveButton({ card, bar }: { card: Card; bar: Bar }) {
  const text = bar.isGroup
    ? messages.approval.approveSome(bar.decision.checked.size, bar.total)
    : messages.approval.approve;
  const off = bar.why ?? bar.missing?.text;
  return (
    <Button
      look="primary"
      aria-disabled={off !== undefined || bar.decision.busy}
      aria-describedby={`why-${card.approvalId}`}
      onClick={() => bar.decision.press(bar)}
    >
      {text}
    </Button>
  );
}
